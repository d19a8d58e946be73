#!/bin/sh
# Puts the stories into the page that Trunk has just built, and beside it as stories.txt. Trunk
# calls this; see Trunk.toml.
set -eu

texts="$TRUNK_STAGING_DIR/stories.txt"
for story in scenarios/*.txt; do
  printf '== %s\n' "$(basename "$story" .txt)"
  sed -e '/^ /d' -e '/^$/d' "$story"
done >"$texts"

# The browser runs no script of this type, and shows none of it. Nothing in it may end it early.
if grep -q '</script\|<!--' "$texts"; then
  echo "stories.sh: a story holds what would end a script element" >&2
  exit 1
fi
page="$TRUNK_STAGING_DIR/index.html"
{
  sed '/<\/body>/,$d' "$page"
  printf '<script type="text/plain" id="five-slots-stories">\n'
  cat "$texts"
  printf '</script>\n'
  sed -n '/<\/body>/,$p' "$page"
} >"$page.new"
mv "$page.new" "$page"
