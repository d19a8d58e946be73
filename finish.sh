#!/bin/sh
# Finishes the page that Trunk has just built; Trunk calls this, see Trunk.toml.
set -eu
cd "$TRUNK_STAGING_DIR"
source="$TRUNK_SOURCE_DIR"

# named FILE: gives a file its name in the page, which changes with the content as Trunk's names do.
named() {
  if [ "${TRUNK_BUILD_FILEHASH:-true}" = false ]; then
    echo "$1"
  else
    cksum <"$1" | (read -r sum _ && printf '%s-%08x.%s' "${1%.*}" "$sum" "${1##*.}")
  fi
}

# The texts that the module does not carry: the stories, which need neither facts, which a replay
# computes, nor blank lines; and prose, of which a line that begins with two blanks goes on.
for story in "$source"/scenarios/*.txt; do
  printf '== %s\n' "$(basename "$story" .txt)"
  sed -e '/^ /d' -e '/^$/d' "$story"
done >texts.txt
for prose in "$source"/texts/*.txt; do
  printf '== %s\n' "$(basename "$prose" .txt)"
  sed -e ':more' -e '$!N' -e 's/\n  */ /' -e 'tmore' -e 'P' -e 'D' "$prose"
done >>texts.txt

# One style sheet is one request less. What the first sheet names, the second uses.
cat tokens*.css five-slots*.css >page.css
rm tokens*.css five-slots*.css
mv page.css five-slots.css

texts="$(named texts.txt)"
style="$(named five-slots.css)"
[ "$texts" = texts.txt ] || mv texts.txt "$texts"
[ "$style" = five-slots.css ] || mv five-slots.css "$style"
sed -e '/<link rel="stylesheet" href="[^"]*tokens/d' \
  -e "s|<link rel=\"stylesheet\" href=\"[^\"]*five-slots[^\"]*\"|<link rel=\"stylesheet\" href=\"./$style\"|" \
  -e "s|^ *</head>|    <link rel=\"preload\" as=\"fetch\" type=\"text/plain\" crossorigin href=\"./$texts\">\\
&|" \
  index.html >page.html
mv page.html index.html
