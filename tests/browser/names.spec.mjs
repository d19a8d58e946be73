// Names are an interface: tests, assistive technology and lesson texts rely on them.

import { readFileSync } from "node:fs";

import {
  button,
  expect,
  factsNow,
  field,
  menu,
  nextButton,
  open,
  ready,
  scrubber,
  table,
  test,
  where,
} from "./lib.mjs";

/** The built-in stories by their public ids, in the menu's order. */
const SCENARIOS = [
  "lost-ack",
  "lost-request",
  "worked-trace",
  "sixth-batch",
  "gap",
  "three-surprises",
  "cut-in-two",
  "per-partition",
  "restart-new-pid",
  "zombie",
  "newer-epoch",
  "wrap",
  "flowchart",
  "send-twice",
  "two-producers",
  "two-partitions",
  "two-umbrellas",
  "reordered",
  "five-in-flight",
  "two-fives",
  "sixth-waits",
  "no-retries",
  "same-batch",
  "late-ack",
  "network-copy",
  "timeout-gap",
  "bump-twice",
  "twenty-zeros",
  "framework-replay",
  "bad-day",
  "all-three",
  "failover",
  "old-leader",
  "slow-follower",
  "acks-1",
  "too-few",
  "too-few-after",
  "no-leader",
  "unclean-gap",
  "unclean-silent",
  "four-layers",
  "newest-only",
  "shortest",
  "no-messages",
  "idle",
  "kip-360",
  "state-returns",
  "overtaken",
];

const textOf = (id) => readFileSync(new URL(`../../scenarios/${id}.txt`, import.meta.url), "utf8");
const titleOf = (id) => textOf(id).split("\n", 1)[0].replace(/^# /, "");

/** What a line begins with that is an event: a producer and what it does, or one of these words. */
const WORDS =
  "batch|deliver|drop|duplicate|retry|expire|stop|crash|start|pause|resume|snapshot|elect|shrink|move|roll|delete|forget";
const EVENT = new RegExp(`^(${WORDS}|[A-Z] (send|restart))( |$)`);

/** The facts under each event of a scenario's text. */
function factsOf(id) {
  const steps = [];
  for (const line of textOf(id).split("\n")) {
    if (line.startsWith("  ")) steps.at(-1).push(line.trim());
    else if (EVENT.test(line)) steps.push([]);
  }
  return steps;
}

test("what can be pressed, by name", async ({ page }) => {
  const visit = await open(page, "/?step=1");
  await ready(page);
  const everywhere = ["Next", "Back", "Reset", "Play", "Undo", "Redo", "Copy link"];
  for (const name of [
    ...everywhere,
    "Send from A",
    "Restart A",
    "Retry A1",
    "Deliver A1.1",
    "Drop A1.1",
    "Duplicate A1.1",
  ]) {
    await expect(button(page, name)).toHaveCount(1);
  }
  await nextButton(page).click();
  for (const name of [...everywhere, "Deliver A1.1.reply", "Drop A1.1.reply", "Duplicate A1.1.reply"]) {
    await expect(button(page, name)).toHaveCount(1);
  }
  await expect(scrubber(page)).toHaveCount(1);
  await expect(menu(page, "Scenario")).toHaveCount(1);
  await expect(page.getByRole("switch", { name: "Motion", exact: true })).toHaveCount(1);
  await expect(field(page, "Recording as text")).toHaveCount(1);
  // A toolbar would claim the arrow keys.
  await expect(page.getByRole("group", { name: "Steps" })).toHaveCount(1);
  await expect(page.getByRole("toolbar")).toHaveCount(0);
  visit.finish();
});

test("the tables of State as text, always in step", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  expect(await table(page, "On the wire")).toEqual([["none"]]);
  expect(await table(page, "Log of p-0")).toEqual([["none"]]);
  await expect(page.getByRole("table", { name: "Producers", exact: true })).toHaveCount(1);
  await nextButton(page).click();
  expect((await table(page, "On the wire")).map(([message]) => message)).toEqual(["A1.1"]);
  await nextButton(page).click();
  expect((await table(page, "On the wire")).map(([message]) => message)).toEqual(["A1.1.reply"]);
  expect((await table(page, "Log of p-0")).map(([offsets]) => offsets)).toEqual(["0..2"]);
  expect((await table(page, "Window of producer 31 on p-0")).length).toBe(1);
  // Every row has as many cells as its table has heads.
  const ragged = await page.getByRole("table").evaluateAll((tables) =>
    tables.flatMap((table) => {
      const width = (row) => [...row.cells].reduce((sum, cell) => sum + cell.colSpan, 0);
      return [...table.rows].filter((row) => width(row) !== width(table.rows[0])).map((row) => row.textContent);
    }),
  );
  expect(ragged).toEqual([]);
  visit.finish();
});

test("the visible word of a button is in its accessible name", async ({ page }) => {
  const visit = await open(page, "/?scenario=zombie&step=9");
  await ready(page);
  await page.keyboard.press("?");
  const buttons = await page.getByRole("button").all();
  expect(buttons.length).toBeGreaterThan(40);
  const plain = (text) => text.replace(/\s+/g, " ").trim();
  for (const one of buttons) {
    const [tree, seen] = [await one.ariaSnapshot(), plain(await one.innerText())];
    const name = /^- '?button "((?:[^"\\]|\\.)*)"/.exec(tree)?.[1].replaceAll('\\"', '"') ?? "";
    expect(plain(name), tree).toContain(seen);
  }
  visit.finish();
});

test("all stories are in the menu, in order", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  const options = menu(page, "Scenario").getByRole("option");
  expect(await options.evaluateAll((options) => options.map(({ value }) => value))).toEqual(SCENARIOS);
  expect(await options.allTextContents()).toEqual(SCENARIOS.map(titleOf));
  visit.finish();
});

for (const id of SCENARIOS) {
  test(`${id} opens from the menu and plays to its end as its file says`, async ({ page }) => {
    const visit = await open(page);
    await ready(page);
    await menu(page, "Scenario").selectOption(id);
    await expect(page.getByRole("heading", { name: titleOf(id), exact: true })).toBeVisible();
    const facts = factsOf(id);
    expect(facts.length).toBeGreaterThan(3);
    // What the second lane has instead stands there too, under its name, and in no file.
    const second = textOf(id).match(/^compare (.+)$/m)?.[1];
    const inFile = (fact) => !second || !fact.startsWith(`${second}: `);
    for (const [index, expected] of facts.entries()) {
      await nextButton(page).click();
      await where(page, index + 1, facts.length);
      expect((await factsNow(page)).filter(inFile), `step ${index + 1}`).toEqual(expected);
    }
    // The text on the page is the file, facts and all.
    expect(await field(page, "Recording as text").inputValue()).toBe(textOf(id));
    visit.finish();
  });
}
