// The queue in all it shows, lives that end, and what an application sees over the steps of a run.

import { button, expect, factsNow, open, ready, region, status, table, test, where } from "./lib.mjs";

const click = (page, name) => button(page, name).click();
const press = async (page, name) => {
  await button(page, name).focus();
  await page.keyboard.press("Enter");
};

/** Opens the page with a run of one's own on it, at its end. */
async function run(page, text) {
  const visit = await open(page);
  await ready(page);
  const steps = await page.evaluate((text) => {
    window.fiveSlots.load(text);
    return window.fiveSlots.seek(Infinity);
  }, text);
  await where(page, steps, steps);
  return visit;
}

const sends = (count) => "A send p-0 1\n".repeat(count);

/** A producer's cells in State as text, by the heads of their columns. */
async function producer(page, name = "A") {
  const rows = await table(page, "Producers");
  const [, identity, next, open, queue, standing] = rows.find(([first]) => first.split(" ")[0] === name);
  return { identity, next, open, queue, standing };
}

const application = (page) => table(region(page, "What the application saw"), "Sends, newest first");
const wire = async (page) => (await table(page, "On the wire")).map(([name]) => name);

test("five count from the lowest open batch; what waits behind leaves with it, in order", async ({ page }) => {
  const visit = await run(page, `${sends(5)}deliver A1.1\ndeliver A2.1\ndeliver A2.1.reply\n`);
  await click(page, "Send from A");
  await click(page, "Send from A");
  const queued = await producer(page);
  expect(queued.queue).toBe(
    "A6 waits: A1 is not answered, and only 5 may be in flight from there; A7 waits behind A6",
  );
  expect(queued.open.split("; ").map((batch) => batch.split(" ")[0])).toEqual(["A1", "A3", "A4", "A5"]);
  expect(queued.next).toBe("5 on p-0");
  const producers = region(page, "Producers");
  await expect(producers.getByText("4 of 5", { exact: true })).toBeVisible();
  await expect(producers.getByText("2, no number yet", { exact: true })).toBeVisible();
  await expect(producers.getByText("waits behind A6", { exact: true })).toBeVisible();
  await expect(button(page, "Retry A6")).toHaveCount(0);

  await click(page, "Deliver A1.1.reply");
  await expect(status(page)).toHaveText(
    /A hears that A1 stands at 0.* A sends A6 .*sequence 5\. A sends A7 .*sequence 6\.$/,
  );
  expect(await producer(page)).toMatchObject({ queue: "none", next: "7 on p-0" });
  expect(await wire(page)).toEqual(["A3.1", "A4.1", "A5.1", "A6.1", "A7.1"]);
  await click(page, "Back");
  expect(await producer(page)).toEqual(queued);
  visit.finish();
});

test("another partition does not wait; a retry goes first and alone", async ({ page }) => {
  const visit = await run(page, `max-in-flight 2\n${sends(3)}A send p-1 1\ndrop A1.1\n`);
  expect(await producer(page)).toMatchObject({
    queue: "A3 waits: A1 is not answered, and only 2 may be in flight from there",
    next: "2 on p-0; 1 on p-1",
  });
  for (const name of ["Retry A1", "Deliver A1.2", "Deliver A1.2.reply"]) await click(page, name);
  expect(await wire(page)).toEqual(["A2.1", "A4.1", "A3.1"]);

  await page.evaluate((text) => {
    window.fiveSlots.load(text);
    window.fiveSlots.seek(Infinity);
  }, `${sends(2)}drop A1.1\nretry A1\n`);
  await where(page, 4, 4);
  await click(page, "Send from A");
  expect((await producer(page)).queue).toBe("A3 waits: A1 is sent again first, and alone");
  await expect(status(page)).toHaveText(/A3 waits in the queue: A1 is sent again first, and alone, so that the order is kept\.$/);
  visit.finish();
});

test("a batch in flight expires, and all behind it fail with it, written or not", async ({ page }) => {
  const visit = await run(page, `${sends(3)}deliver A1.1\ndeliver A2.1\n`);
  await click(page, "Expire A1");
  await expect(status(page)).toHaveText(
    /The delivery timeout of A1 is over\. .*A2 and A3 were in flight with A1 and fail too, written or not\. A begins its numbers anew, from 0 under epoch 1\.$/,
  );
  const after = { identity: "31, 1", next: "0 on p-0", open: "none", queue: "none", standing: "may write" };
  expect(await producer(page)).toEqual(after);
  expect((await application(page)).map(([name, , told, copies]) => [name, told, copies])).toEqual([
    ["A3", "failed", "0"],
    ["A2", "failed", "1, all the same"],
    ["A1", "failed", "1, all the same"],
  ]);
  await expect(button(page, "Expire A1")).toHaveCount(0);
  visit.finish();
});

test("a fenced life may never write again, and a stopped one until it is restarted", async ({ page }) => {
  const visit = await open(page, "/?scenario=zombie&step=9");
  await ready(page);
  await click(page, "Deliver Z2.1.reply");
  expect((await producer(page, "Z")).standing).toBe("fenced");
  expect((await producer(page, "A")).standing).toBe("may write");
  const told = await application(page);
  expect(told.find(([name]) => name === "A1").slice(2)).toEqual(["failed", "1, all the same"]);
  expect(told.find(([name]) => name === "Z2").slice(2)).toEqual(["failed", "0"]);
  await expect(button(page, "Send from Z")).toHaveAttribute("aria-disabled", "true");

  await page.evaluate((text) => {
    window.fiveSlots.load(text);
    window.fiveSlots.seek(Infinity);
  }, `policy stop\n${sends(2)}expire A1\n`);
  await where(page, 3, 3);
  expect((await producer(page)).standing).toBe("stopped, until it is restarted");
  await button(page, "Send from A").click({ force: true });
  await where(page, 3, 3);
  await click(page, "Restart A");
  await click(page, "Send from A");
  expect((await producer(page)).standing).toBe("may write");
  expect(await wire(page)).toContain("A3.1");
  visit.finish();
});

test("acknowledged, failed and unknown against the copies, step by step, with idempotence off", async ({ page }) => {
  const visit = await run(
    page,
    "idempotence off\nA send p-0 1\ndeliver A1.1\ndrop A1.1.reply\nretry A1\ndeliver A1.2\ndeliver A1.2.reply\n" +
      "A send p-0 2\ndeliver A2.1\nexpire A2\nA send p-0 1\ndrop A3.1\nexpire A3\nA send p-0 1\ndeliver A4.1\n",
  );
  const rows = async (step) => {
    await page.evaluate((step) => window.fiveSlots.seek(step), step);
    await where(page, step, 14);
    return (await application(page)).map(([name, , told, copies]) => [name, told, copies]);
  };
  expect(await rows(1)).toEqual([["A1", "unknown, no answer yet", "0"]]);
  expect(await rows(2)).toEqual([["A1", "unknown, no answer yet", "1"]]);
  expect(await rows(5)).toEqual([["A1", "unknown, no answer yet", "2 copies"]]);
  expect(await rows(14)).toEqual([
    ["A4", "unknown, no answer yet", "1"],
    ["A3", "failed", "0"],
    ["A2", "failed", "1, all the same"],
    ["A1", "acknowledged", "2 copies"],
  ]);
  const log = (await table(page, "Log of p-0")).map(([offsets, , , copy]) => [offsets, copy !== "no"]);
  expect(log).toEqual([
    ["0..0", false],
    ["1..1", true],
    ["2..3", false],
    ["4..4", false],
  ]);
  visit.finish();
});

test("with acks 0 nothing comes back at all", async ({ page }) => {
  const visit = await run(page, "acks 0\nA send p-0 1\ndeliver A1.1\n");
  expect((await application(page))[0].slice(2)).toEqual(["unknown, acks=0", "1"]);
  expect(await wire(page)).toEqual(["none"]);
  expect((await producer(page)).open).toBe("none");
  visit.finish();
});

test("the counters have Kafka's names, open by keyboard and follow the step", async ({ page }) => {
  const visit = await open(page, "/?scenario=bad-day&step=16");
  await ready(page);
  await page.getByText("Records: 12 sent, 6 retried, 1 failed, 5 acknowledged, 3 answered as duplicate").focus();
  await page.keyboard.press("Enter");
  const counters = page.getByRole("table", { name: "Counters of A", exact: true });
  await expect(counters).toBeVisible();
  expect(await table(page, "Counters of A")).toEqual([
    ["sent", "12", "record-send-total"],
    ["retried", "6", "record-retry-total"],
    ["failed", "1", "record-error-total"],
    ["acknowledged", "5", "Kafka has no metric for it"],
    ["answered as duplicate", "3", "Kafka has no metric for it"],
  ]);
  await button(page, "Back").focus();
  await page.keyboard.press("Enter");
  await where(page, 15, 16);
  await expect(counters).toBeVisible();
  expect((await table(page, "Counters of A"))[2]).toEqual(["failed", "0", "record-error-total"]);
  visit.finish();
});

test("the questions show what was looked at, in place of the broker's checks", async ({ page }) => {
  const visit = await open(page, "/?step=5");
  await ready(page);
  const asked = region(page, "What A does with the answer, in order");
  const checks = region(page, "The checks, in order");
  await expect(checks).toBeVisible();
  await press(page, "Deliver A1.2.reply");
  await where(page, 6, 6);
  await expect(asked.getByText("DUPLICATE is an acknowledgement?", { exact: true })).toBeVisible();
  await expect(asked).toContainText("A1 stands at 0 since an earlier try");
  await expect(checks).toHaveCount(0);
  await page.keyboard.press(",");
  await expect(checks).toBeVisible();
  await expect(asked).toHaveCount(0);

  await page.evaluate((text) => {
    window.fiveSlots.load(text);
    window.fiveSlots.seek(Infinity);
  }, `${sends(2)}drop A1.1\ndeliver A2.1\n`);
  await press(page, "Deliver A2.1.reply");
  await expect(asked.getByText("a retry is left (0 of 2147483647 used)?", { exact: true })).toBeVisible();
  await expect(asked.getByText("A1 is before it?", { exact: true })).toBeVisible();
  await expect(asked).toContainText("A2 arrived before A1. It keeps its number and is retried as it is.");
  for (const name of ["Retry A1", "Deliver A1.2", "Deliver A1.2.reply", "Retry A2"]) await press(page, name);
  expect(await factsNow(page)).toEqual(["A2.2 sent: pid 31, epoch 0, seq 1..1"]);
  visit.finish();
});
