// Each control of the settings changes what happens, and gives it back.

import { button, expect, factsNow, field, menu, open, ready, region, state, table, test, where } from "./lib.mjs";

const number = (page, name) => page.getByRole("spinbutton", { name, exact: true });
const choose = (name, value) => (page) => menu(page, name).selectOption(value);
const write = (name, value) => async (page) => {
  await number(page, name).fill(value);
  await number(page, name).press("Enter");
};
const IN_FLIGHT = "max.in.flight.requests.per.connection";
const TWICE = "A send p-0 1\nA send p-0 1\n";
const LATE = `${TWICE}deliver A1.1\ndeliver A2.1\nretry A1\ndeliver A1.2\n`;

/** What is set, on which run, and a fact of its last step before and after. */
const CONTROLS = {
  "enable.idempotence": [choose("enable.idempotence", "false, by hand"), LATE, /^DUPLICATE base=0/, /^OK base=2/],
  acks: [choose("acks", "1"), LATE, /^DUPLICATE base=0/, /^OK base=2/],
  retries: [write("retries", "1"), "A send p-0 1\nretry A1\ndrop A1.2\nretry A1\n", /^A1\.3 sent/, /^A1 failed: retries used up/],
  [IN_FLIGHT]: [write(IN_FLIGHT, "1"), TWICE, /^A2\.1 sent/, /^A2 waits: A1 is open, and 1 may be in flight/],
  "slots the broker remembers": [write("slots the broker remembers", "1"), LATE, /^DUPLICATE base=0/, /^OUT_OF_ORDER .*behind the window/],
  "after a fatal error": [choose("after a fatal error", "bump"), `${TWICE}expire A1\n`, /A2 failed: in flight with A1/, /A2\.2 sent: pid 31, epoch 1, seq 0\.\.0/],
};
for (const [name, [set, text, before, after]] of Object.entries(CONTROLS)) {
  test(`${name} replays the run, and Undo brings it back`, async ({ page }) => {
    const visit = await open(page);
    await ready(page);
    const steps = await page.evaluate((text) => {
      window.fiveSlots.load(text);
      return window.fiveSlots.seek(Infinity);
    }, text);
    const facts = async () => (await factsNow(page)).join("\n");
    const multiline = (pattern) => new RegExp(pattern.source, "m");
    const was = await facts();
    expect(was).toMatch(multiline(before));
    const recording = await field(page, "Recording as text").inputValue();

    await set(page);
    await where(page, steps, steps);
    expect(await facts()).toMatch(multiline(after));
    expect(await facts()).not.toMatch(multiline(before));
    const now = await field(page, "Recording as text").inputValue();
    expect(now).not.toBe(recording);

    await button(page, "Undo").click();
    expect(await facts()).toBe(was);
    await expect(field(page, "Recording as text")).toHaveValue(recording);
    await button(page, "Redo").click();
    await expect(field(page, "Recording as text")).toHaveValue(now);
    visit.finish();
  });
}

test("captions stay up to the first step that differs, and are left out from there", async ({ page }) => {
  const visit = await open(page, "/?scenario=bad-day&step=15");
  await ready(page);
  const story = region(page, "The metrics after a bad day");
  const [before, at, closing] = ["What do the counters show?", "This one is an alarm", "Six records in all"];
  await choose("after a fatal error", "stop")(page);
  await expect(story).toContainText(
    "From step 16 on something else happens now, so the captions from there are left out; Undo brings everything back.",
  );
  await expect(story).toContainText(before);
  await button(page, "Next").click();
  await where(page, 16, 16);
  expect(await factsNow(page)).toHaveLength(2);
  await expect(story).not.toContainText(at);
  await expect(story).not.toContainText(closing);
  await button(page, "Undo").click();
  await where(page, 15, 16);
  await expect(story).toContainText(before);
  await button(page, "Next").click();
  await expect(story).toContainText(at);
  await expect(story).toContainText(closing);
  visit.finish();
});

test("a run that acks 0 makes impossible ends before the step, with the reason", async ({ page }) => {
  const visit = await open(page, "/?step=5");
  await ready(page);
  await choose("acks", "0")(page);
  await expect(
    page.getByText(
      /; from step 3 on this run is impossible under these settings \(A1\.1\.reply is not on the wire: nothing is\): it ends before it; Undo brings everything back\.$/,
    ),
  ).toBeVisible();
  await where(page, 2, 2);
  await button(page, "Undo").click();
  await where(page, 5, 6);
  visit.finish();
});

for (const [name, [set, word]] of Object.entries({
  acks: [choose("acks", "0"), "idempotence needs acks=all, and acks is 0"],
  retries: [write("retries", "0"), "idempotence needs retries > 0, and retries is 0"],
  [IN_FLIGHT]: [write(IN_FLIGHT, "6"), `idempotence needs ${IN_FLIGHT} at most 5, and it is 6`],
})) {
  test(`refused by hand changes nothing, whichever comes first: ${name}`, async ({ page }) => {
    const visit = await open(page, "/?step=3");
    await ready(page);
    const refused = region(page, "Settings").getByText(`Refused: ${word}.`, { exact: true });
    await choose("enable.idempotence", "true, by hand")(page);
    const recording = await field(page, "Recording as text").inputValue();
    await set(page);
    await expect(refused).toBeVisible();
    await expect(field(page, "Recording as text")).toHaveValue(recording);
    // It is no change: one Undo takes back what came before it.
    await button(page, "Undo").click();
    await expect(refused).toHaveCount(0);
    await expect(menu(page, "enable.idempotence")).toHaveValue("default");
    await expect(button(page, "Undo")).toHaveAttribute("aria-disabled", "true");

    await set(page);
    await expect(region(page, "Settings")).toContainText(`Idempotence is off now: ${word}.`);
    const off = await field(page, "Recording as text").inputValue();
    await choose("enable.idempotence", "true, by hand")(page);
    await expect(refused).toBeVisible();
    await expect(menu(page, "enable.idempotence")).toHaveValue("default");
    await expect(field(page, "Recording as text")).toHaveValue(off);
    visit.finish();
  });
}

test("every setting says what it is for, and a number is kept within its range", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  const rows = region(page, "Settings").getByRole("listitem");
  for (const [name, purpose] of [
    ["enable.idempotence", "tell a retry from something new"],
    ["acks", "every in-sync replica has the record"],
    ["retries", "Idempotence needs more than 0."],
    [IN_FLIGHT, "Idempotence needs 5 or fewer."],
    ["slots the broker remembers", "no setting of any client"],
    ["after a fatal error", "as the book has it"],
  ]) {
    const control = page.getByLabel(name, { exact: true });
    await expect(rows.filter({ has: control })).toContainText(purpose);
  }
  for (const [written, kept] of [["0", "1"], ["101", "100"], ["", "100"]]) {
    await write(IN_FLIGHT, written)(page);
    await expect(number(page, IN_FLIGHT)).toHaveValue(kept);
  }
  visit.finish();
});

test("a link carries all of the settings, and the same state", async ({ page }) => {
  const visit = await open(page, "/?step=4");
  await ready(page);
  await choose("enable.idempotence", "true, by hand")(page);
  await write("retries", "7")(page);
  await write(IN_FLIGHT, "3")(page);
  await write("slots the broker remembers", "4")(page);
  await choose("after a fatal error", "stop")(page);
  const before = await state(page);
  await button(page, "Copy link").click();
  const link = await field(page, "Link").inputValue();
  await page.goto("about:blank");
  await page.goto(link);
  await ready(page);
  await where(page, 4, 6);
  // A story under other settings is no built-in one any more.
  expect({ ...(await state(page)), scenario: null }).toEqual({ ...before, scenario: null });
  await expect(menu(page, "enable.idempotence")).toHaveValue("true, by hand");
  await expect(number(page, "retries")).toHaveValue("7");
  await expect(number(page, IN_FLIGHT)).toHaveValue("3");
  await expect(number(page, "slots the broker remembers")).toHaveValue("4");
  await expect(menu(page, "after a fatal error")).toHaveValue("stop");
  visit.finish();
});
