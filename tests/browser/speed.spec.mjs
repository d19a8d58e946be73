// A step costs the same in a long run as in a short one. Machines differ, so what is asserted are
// ratios and counts; the absolute figures are printed, for a person to hold against the budget.

import { button, expect, open, ready, test } from "./lib.mjs";

const SHORT = 10;
const LONG = 5_000;
const SAMPLES = 60;

// One at a time: what runs beside them would be measured with them.
test.describe.configure({ mode: "serial" });

/** The setup lines of a run in one lane, of one in two, and of one over a whole cluster. */
const ONE_LANE = [];
const TWO_LANES = ["compare idempotence off"];
const THREE_BROKERS = ["brokers b1 b2 b3"];

/** A run of so many events and some more to step through: sends, each delivered and acknowledged. */
function runOf(events, setup) {
  const lines = [...setup];
  for (let batch = 1; lines.length < events + 2 * SAMPLES; batch += 1) {
    lines.push("A send p-0 1", `deliver A${batch}.1`, `deliver A${batch}.1.reply`);
  }
  return `${lines.join("\n")}\n`;
}

/** Opens the page and gives it the tools of these tests. */
async function opened(page) {
  await page.addInitScript(() => {
    const channel = new MessageChannel();
    /** Until everything is done that waits now, microtasks included. */
    const allDone = () =>
      new Promise((done) => {
        channel.port1.onmessage = done;
        channel.port2.postMessage(0);
      });
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    /** How long the program is busy with `act`, without the browser's drawing, in ms. */
    const busyWith = async (act) => {
      await frame();
      await allDone();
      const before = performance.now();
      act();
      await allDone();
      return performance.now() - before;
    };
    /** The time from a press of a key to the frame that shows what it did, in ms. */
    let paint;
    addEventListener(
      "keydown",
      ({ timeStamp }) => {
        paint = frame()
          .then(allDone)
          .then(() => performance.now() - timeStamp);
      },
      { capture: true },
    );
    window.tools = { allDone, frame, busyWith, paintOfLastKey: () => paint };
  });
  const visit = await open(page);
  await ready(page);
  return visit;
}

/** Loads a run, goes behind its first events, and waits until that is painted. */
const standAt = (page, events, { step = events, setup = ONE_LANE } = {}) =>
  page.evaluate(
    async ([text, step]) => {
      window.fiveSlots.load(text);
      window.fiveSlots.seek(step);
      await window.tools.frame();
      await window.tools.allDone();
    },
    [runOf(events, setup), step],
  );

const quantile = (numbers, share) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];
const shown = (times) =>
  `${quantile(times, 0.5).toFixed(1)} ms in the median, ${quantile(times, 0.95).toFixed(1)} ms at p95`;

/** The smaller of two: whatever else the machine did can only have made a median larger. */
const better = (known, times) => Math.min(known ?? Infinity, quantile(times, 0.5));

const RUNS = { "one lane": ONE_LANE, "two lanes": TWO_LANES, "three brokers": THREE_BROKERS };
for (const [lanes, setup] of Object.entries(RUNS)) {
  test(`with ${lanes}, a step after 5,000 events takes the program about as long as one after 10`, async ({ page }) => {
    test.slow();
    const visit = await opened(page);
    const median = {};
    const nodes = {};
    // The first round also pays for what is done only once.
    for (const events of [SHORT, LONG, SHORT, LONG]) {
      await standAt(page, events, { setup });
      const times = await page.evaluate(async (samples) => {
        const times = [];
        for (let sample = 0; sample < samples; sample += 1)
          times.push(await window.tools.busyWith(() => window.fiveSlots.step()));
        return times;
      }, SAMPLES);
      median[events] = better(median[events], times);
      nodes[events] = await page.locator("*").count();
      console.log(`${lanes}, a step after ${events} events: ${shown(times)}; ${nodes[events]} elements`);
    }
    expect(median[LONG] / median[SHORT], "a step, long run to short run").toBeLessThan(3);
    expect(nodes[LONG] / nodes[SHORT], "elements, long run to short run").toBeLessThan(3);
    visit.finish();
  });
}

test("an event added to a long run takes the program about as long as one added to a short one", async ({ page }) => {
  test.slow();
  const visit = await opened(page);
  const median = {};
  for (const events of [SHORT, LONG, SHORT, LONG]) {
    await standAt(page, events, { step: 99_999 });
    const send = await button(page, "Send from A").elementHandle();
    const times = await page.evaluate(
      async ([send, samples]) => {
        const times = [];
        while (times.length < samples) {
          // Beyond the end, Next delivers the request and then its answer.
          for (const act of [() => send.click(), () => window.fiveSlots.step(), () => window.fiveSlots.step()]) {
            times.push(await window.tools.busyWith(act));
          }
        }
        return times;
      },
      [send, SAMPLES],
    );
    median[events] = better(median[events], times);
    console.log(`an event added to ${events}: ${shown(times)}`);
  }
  expect(median[LONG] / median[SHORT]).toBeLessThan(3);
  visit.finish();
});

test("printed, not judged: from a key to its frame, with the processor slowed four times", async ({ page }) => {
  test.slow();
  const visit = await opened(page);
  const browser = await page.context().newCDPSession(page);
  for (const events of [SHORT, LONG]) {
    await standAt(page, events);
    await browser.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const times = [];
    for (let press = 0; press < SAMPLES; press += 1) {
      await page.keyboard.press(".");
      times.push(await page.evaluate(() => window.tools.paintOfLastKey()));
    }
    await browser.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    console.log(
      `from a key to its frame after ${events} events, slowed four times: ${shown(times)}; 50 ms at p95 are wished for`,
    );
  }
  visit.finish();
});
