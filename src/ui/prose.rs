//! Prose from the texts that are handed over before the page is mounted. A line is a paragraph, or
//! begins with what it is: `# ` a heading, `- ` an item of a list, `| ` a row of a table.

use super::markup::*;
use crate::scenario::provided;

/// The prose of a text.
pub(super) fn view(text: &'static str) -> Html {
    let mut drawn = Vec::new();
    let (mut title, mut items, mut rows) = ("", Vec::new(), Vec::new());
    // The empty line ends a list or a table that would stand last.
    for line in text.lines().chain([""]) {
        if let Some(item) = line.strip_prefix("- ") {
            items.push(html! { <li>{ item }</li> });
        } else if let Some(row) = line.strip_prefix("| ") {
            rows.push(row);
        } else {
            if !items.is_empty() {
                drawn.push(html! { <ul>{ std::mem::take(&mut items) }</ul> });
            }
            if !rows.is_empty() {
                drawn.push(table(title, &std::mem::take(&mut rows)));
            }
            if let Some(heading) = line.strip_prefix("# ") {
                title = heading;
                drawn.push(html! { <h3>{ heading }</h3> });
            } else if !line.is_empty() {
                drawn.push(html! { <p>{ for line.split('`').enumerate().map(span) }</p> });
            }
        }
    }
    html! { <>{ drawn }</> }
}

/// What stands between two backquotes is code, and every second piece does.
fn span((place, text): (usize, &'static str)) -> Html {
    if place % 2 == 0 {
        html! { { text } }
    } else {
        html! { <code>{ text }</code> }
    }
}

/// A table that scrolls by itself where the page is narrow. Its first row is its head.
fn table(title: &'static str, rows: &[&'static str]) -> Html {
    html! {
        <div class="fs-scrolls" tabindex="0" role="region" aria-label={title}>
            <table class="fs-table">
                <thead>
                    <tr>
                        { for cells(rows[0]).map(|head| html! { <th scope="col">{ head }</th> }) }
                    </tr>
                </thead>
                <tbody>
                    { for rows[1..].iter().map(|row| html! {
                        <tr>
                            { for cells(row).enumerate().map(|(place, cell)| if place == 0 {
                                html! { <th scope="row">{ cell }</th> }
                            } else {
                                html! { <td>{ cell }</td> }
                            }) }
                        </tr>
                    }) }
                </tbody>
            </table>
        </div>
    }
}

fn cells(row: &'static str) -> impl Iterator<Item = &'static str> {
    row.split('|').map(str::trim)
}

/// What the texts say about a rule set, a setting or a policy: the line that begins with its name.
pub(super) fn note(about: &str) -> &'static str {
    let lines = provided("notes").lines();
    let mut notes = lines.filter_map(|line| line.split_once(": "));
    let found = notes.find(|(name, _)| *name == about);
    found.map_or("", |(_, note)| note)
}
