// Chaos: a hand that decides by dials and dice. Nothing here depends on what it picks.

import { axe, button, expect, menu, open, ready, region, state, status, test } from "./lib.mjs";

async function start(page, count, speed) {
  await menu(page, "Length of chaos").selectOption(count);
  await menu(page, "Speed of chaos").selectOption(speed);
  await button(page, "Start chaos").click();
}

const chaos = (page) => region(page, "Chaos");
const startIsBack = (page) =>
  expect(chaos(page).getByRole("button", { name: "Start chaos", exact: true })).toBeVisible({ timeout: 60_000 });

test("2,000 events can be stepped back to the start, and one Undo takes all back", async ({ page }) => {
  test.slow();
  const visit = await open(page);
  await ready(page);
  await start(page, "2000", "fast");
  await startIsBack(page);
  expect((await state(page)).steps).toBe(2_000);
  await page.evaluate(() => {
    while (window.fiveSlots.back());
  });
  expect((await state(page)).step).toBe(0);
  expect((await state(page)).promises.map(({ standing }) => standing)).toEqual(["kept", "kept", "kept"]);
  await button(page, "Undo").click();
  const before = await state(page);
  expect([before.left, before.steps]).toEqual([false, 6]);
  await expect(button(page, "Undo")).toHaveAttribute("aria-disabled", "true");
  visit.finish();
});

test("chaos is paused, stopped by Escape, and stopped by whatever else is done", async ({ page }) => {
  await open(page);
  await ready(page);
  await start(page, "500", "normal");
  await button(page, "Pause chaos").click();
  const paused = (await state(page)).steps;
  await button(page, "Go on with chaos").click();
  await expect.poll(async () => (await state(page)).steps).toBeGreaterThan(paused);
  await page.keyboard.press("Escape");
  await startIsBack(page);
  const stopped = (await state(page)).steps;
  await button(page, "Start chaos").click();
  await expect.poll(async () => (await state(page)).steps).toBeGreaterThan(stopped);
  await button(page, "Undo").click();
  await startIsBack(page);
  expect((await state(page)).steps).toBe(stopped);
});

test("while chaos runs little is read out, and at its end where it came to", async ({ page }) => {
  await open(page);
  await ready(page);
  await page.evaluate(() => {
    window.messages = [];
    const status = document.querySelector("[role=status]");
    new MutationObserver(() => window.messages.push(status.textContent)).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  await start(page, "20", "normal");
  await startIsBack(page);
  const { step, steps } = await state(page);
  expect([step, steps]).toEqual([20, 20]);
  await expect(status(page)).toHaveText(/^Step 20 of 20\./);
  // Four seconds: one at the start, one in between, one at the end, perhaps one more.
  const messages = await page.evaluate(() => window.messages);
  expect(messages.length).toBeLessThanOrEqual(4);
});

test("with every request lost nothing is ever written; then it settles, as one change", async ({ page }) => {
  await open(page);
  await ready(page);
  const dial = chaos(page).getByRole("slider", { name: /^lose requests/ });
  await dial.focus();
  await page.keyboard.press("End");
  await expect(chaos(page)).toContainText("lose requests 100 %");
  await start(page, "100", "fast");
  await startIsBack(page);
  expect((await state(page)).partitions.map(({ logEndOffset }) => logEndOffset)).toEqual([0]);
  const { steps } = await state(page);
  await button(page, "Let it settle").click();
  const settled = await state(page);
  expect(settled.producers.flatMap(({ open }) => open)).toEqual([]);
  expect(settled.partitions[0].logEndOffset).toBeGreaterThan(0);
  await button(page, "Undo").click();
  expect((await state(page)).steps).toBe(steps);
});

test("axe finds nothing while chaos runs", async ({ page }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  await ready(page);
  await start(page, "100", "normal");
  await button(page, "Pause chaos").click();
  expect(await axe(page)).toEqual([]);
});
