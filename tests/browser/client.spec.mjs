// A producer as it really is: what waits, what is given up, what each answer means to it, and what
// its application gets to see.

import { axe, button, expect, open, ready, region, status, table, test, where } from "./lib.mjs";

const SAW = "Sends, newest first";

/** Opens a run, given as the lines of its text, behind its last event or behind `step` of them. */
async function play(page, lines, step = lines.length, path = "/") {
  const visit = await open(page, path);
  await ready(page);
  await page.evaluate(
    ([text, step]) => {
      window.fiveSlots.load(text);
      window.fiveSlots.seek(step);
    },
    [lines.join("\n"), step],
  );
  return visit;
}

const press = (place, name) => button(place, name).click();
const sends = (count) => Array(count).fill("A send p-0 1");

const band = (page, of = "A") => region(page, `What ${of} does with the answer, in order`);

/** The six questions, as they stand in the band; what was looked at is a list in each. */
const questions = (page, of) => band(page, of).locator("ol > li");

test("the sixth waits, without a number, until an answer makes room", async ({ page }) => {
  const visit = await play(page, sends(5));
  await press(page, "Send from A");
  await expect(status(page)).toHaveText(/A6 waits in the queue, without a number: A1 is not answered yet/);
  const producers = await table(page, "Producers");
  expect(producers[0].join(" ")).toContain("A6");
  expect((await table(page, SAW))[0].slice(0, 3)).toEqual(["A6", "a6 to p-0", "not sent yet"]);

  await press(page, "Deliver A1.1");
  await press(page, "Deliver A1.1.reply");
  await expect(status(page)).toHaveText(/A1 stands at 0.*A sends A6 .*sequence 5\.$/);
  expect((await table(page, SAW))[0][2]).toBe("unknown, no answer yet");
  visit.finish();
});

test("giving up what was never sent leaves no gap", async ({ page }) => {
  const visit = await play(page, sends(6));
  await press(page, "Expire A6");
  await expect(status(page)).toHaveText(/A6 was never sent and has no number, so it fails without leaving a gap/);
  await expect(button(page, "Retry A1")).not.toHaveAttribute("aria-disabled", "true");
  expect((await table(page, SAW))[0].slice(2)).toEqual(["failed", "0"]);
  visit.finish();
});

test("what the application was told stands beside what the log has", async ({ page }) => {
  // A1 is written and acknowledged, A2 is written and given up, A3 is lost with its life.
  const visit = await play(page, [
    "A send p-0 1",
    "deliver A1.1",
    "deliver A1.1.reply",
    "A send p-0 1",
    "deliver A2.1",
    "expire A2",
    "A send p-0 1",
    "A restart",
  ]);
  expect((await table(page, SAW)).map(([batch, , told, copies]) => [batch, told, copies])).toEqual([
    ["A3", "unknown, its life ended", "0"],
    ["A2", "failed", "1, all the same"],
    ["A1", "acknowledged", "1"],
  ]);
  expect((await table(page, "Log of p-0")).map(([offsets]) => offsets)).toEqual(["0..0", "1..1"]);
  visit.finish();
});

test("two copies are in the log without idempotence, and the counters say what was sent", async ({ page }) => {
  const lines = [
    "idempotence off",
    'A send p-0 "umbrella 1"',
    "deliver A1.1",
    "drop A1.1.reply",
    "retry A1",
    "deliver A1.2",
    "deliver A1.2.reply",
  ];
  const visit = await play(page, lines);
  expect((await table(page, SAW))[0].slice(2)).toEqual(["acknowledged", "2 copies"]);
  await page.getByText("Records: 2 sent, 1 retried, 1 acknowledged").click();
  const counted = (metric) => page.getByRole("row", { name: metric }).getByRole("cell");
  await expect(counted("record-send-total")).toHaveText(["sent", "2", "record-send-total"]);
  await expect(counted("record-retry-total")).toHaveText(["retried", "1", "record-retry-total"]);
  visit.finish();
});

test("with no retry left a timeout gives the batch up, and it says so before", async ({ page }) => {
  const visit = await play(page, ["retries 1", "A send p-0 1", "retry A1"]);
  await expect(page.getByText(/no retry left/)).toBeVisible();
  await press(page, "Retry A1");
  await expect(status(page)).toHaveText(/A1 has no retry left/);
  expect((await table(page, SAW))[0].slice(2)).toEqual(["failed", "0"]);
  visit.finish();
});

test("a producer that stops can only be restarted", async ({ page }) => {
  const visit = await play(page, ["policy stop", "A send p-0 1", "expire A1"]);
  await expect(region(page, "Producers")).toContainText("stopped, until it is restarted");
  await expect(button(page, "Send from A")).toHaveAttribute("aria-disabled", "true");
  await press(page, "Restart A");
  await expect(button(page, "Send from A")).not.toHaveAttribute("aria-disabled", "true");
  visit.finish();
});

const BEHIND = [...sends(2), "deliver A2.1", "deliver A2.1.reply"];
const TOLD = {
  DUPLICATE: {
    run: ["A send p-0 1", "deliver A1.1", "drop A1.1.reply", "retry A1", "deliver A1.2", "deliver A1.2.reply"],
    decides: 2,
    verdict: /DUPLICATE is success.*raises no exception/,
  },
  "OUT_OF_ORDER behind another": { run: BEHIND, decides: 6, verdict: /is waiting, not failing/ },
  "OUT_OF_ORDER with nothing before it": {
    run: ["producer A pid=31 epoch=0 next=p-0:7", "A send p-0 1", "deliver A1.1", "deliver A1.1.reply"],
    decides: 6,
    verdict: /looks like a real gap.*the policy is reject/,
  },
  FENCED: {
    run: [
      "producer A transactional-id=orders",
      "A send p-0 1",
      "A restart leaving Z",
      "A send p-0 1",
      "deliver A2.1",
      "deliver A1.1",
      "deliver A1.1.reply",
    ],
    decides: 3,
    verdict: /FENCED is the end of this producer/,
    of: "Z",
  },
  "an answer that nobody waits for": {
    run: ["A send p-0 1", "duplicate A1.1", "deliver A1.1", "deliver A1.1.reply", "deliver A1.1b", "deliver A1.1b.reply"],
    decides: 1,
    verdict: /nobody|nothing/i,
  },
};
for (const [name, { run, decides, verdict, of }] of Object.entries(TOLD)) {
  test(`what a producer makes of ${name}, by keyboard`, async ({ page }) => {
    const events = run.filter((line) => !/^(producer|policy)/.test(line)).length;
    const visit = await play(page, run, events - 1);
    await page.keyboard.press(".");
    await where(page, events, events);
    const asked = questions(page, of);
    await expect(asked).toHaveCount(6);
    for (let place = 0; place < 6; place += 1) {
      const word = place + 1 < decides ? "goes on" : place + 1 === decides ? "decides" : "not reached";
      await expect(asked.nth(place)).toContainText(word);
    }
    await expect(band(page, of)).toContainText(verdict);
    visit.finish();
  });
}

test.describe("axe", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });
  test.slow();
  const STATES = {
    "a queue": sends(8),
    "an answer judged": BEHIND,
    "copies, and a failure that is in the log": [
      "idempotence off",
      "A send p-0 1",
      "deliver A1.1",
      "retry A1",
      "deliver A1.2",
      "expire A1",
    ],
  };
  for (const [name, { path, size, ...how }] of Object.entries({
    light: { path: "/?theme=light" },
    "dark, 320 px": { path: "/?theme=dark", size: { width: 320, height: 640 } },
    "the projector": { path: "/?theme=projector", size: { width: 1024, height: 768 }, enhancedContrast: true },
  })) {
    test(name, async ({ page }) => {
      if (size) await page.setViewportSize(size);
      const visit = await open(page, path);
      await ready(page);
      for (const [state, lines] of Object.entries(STATES)) {
        await page.evaluate((text) => window.fiveSlots.load(text), lines.join("\n"));
        await page.evaluate(() => window.fiveSlots.seek(99));
        await expect(page.getByRole("table", { name: SAW })).toBeVisible();
        expect.soft(await axe(page, how), state).toEqual([]);
      }
      visit.finish();
    });
  }
});
