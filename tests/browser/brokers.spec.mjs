// When a broker fails: failover, recovery and unclean election, by keyboard; who remembers what, as
// picture and as text; the rules in the menu.

import { axe, button, expect, factsNow, menu, open, ready, region, state, status, table, test } from "./lib.mjs";

/** A moving picture is judged when it stands. */
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Presses a button as somebody without a pointer does. */
async function press(page, name) {
  await button(page, name).focus();
  await page.keyboard.press("Enter");
}

/** One batch written, its acknowledgement lost. */
const LOST = "#1;rules+lesson;brokers+b5+b3;A+send+p-0+'umbrella+1';deliver+A1.1;drop+A1.1.reply";

const card = (page, broker) => region(page, `p-0 on ${broker}`);

test("failover by keyboard: the follower remembers, and the retry is a DUPLICATE", async ({ page }) => {
  const visit = await open(page, `/${LOST}`);
  await ready(page);
  await page.keyboard.press("End");
  await page.evaluate(() => window.fiveSlots.seek(3));
  await press(page, "Crash b5");
  await expect(status(page)).toContainText("b5 crashes: its memory is gone");
  await expect(card(page, "b5")).toContainText("down");
  await expect(card(page, "b5")).toContainText("gone: it is down");
  // Who is already known to be down cannot go down, and says so.
  await expect(button(page, "Stop b5")).toHaveAttribute("aria-disabled", "true");
  await press(page, "Stop b5");
  await expect(page.getByText("b5 is down: start it first").first()).toBeVisible();
  await press(page, "Elect b3: elect p-0 b3");
  await expect(page.getByText("b3 leads it; in sync b3; high watermark 1", { exact: true }).first()).toBeVisible();
  await press(page, "Next");
  await expect(status(page)).toContainText("A1 is sent again, as A1.2");
  await press(page, "Next");
  await expect(status(page)).toContainText("Broker b3 answers DUPLICATE, base 0.");
  await press(page, "Next");
  await press(page, "Start b5");
  expect(await factsNow(page)).toEqual([
    "b5 recovers p-0: no snapshot, log 0..1",
    "b5 writes a snapshot of p-0 at 1",
    "b5 is in sync on p-0",
  ]);
  await expect(card(page, "b5")).toContainText("0..0 from the log");
  expect(await table(page, "Brokers of p-0")).toEqual([
    ["b5: follower, in sync", "31: [0..0]", "at 1: 31: [0..0]", "ends at 1"],
    ["b3: leader", "31: [0..0]", "none", "ends at 1"],
  ]);
  expect(await table(page, "Log of p-0, broker b5")).toEqual(await table(page, "Log of p-0"));
  const { partitions, brokers, promises } = await state(page);
  expect(partitions[0]).toMatchObject({ leader: "b3", inSync: ["b3", "b5"], highWatermark: 1, logStartOffset: 0 });
  expect(brokers.map(({ name, up }) => [name, up])).toEqual([["b5", true], ["b3", true]]);
  expect(promises.map(({ standing }) => standing)).toEqual(["kept", "kept", "kept"]);
  expect(await axe(page)).toEqual([]);
  visit.finish();
});

test("unclean election by keyboard: acknowledged records are lost, and the promise breaks there", async ({ page }) => {
  const visit = await open(page, `/${LOST}`);
  await ready(page);
  await page.evaluate(() => window.fiveSlots.seek(3));
  await press(page, "Next");
  await press(page, "Next");
  await press(page, "Next");
  await press(page, "Pause b3");
  await expect(card(page, "b3")).toContainText("has stopped copying, in sync still");
  await press(page, "Send from A");
  await press(page, "Next");
  await expect(page.getByText(/A2\.1 waits for the followers/).first()).toBeVisible();
  await press(page, "b3 out of sync: shrink p-0 b3");
  await expect(status(page)).toContainText("b3 is no longer in sync on p-0.");
  await press(page, "Next");
  await press(page, "Crash b5");
  await press(page, "Elect b3: elect p-0 b3");
  await expect(status(page)).toContainText("in an unclean election");
  await expect(status(page)).toContainText("A2 was acknowledged at 1, and the new leader does not have it: it is lost.");
  const { promises } = await state(page);
  expect(promises.map(({ standing }) => standing)).toEqual(["kept", "kept", "broken"]);
  // What it is told next shows the gap.
  await press(page, "Send from A");
  await press(page, "Next");
  await expect(status(page)).toContainText("Broker b3 answers OUT_OF_ORDER.");
  expect(await axe(page)).toEqual([]);
  visit.finish();
});

test("recovery by keyboard: which layer gave back which slot", async ({ page }) => {
  const recording = "#1;rules+lesson;batch+p-0+pid=31+epoch=0+seq=0+records=1;roll+p-0;batch+p-0+pid=31+epoch=0+seq=1+records=1";
  const visit = await open(page, `/${recording}`);
  await ready(page);
  await page.evaluate(() => window.fiveSlots.seek(3));
  await expect(card(page, "b1")).toContainText("at 1");
  await press(page, "Crash b1");
  await expect(page.getByText("no leader: this broker is down", { exact: true })).toBeVisible();
  await press(page, "Start b1");
  await expect(status(page)).toContainText("from its snapshot what was known at 1, from the log whatever came after");
  await expect(card(page, "b1")).toContainText("0..0 from the file");
  await expect(card(page, "b1")).toContainText("1..1 from the log");
  expect(await axe(page)).toEqual([]);
  visit.finish();
});

test("the rules are a menu: the run is replayed under them, and what differs is said", async ({ page }) => {
  const visit = await open(page, "/?scenario=gap");
  await ready(page);
  await menu(page, "Rules").selectOption("kafka-0.11");
  await expect(menu(page, "Rules")).toHaveValue("kafka-0.11");
  await expect(page.getByText("As Kafka 0.11: one batch remembered.", { exact: false })).toBeVisible();
  await button(page, "Undo").click();
  await expect(menu(page, "Rules")).toHaveValue("lesson");
  await menu(page, "Compare").selectOption("rules kafka-2.5");
  await expect(region(page, "Broker b1 with rules kafka-2.5")).toBeVisible();
  expect(await axe(page)).toEqual([]);
  visit.finish();
});

for (const rules of ["kafka-0.11", "kafka-1.0", "kafka-1.1", "kafka-2.0.1", "kafka-2.4", "kafka-2.5", "kafka-4.5"]) {
  test(`a host may ask for ${rules}`, async ({ page }) => {
    const visit = await open(page, `/?rules=${rules}`);
    await ready(page);
    await expect(menu(page, "Rules")).toHaveValue(rules);
    await expect(region(page, "Notices")).toHaveCount(0);
    visit.finish();
  });
}

test("three brokers fit into 320 px, in words and without scrolling sideways", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  const visit = await open(page, "/#1;rules+lesson;brokers+b1+b2+b3;min-in-sync+2;A+send+p-0+'umbrella+1'+'umbrella+2';deliver+A1.1");
  await ready(page);
  await page.evaluate(() => window.fiveSlots.seek(2));
  await expect(card(page, "b3")).toContainText("umbrella 1");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await axe(page)).toEqual([]);
  visit.finish();
});

test("more brokers in sync than there are is refused with what would be right", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  const settings = region(page, "Settings");
  await settings.getByRole("spinbutton", { name: "min.insync.replicas" }).fill("2");
  await page.keyboard.press("Tab");
  await expect(page.getByText("2 brokers cannot be in sync where there are 1", { exact: false }).first()).toBeVisible();
  await menu(settings, "brokers").selectOption("b1 b2 b3");
  await expect(region(page, "Brokers b1, b2, b3")).toBeVisible();
  await settings.getByRole("spinbutton", { name: "min.insync.replicas" }).fill("2");
  await page.keyboard.press("Tab");
  await expect(page.getByText("b1 will lead it", { exact: true }).first()).toBeVisible();
  await expect(settings.getByRole("spinbutton", { name: "min.insync.replicas" })).toHaveValue("2");
  visit.finish();
});
