// The default story with a pointer alone, and then what a learner does with it.

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
  table,
  takeClock,
  test,
  where,
} from "./lib.mjs";

const click = (page, name) => button(page, name).click();
const toldNow = (page, text) => expect(status(page)).toHaveText(text);

/** A press on a control that says it is disabled: Playwright would wait for it. */
const clickAnyway = (page, name) => button(page, name).click({ force: true });

test("Next and Back tell the story to its end and back", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  for (let step = 1; step <= 6; step += 1) {
    await nextButton(page).click();
    await where(page, step, 6);
  }
  await toldNow(page, /^Step 6 of 6\. A hears that A1 stands at 0/);
  await expect(page.getByText("Nobody did anything wrong here")).toBeVisible();
  await expect(button(page, "Next")).toHaveAttribute("aria-disabled", "true");
  expect(await table(page, "On the wire")).toEqual([["none"]]);

  await click(page, "Back");
  await toldNow(page, /^Step 5 of 6\. Broker b1 answers DUPLICATE, base 0\./);
  await expect(scrubber(page)).toHaveAttribute("aria-valuetext", "step 5 of 6: DUPLICATE");
  expect(await factsNow(page)).toContain("A1.2.reply sent: DUPLICATE base=0");
  // Both ends of the scrubber, by where they are.
  const { width, height } = await scrubber(page).boundingBox();
  await scrubber(page).click({ position: { x: 1, y: height / 2 } });
  await where(page, 0, 6);
  await scrubber(page).click({ position: { x: width - 1, y: height / 2 } });
  await where(page, 6, 6);
  visit.finish();
});

test("Play goes on by itself and stops where the story asks; read out is one message in three seconds", async ({
  page,
}) => {
  const clock = await takeClock(page);
  const visit = await open(page);
  await ready(page);
  await clock.stop();
  await menu(page, "Speed of Play").selectOption("fast");
  await click(page, "Play");
  await where(page, 0, 6);
  for (const [step, told] of [
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 4],
  ]) {
    await page.clock.runFor(1_000);
    await where(page, step, 6);
    await toldNow(page, new RegExp(`^Step ${told} of 6`));
  }
  await expect(page.getByText("What will the broker answer?")).toBeVisible();
  await expect(button(page, "Play")).toBeVisible();
  await page.clock.runFor(10_000);
  await where(page, 4, 6);

  await click(page, "Play");
  await page.clock.runFor(1_000);
  await where(page, 5, 6);
  await click(page, "Pause");
  await page.clock.runFor(10_000);
  await where(page, 5, 6);
  visit.finish();
});

test("a lost acknowledgement by one's own hand ends in DUPLICATE with the first offset", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  // Something before it, so that the first offset is not simply 0.
  await click(page, "Send from A");
  await click(page, "Deliver A1.1");
  await click(page, "Deliver A1.1.reply");
  await field(page, "Records to send from A: how many, or labels with commas between").fill("3");
  await click(page, "Send from A");
  await click(page, "Deliver A2.1");
  await toldNow(page, /^Step 5 of 5\. Broker b1 answers OK, base 1\./);
  await click(page, "Drop A2.1.reply");
  await toldNow(page, /The answer A2\.1\.reply is lost/);
  await click(page, "Retry A2");
  await click(page, "Deliver A2.2");
  await toldNow(page, /^Step 8 of 8\. Broker b1 answers DUPLICATE, base 1\./);
  expect((await state(page)).decision).toMatchObject({ reply: "DUPLICATE", baseOffset: 1, logEndOffset: 4 });
  await click(page, "Deliver A2.2.reply");
  await toldNow(page, /A hears that A2 stands at 1/);
  expect((await table(page, "Log of p-0")).length).toBe(2);
  await expect(page.getByText("holds", { exact: true })).toHaveCount(3);
  visit.finish();
});

test("a lost request looks the same to the producer, and a copy by the network is recognised", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  await click(page, "Send from A");
  await click(page, "Duplicate A1.1");
  await click(page, "Drop A1.1");
  await toldNow(page, /The request A1\.1 is lost: the broker never sees it\./);
  await click(page, "Deliver A1.1b");
  await toldNow(page, /Broker b1 answers OK, base 0\./);
  await click(page, "Retry A1");
  await click(page, "Deliver A1.2");
  await toldNow(page, /Broker b1 answers DUPLICATE, base 0\./);
  visit.finish();
});

test("leaving the story starts a branch, and the story is one press away", async ({ page }) => {
  const visit = await open(page, "/?step=2");
  await ready(page);
  await expect(page.getByText("You have left the story: this run is yours.")).toHaveCount(0);

  // What the story does next is not leaving it.
  await click(page, "Drop A1.1.reply");
  await where(page, 3, 6);
  await click(page, "Back");
  await click(page, "Deliver A1.1.reply");
  await where(page, 3, 3);
  await expect(page.getByText("You have left the story: this run is yours.")).toBeVisible();
  expect((await state(page)).left).toBe(true);

  await click(page, "Back to the story");
  await expect(page.getByText("You are in the story.")).toBeVisible();
  await where(page, 2, 6);
  await click(page, "Your run 1");
  await where(page, 2, 3);
  await nextButton(page).click();
  await toldNow(page, /A hears that A1 stands at 0/);
  // Beyond the end of an own run, Next lets nothing go wrong.
  await click(page, "Send from A");
  await nextButton(page).click();
  await toldNow(page, /^Step 5 of 5\. Broker b1 answers OK, base 3\./);
  visit.finish();
});

test("Undo, Redo and Reset", async ({ page }) => {
  const visit = await open(page, "/?step=1");
  await ready(page);
  await clickAnyway(page, "Undo");
  await expect(page.getByText("There is nothing to undo.")).toBeVisible();

  await click(page, "Drop A1.1");
  await where(page, 2, 2);
  await click(page, "Undo");
  await where(page, 1, 6);
  await expect(page.getByText("You have left the story: this run is yours.")).toHaveCount(0);
  await click(page, "Redo");
  await where(page, 2, 2);
  await click(page, "Reset");
  await where(page, 0, 6);
  // The run was left, not lost: Undo knows it, and so does its button.
  await click(page, "Your run 1");
  await where(page, 0, 2);
  await click(page, "Undo");
  await where(page, 2, 2);
  visit.finish();
});

test("a control that can do nothing now says why", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  const says = async (name, why) => {
    await expect(button(page, name)).toHaveAttribute("aria-disabled", "true");
    await clickAnyway(page, name);
    await expect(page.getByText(why, { exact: true })).toBeVisible();
  };
  await says("Back", "This is the start.");
  await nextButton(page).click();
  await expect(page.getByText("This is the start.", { exact: true })).toHaveCount(0);
  await nextButton(page).click();
  await says("Deliver A1.1", "A1.1 is not on the wire; there: A1.1.reply.");

  // The sixth waits in the queue, and says why.
  for (let more = 0; more < 5; more += 1) await click(page, "Send from A");
  await expect(status(page)).toHaveText(/A6 waits in the queue, without a number: A1 is not answered yet/);
  await expect(button(page, "Retry A6")).toHaveCount(0);
  await expect(button(page, "Expire A6")).toBeVisible();
  // One is answered, and the sixth leaves as a consequence.
  await click(page, "Deliver A1.1.reply");
  await expect(button(page, "Retry A6")).toBeVisible();
  await says("Retry A3", "A3 is not the lowest open batch: A2 goes first; possible: retry A2.");
  visit.finish();
});

test("a message opens to its header", async ({ page }) => {
  const visit = await open(page, "/?scenario=flowchart&step=2");
  await ready(page);
  const message = button(page, "A1.1.reply");
  await expect(message).toHaveAttribute("aria-expanded", "false");
  await message.click();
  await expect(message).toHaveAttribute("aria-expanded", "true");
  const header = page.locator(`#${await message.getAttribute("aria-controls")}`);
  for (const [name, value] of [
    ["partition", "p-0"],
    ["producer id", "100"],
    ["epoch", "3"],
    ["base sequence", "7"],
    ["last sequence", "7"],
    ["records", "1"],
  ]) {
    await expect(header).toContainText(`${name}${value}`);
  }
  await message.click();
  await expect(header).toHaveCount(0);
  visit.finish();
});

test("a slot, a batch in the log and a fact lead to their steps", async ({ page }) => {
  const visit = await open(page, "/?step=6");
  await ready(page);
  await click(page, "0..2 at 0 in slot 1: show the step that wrote it");
  await where(page, 2, 6);
  await click(page, "5 deliver A1.2");
  await where(page, 5, 6);
  await expect(button(page, "5 deliver A1.2")).toHaveAttribute("aria-current", "step");
  await click(page, "0 umbrella 1 1 umbrella 2 2 umbrella 3 in the log of p-0: show the step that wrote it");
  await where(page, 2, 6);

  // What was there before step 1 was written by no step: nothing promises to show one.
  await menu(page, "Scenario").selectOption("flowchart");
  await expect(page.getByText("4..5", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /in slot/ })).toHaveCount(0);
  visit.finish();
});

test("producers and partitions are added, and what has happened stays", async ({ page }) => {
  const visit = await open(page, "/?step=2");
  await ready(page);
  await click(page, "Add producer");
  await where(page, 2, 6);
  expect((await table(page, "Producers")).map(([name]) => name)).toEqual(["A", "B"]);
  await click(page, "Add partition");
  await where(page, 2, 6);
  expect(await table(page, "Log of p-1")).toEqual([["none"]]);

  await menu(page, "Partition for B").selectOption("p-1");
  await click(page, "Send from B");
  await toldNow(page, /The broker names B producer 32, epoch 0\. B sends B1 .* to p-1: sequence 0\./);
  await click(page, "Deliver B1.1");
  await toldNow(page, /Broker b1 answers OK, base 0\./);
  expect((await table(page, "Window of producer 32 on p-1")).length).toBe(1);
  expect(await field(page, "Recording as text").inputValue()).toContain("\nproducer B\n");
  visit.finish();
});

test("a batch by hand: each suggestion gets the answer it is there for", async ({ page }) => {
  const visit = await open(page, "/?step=2");
  await ready(page);
  const answers = {
    "a copy of slot 1": "DUPLICATE base=0 (same range remembered)",
    "the next one": "OK base=3 (3 = 2 + 1)",
    "a gap": "OUT_OF_ORDER (expected 3, got 4: a gap ahead)",
    "one below the window": "OUT_OF_ORDER (expected 3, got 2147483647: behind the window)",
    "the newest, one record shorter": "OUT_OF_ORDER (expected 3, got 0: an overlap with a remembered batch)",
    "newer epoch, seq 0": "OK base=3 (restart: newer epoch, s = 0)",
    "newer epoch, seq 4": "OUT_OF_ORDER (newer epoch, but s = 4)",
  };
  const suggestions = page.getByRole("group", { name: "Fill in" });
  expect(await suggestions.getByRole("button").allTextContents()).toEqual(Object.keys(answers));
  for (const [name, answer] of Object.entries(answers)) {
    await button(suggestions, name).click();
    await click(page, "Hand it to the broker");
    await where(page, 3, 3);
    expect((await factsNow(page))[0], name).toContain(answer);
    await click(page, "Back");
  }
  visit.finish();
});

test("a batch by hand: any number, and a word on what is no number", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  const fill = async (values) => {
    for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
  };
  const labels = "labels, commas between (optional)";
  await fill({ partition: "p-3", pid: "77", epoch: "2", seq: "0", records: "2", [labels]: "hat, coat" });
  await click(page, "Hand it to the broker");
  expect((await factsNow(page))[0]).toContain("OK base=0 (no state, s = 0)");
  expect((await table(page, "Log of p-3"))[0].join(" ")).toContain("hat, coat");

  const wrong = [
    [{ partition: "q" }, "Not yet: partition: p-0 to p-15."],
    [{ partition: "p-3", seq: "2147483648" }, "Not yet: sequence: 0 to 2147483647."],
    [{ seq: "0", epoch: "x" }, "Not yet: epoch: 0 to 32767."],
    [{ epoch: "1", pid: "" }, "Not yet: pid: -1, or 0 to 9223372036854775807."],
    [{ pid: "77", [labels]: "a, b, c" }, "Not yet: labels: 3 for 2 records, one each."],
  ];
  await fill({ records: "2" });
  for (const [values, why] of wrong) {
    await fill(values);
    await expect(page.getByText(why, { exact: true })).toBeVisible();
    await expect(button(page, "Hand it to the broker")).toHaveAttribute("aria-disabled", "true");
  }
  await fill({ [labels]: "" });
  await click(page, "Hand it to the broker");
  expect((await factsNow(page))[0]).toContain("FENCED (older epoch, 1 < 2)");
  // What no producer may send is an event too, and answered.
  await fill({ epoch: "2", seq: "-5" });
  await click(page, "Hand it to the broker");
  expect((await factsNow(page))[0]).toContain("INVALID_RECORD (negative sequence)");
  visit.finish();
});

test("a restart: another producer id, or the next epoch, or a zombie left behind", async ({ page }) => {
  const visit = await open(page, "/?step=1");
  await ready(page);
  await click(page, "Restart A");
  await toldNow(page, /A1 dies with the old life: .* A starts again, as producer 32 with epoch 0\./);

  await click(page, "Add one with a transactional id");
  await click(page, "Send from B");
  await click(page, "Deliver B1.1");
  await click(page, "Restart, leaving Z as the old life of B");
  await toldNow(page, /goes on as Z, with epoch 0\. B starts again, as producer 33 with epoch 1\./);
  await click(page, "Send from B");
  await click(page, "Deliver B2.1");
  await click(page, "Send from Z");
  await click(page, "Deliver Z1.1");
  await toldNow(page, /Broker b1 answers FENCED\. Epoch 0 is older than 1/);
  await click(page, "Deliver Z1.1.reply");
  await toldNow(page, /Z is fenced: a newer life has taken its place\./);
  const producers = await table(page, "Producers");
  expect(producers.find(([name]) => name.startsWith("Z")).join(" ")).toContain("fenced");
  visit.finish();
});
