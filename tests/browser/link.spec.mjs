// A link holds a whole run and where the reader stands in it; on the full page, so does the address.

import {
  button,
  expect,
  factsNow,
  field,
  menu,
  nextButton,
  open,
  ready,
  region,
  scrubber,
  state,
  status,
  takeClock,
  test,
  where,
} from "./lib.mjs";

const RUN = "#1;step=2;rules+lesson;A+send+p-0+1;deliver+A1.1;deliver+A1.1.reply";
const link = (page) => field(page, "Link");
const notices = (page) => region(page, "Notices");

test("Copy link: another reader sees the same story at the same step", async ({ page, context, server }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const visit = await open(page, "/?step=5&theme=dark&keys=0");
  await ready(page);
  await button(page, "Copy link").click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  await expect(link(page)).toHaveValue(copied);
  // It is readable, short, and carries nothing of how this reader looks at it.
  expect(copied).toMatch(new RegExp(`^${server.origin}/#1;step=5;\\*\\+A\\+lost\\+acknowledgement;`));
  expect(copied.length).toBeLessThan(2_000);

  const other = await context.newPage();
  const elsewhere = await open(other, copied);
  await ready(other);
  await where(other, 5, 6);
  await expect(notices(other)).toHaveCount(0);
  expect(await factsNow(other)).toEqual(await factsNow(page));
  expect(await field(other, "Recording as text").inputValue()).toBe(
    await field(page, "Recording as text").inputValue(),
  );
  await expect(menu(other, "Scenario")).toHaveValue("lost-ack");
  await expect(status(other)).toHaveText("");

  // The link is about a moment: it goes when that has passed.
  await nextButton(page).click();
  await expect(link(page)).toHaveCount(0);
  visit.finish();
  elsewhere.finish();
});

for (const [what, prepare] of [
  ["is missing", () => Object.defineProperty(navigator, "clipboard", { value: undefined })],
  [
    "refuses",
    () => {
      navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
    },
  ],
  [
    "throws",
    () => {
      navigator.clipboard.writeText = () => {
        throw new Error("no");
      };
    },
  ],
]) {
  test(`where the clipboard ${what}, the link is shown to be copied`, async ({ page }) => {
    await page.addInitScript(prepare);
    const visit = await open(page, "/?step=1");
    await ready(page);
    await button(page, "Copy link").click();
    await expect(page.getByText("Copy it from here:")).toBeVisible();
    await expect(link(page)).toHaveValue(/\/#1;step=1;/);
    visit.finish();
  });
}

test("a link opens at its step, and beats scenario and step", async ({ page }) => {
  const visit = await open(page, `/?scenario=gap&step=7${RUN}`);
  await ready(page);
  await where(page, 2, 3);
  await expect(scrubber(page)).toHaveAttribute("aria-valuetext", "step 2 of 3: OK");
  await expect(notices(page)).toHaveCount(0);
  await nextButton(page).click();
  await expect(status(page)).toHaveText(/^Step 3 of 3\. A hears that A1 stands at 0/);
  visit.finish();
});

test("a link that a program has percent-encoded still opens", async ({ page }) => {
  const visit = await open(page, `/#${encodeURIComponent(RUN.slice(1))}`);
  await ready(page);
  await where(page, 2, 3);
  await expect(notices(page)).toHaveCount(0);
  visit.finish();
});

const BAD = {
  "cut off": [
    "#1;step=2;rules+lesson;A+send+p-0+1;deliver+A1.1;deliver+A1.",
    "good up to step 2, not beyond: line 4, column 9",
    2,
    2,
  ],
  "of another version": ["#2;rules+lesson", "The link is of version 2; this page reads version 1.", 0, 6],
  "no link at all": ["#hello", "A link begins with #1;, this one with `hello`.", 0, 6],
  "pointing beyond its end": ["#1;step=99;rules+lesson;A+send+p-0+1", "The link points at step 99; there are 1.", 1, 1],
  "with a step that is none": ["#1;step=two;rules+lesson;A+send+p-0+1", "The link's step is `two`", 0, 1],
  "with a misspelt key": ["#1;stpe=1;rules+lesson;A+send+p-0+1", "Did you mean `step`?", 0, 1],
  "with a stray percent sign": ["#1;step=1;rules+lesson;A+send+p-0+'5%'", "a % sign that stands for no letter", 1, 1],
  "with an impossible event": [
    "#1;step=1;rules+lesson;A+send+p-0+1;deliver+A9.1",
    "`deliver A9.1` is impossible here",
    1,
    1,
  ],
  "with an unknown rule set": ["#1;step=1;rules+lessn;A+send+p-0+1", "Did you mean `lesson`?", undefined, undefined],
};
for (const [what, [fragment, notice, step, steps]] of Object.entries(BAD)) {
  test(`a link ${what}: it is said, and the good part is kept`, async ({ page }) => {
    const visit = await open(page, `/${fragment}`);
    await ready(page);
    await expect(notices(page)).toContainText(notice);
    if (steps !== undefined) await where(page, step, steps);
    await button(page, "Dismiss").click();
    await expect(notices(page)).toHaveCount(0);
    visit.finish();
  });
}

/** Counts what the page writes into the history. */
async function watchHistory(page) {
  await page.addInitScript(() => {
    window.historyWrites = { push: 0, replace: 0 };
    for (const kind of ["push", "replace"]) {
      const write = history[`${kind}State`];
      history[`${kind}State`] = function (...args) {
        window.historyWrites[kind] += 1;
        return write.apply(this, args);
      };
    }
  });
}
const writes = (page) =>
  page.evaluate(() => ({ ...window.historyWrites, length: history.length, hash: location.hash }));

test("on the full page the address follows, and a reload comes back to the same place", async ({ page }) => {
  const clock = await takeClock(page);
  await watchHistory(page);
  const visit = await open(page);
  await ready(page);
  await clock.stop();
  const { length } = await writes(page);
  await page.clock.runFor(5_000);
  expect(await writes(page), "nothing before the reader does something").toEqual({
    push: 0,
    replace: 0,
    length,
    hash: "",
  });

  for (let step = 1; step <= 3; step += 1) {
    await nextButton(page).click();
    await page.clock.runFor(300);
  }
  expect((await writes(page)).replace, "not within the first second").toBe(0);
  await page.clock.runFor(5_000);
  const after = await writes(page);
  expect(after, "once for all of it").toMatchObject({ push: 0, replace: 1, length });
  expect(after.hash).toMatch(/^#1;step=3;/);
  // Looking around changes nothing that an address could tell.
  await menu(page, "Theme").selectOption("dark");
  await page.clock.runFor(5_000);
  expect((await writes(page)).replace).toBe(1);

  await page.reload();
  await ready(page);
  await where(page, 3, 6);
  await expect(notices(page)).toHaveCount(0);
  await expect(menu(page, "Scenario")).toHaveValue("lost-ack");
  visit.finish();
});

test("a run of one's own comes back after a reload too", async ({ page }) => {
  const clock = await takeClock(page);
  const visit = await open(page, "/?step=2");
  await ready(page);
  await clock.stop();
  await button(page, "Send from A").click();
  await button(page, "Drop A2.1").click();
  await button(page, "Back").click();
  await page.clock.runFor(2_000);
  const text = await field(page, "Recording as text").inputValue();
  await page.reload();
  await ready(page);
  await where(page, 3, 4);
  expect(await field(page, "Recording as text").inputValue()).toBe(text);
  visit.finish();
});

test("another fragment in the address opens its run, and Undo brings the old one back", async ({ page }) => {
  const clock = await takeClock(page);
  const visit = await open(page, "/?step=5");
  await ready(page);
  await clock.stop();
  await page.evaluate((hash) => (location.hash = hash), RUN);
  await where(page, 2, 3);
  await expect(menu(page, "Scenario")).toHaveValue("");
  await page.clock.runFor(2_000);
  await button(page, "Undo").click();
  await where(page, 5, 6);
  await expect(menu(page, "Scenario")).toHaveValue("lost-ack");
  await page.clock.runFor(2_000);
  expect((await writes(page)).hash).toMatch(/^#1;step=5;/);

  await page.evaluate(() => (location.hash = "#1;nonsense"));
  await expect(notices(page)).toContainText("found `nonsense`");
  visit.finish();
});

test("embedded, the address is left alone", async ({ page }) => {
  const clock = await takeClock(page);
  await watchHistory(page);
  const visit = await open(page, `/?embed=1${RUN}`);
  await ready(page);
  await clock.stop();
  const before = await page.evaluate(() => location.href);
  await nextButton(page).click();
  await button(page, "Send from A").click();
  await page.clock.runFor(5_000);
  expect(await page.evaluate(() => location.href)).toBe(before);
  expect(await writes(page)).toMatchObject({ push: 0, replace: 0 });
  // What another script of the host does with the address is not for us.
  await page.evaluate(() => (location.hash = "#chapter-2"));
  await page.clock.runFor(5_000);
  expect((await state(page)).steps).toBe(4);
  await expect(notices(page)).toHaveCount(0);
  visit.finish();
});

for (const path of ["/?links=0", "/?links=0&embed=1"]) {
  test(`${path}: no link can be copied, and nothing leaves the frame`, async ({ page }) => {
    const visit = await open(page, path);
    await ready(page);
    await page.getByRole("button", { name: "? Help" }).click();
    await expect(button(page, "Copy link")).toHaveCount(0);
    await expect(button(page, "Download")).toHaveCount(0);
    await expect(page.locator("a[href], area[href], form[action], form[target]")).toHaveCount(0);
    visit.finish();
  });
}
