// The recording as text: to read, to edit, to keep.

import { readFileSync } from "node:fs";

import { button, expect, field, menu, nextButton, open, ready, region, state, test, where } from "./lib.mjs";

const box = (page) => field(page, "Recording as text");

/** Opens the default story at a step, and gives its text. */
async function opened(page, path = "/?step=3") {
  const visit = await open(page, path);
  await ready(page);
  return { visit, text: await box(page).inputValue() };
}

/** A press on a control that says it is disabled: Playwright would not click it. */
const pressAnyway = (page, name) => button(page, name).press("Enter");

const lineOf = (text, line) => text.split("\n").indexOf(line) + 1;

test("an error is named with its place, what was found and what would be right, and the run is kept", async ({
  page,
}) => {
  const { visit, text } = await opened(page);
  const before = await state(page);
  const broken = text.replace("deliver A1.2\n", "delivr A1.2\n");
  await box(page).fill(broken);
  const line = lineOf(broken, "delivr A1.2");
  const error = page.getByText(`line ${line}, column 1: found \`delivr\`, expected an event`);
  await expect(error).toContainText("Did you mean `deliver`?");
  await expect(box(page)).toHaveAttribute("aria-invalid", "true");

  await expect(button(page, "Apply text")).toHaveAttribute("aria-disabled", "true");
  await pressAnyway(page, "Apply text");
  await expect(page.getByText("The text has an error: put that right first.")).toBeVisible();
  expect(await state(page)).toEqual(before);
  await where(page, 3, 6);

  await button(page, "Show the line").click();
  const selected = await box(page).evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd));
  expect(selected).toBe("delivr A1.2");

  // Stepping on neither applies the edit nor loses it.
  await nextButton(page).click();
  await where(page, 4, 6);
  await expect(box(page)).toHaveValue(broken);
  visit.finish();
});

test("an event that cannot happen where it stands is an error too, and says what can", async ({ page }) => {
  const { visit, text } = await opened(page);
  await box(page).fill(text.replace("retry A1\n", "deliver A7.1\n"));
  await expect(region(page, "Recording as text")).toContainText(
    "`deliver A7.1` is impossible here: A7.1 is not on the wire",
  );
  const good = text.replace("drop A1.1.reply\n", "drop A1.1\n");
  await box(page).fill(good);
  await expect(region(page, "Recording as text")).toContainText(
    `line ${lineOf(good, "drop A1.1")}, column 1: \`drop A1.1\` is impossible here: A1.1 is not on the wire; there: A1.1.reply`,
  );
  visit.finish();
});

test("a good text becomes the run, and Undo brings the story back", async ({ page }) => {
  const { visit, text } = await opened(page);
  await pressAnyway(page, "Apply text");
  await expect(page.getByText("The text is the run on screen: edit it first.")).toBeVisible();

  await box(page).fill(text.replace('"umbrella 1" "umbrella 2" "umbrella 3"', '"hat"').replaceAll(/^ {2}.*\n/gm, ""));
  await expect(page.getByText("This text can be applied.")).toBeVisible();
  await button(page, "Apply text").click();
  // Whoever edits what is on the screen stays where they are.
  await where(page, 3, 6);
  await expect(region(page, "Broker b1")).toContainText("hat");
  await expect(menu(page, "Scenario")).toHaveValue("");
  // The program writes the facts.
  expect(await box(page).inputValue()).toContain("  OK base=0 (no state, s = 0), log end 1, window [0..0]\n");
  await expect(button(page, "Discard edits")).toHaveAttribute("aria-disabled", "true");

  await button(page, "Undo").click();
  await expect(box(page)).toHaveValue(text);
  await expect(menu(page, "Scenario")).toHaveValue("lost-ack");
  visit.finish();
});

test("a fact that does not come out is named, and Write facts puts it right", async ({ page }) => {
  const { visit, text } = await opened(page);
  const untrue = text.replace(
    "  DUPLICATE base=0 (same range remembered), log end 3",
    "  OK base=3 (3 = 2 + 1), log end 6",
  );
  await box(page).fill(untrue);
  await expect(page.getByText(`line ${lineOf(untrue, "deliver A1.2") + 1}: under \`deliver A1.2\``)).toContainText(
    "the text states `OK base=3 (3 = 2 + 1), log end 6, window [0..2]`, but what happens is `DUPLICATE base=0",
  );
  await button(page, "Write facts").click();
  await expect(box(page)).toHaveValue(text);
  await expect(page.getByText("This text can be applied.")).toBeVisible();

  await box(page).fill(text.replace("  A1.1.reply lost\n", ""));
  await button(page, "Write facts").click();
  await expect(box(page)).toHaveValue(text);
  visit.finish();
});

test("Discard edits goes back to the run on screen", async ({ page }) => {
  const { visit, text } = await opened(page);
  await box(page).fill("nonsense");
  await button(page, "Discard edits").click();
  await expect(box(page)).toHaveValue(text);
  await expect(box(page)).not.toHaveAttribute("aria-invalid");
  visit.finish();
});

test("Download gives the text as a file: of the run, or as it is edited", async ({ page }) => {
  const { visit, text } = await opened(page);
  const download = async () => {
    const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Download").click()]);
    expect(download.suggestedFilename()).toMatch(/\.txt$/);
    return readFileSync(await download.path(), "utf8");
  };
  expect(await download()).toBe(text);
  await box(page).fill("# Grüße ☂\nA send p-0 1\n");
  expect(await download()).toBe("# Grüße ☂\nA send p-0 1\n");
  visit.finish();
});

test("a label is text, whatever it looks like", async ({ page }) => {
  const { visit } = await opened(page);
  const label = "<img src=x onerror=alert(1)> & <b>☂";
  await box(page).fill(`# <i>A title</i>\n\nA send p-0 "${label}"\ndeliver A1.1\n`);
  await button(page, "Apply text").click();
  await expect(page.getByRole("heading", { name: "<i>A title</i>" })).toBeVisible();
  await nextButton(page).click();
  await expect(region(page, "Broker b1")).toContainText(label);
  await expect(page.locator("main img")).toHaveCount(0);
  visit.finish();
});

test("a long text is judged when it is applied, and printed when it is asked for", async ({ page }) => {
  const { visit } = await opened(page);
  // More than is judged at every key, in few lines: the browser itself takes its time over each.
  const EVENTS = 700;
  const label = "umbrella ".repeat(4).trim();
  const line = (index) => `batch p-0 pid=31 epoch=0 seq=${index} records=1 labels="${label}"\n`;
  const long = Array.from({ length: EVENTS }, (_, index) => line(index)).join("");
  expect(long.length).toBeGreaterThan(60_000);
  await box(page).fill(`${long}nonsense\n`);
  await button(page, "Apply text").click();
  await expect(page.getByText("Line 701, column 1: found `nonsense`")).toBeVisible();
  await where(page, 3, 6);

  await box(page).fill(long);
  await button(page, "Apply text").click();
  await where(page, 3, EVENTS);
  await button(page, "Show the text").click();
  expect((await box(page).inputValue()).split("\n").filter((line) => line.startsWith("batch")).length).toBe(EVENTS);
  visit.finish();
});
