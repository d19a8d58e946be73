// "What does my broker say?": a line of a log becomes a story.

import { axe, button, expect, factsNow, field, open, ready, region, state, table, test, where } from "./lib.mjs";

const NAME = "What does my broker say?";
const GAP =
  "[2024-05-25 13:14:17,891] ERROR [ReplicaManager broker=1] Out of order sequence number for producer 1234 " +
  "at offset 77 in partition orders-3: 10 (incoming seq. number), 7 (current end sequence number)";

const panel = (page) => region(page, NAME);
const line = (page) => field(page, NAME);
const show = (page) => button(panel(page), "Show it");

async function opened(page, path = "/?step=3") {
  const visit = await open(page, path);
  await ready(page);
  return visit;
}

test("a broker's line opens the state that it describes, and Undo brings the old run back", async ({ page }) => {
  const visit = await opened(page);
  const before = await state(page);
  await line(page).fill(GAP);
  await show(page).click();

  await where(page, 1, 3);
  expect(await factsNow(page)).toEqual(["OUT_OF_ORDER (expected 8, got 10: a gap ahead), log end 77, window [7..7]"]);
  await expect(panel(page)).toContainText("Shown above, at step 1");
  await expect(page.getByText("Check 4 refuses it: after 7 comes 8, and this batch begins at 10.")).toBeVisible();
  expect((await table(page, "Window of producer 1234 on p-3")).length).toBeGreaterThan(0);

  await button(page, "Undo").click();
  expect(await state(page)).toEqual(before);
  visit.finish();
});

test("what the line does not say is assumed, word for word, and can be added below it", async ({ page }) => {
  const visit = await opened(page);
  await line(page).fill(GAP);
  await show(page).click();
  await expect(panel(page).getByText("Assumed: epoch=0, records=1, rules kafka-2.5.")).toHaveCount(1);
  await line(page).fill(`${GAP}\nrecords=5 epoch=2\nrules kafka-1.1`);
  await show(page).click();
  await expect(panel(page).getByText("Added: epoch=2, records=5.")).toHaveCount(1);
  await expect(panel(page).getByText("Assumed:")).toHaveCount(0);
  visit.finish();
});

test("a line that cannot be read is answered with those that can, and the run stays", async ({ page }) => {
  const visit = await opened(page);
  const before = await state(page);
  await line(page).fill("java.lang.NullPointerException");
  await show(page).click();
  await expect(panel(page)).toContainText("Not shown: no line here is one that can be read.");
  await expect(line(page)).toHaveAttribute("aria-invalid", "true");
  const examples = await panel(page).getByRole("listitem").allTextContents();
  expect(examples.length).toBeGreaterThan(8);
  expect(await state(page)).toEqual(before);

  // Every example is one.
  for (const example of examples) {
    await line(page).fill(example);
    await show(page).click();
    await expect(panel(page)).toContainText("Shown above");
    await expect(line(page)).not.toHaveAttribute("aria-invalid");
  }
  visit.finish();
});

test("numbers that contradict the error are not shown", async ({ page }) => {
  const visit = await opened(page);
  await line(page).fill(GAP.replace(": 10 (", ": 8 ("));
  await show(page).click();
  await expect(panel(page)).toContainText("with these numbers the broker says OK base=77 (8 = 7 + 1)");
  await where(page, 3, 6);
  visit.finish();
});

test("by keyboard", async ({ page }) => {
  const visit = await opened(page);
  await line(page).focus();
  await page.keyboard.insertText("INVALID_PRODUCER_EPOCH");
  await page.keyboard.press("Tab");
  await expect(show(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await where(page, 1, 1);
  expect((await factsNow(page))[0]).toContain("FENCED (older epoch, 0 < 1)");
  await expect(show(page)).toBeFocused();
  visit.finish();
});

test.describe("axe", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });
  test.slow();
  for (const [name, { path, size, ...how }] of Object.entries({
    light: { path: "/?theme=light" },
    "dark, 320 px": { path: "/?theme=dark", size: { width: 320, height: 640 } },
    "the projector": { path: "/?theme=projector", size: { width: 1024, height: 768 }, enhancedContrast: true },
  })) {
    test(name, async ({ page }) => {
      if (size) await page.setViewportSize(size);
      const visit = await opened(page, path);
      await line(page).fill("nothing");
      await show(page).click();
      await expect(panel(page)).toContainText("Not shown");
      expect.soft(await axe(page, how), "unread").toEqual([]);
      const width = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
      expect.soft(await width(), "no sideways scrolling").toBe(true);
      await line(page).fill(GAP);
      await show(page).click();
      await expect(panel(page)).toContainText("Shown above");
      expect.soft(await axe(page, how), "shown").toEqual([]);
      expect.soft(await width(), "no sideways scrolling").toBe(true);
      visit.finish();
    });
  }
});
