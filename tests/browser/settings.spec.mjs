// The settings, with the names of the real properties: what they change, and what is refused.

import { axe, button, expect, menu, open, ready, region, state, table, test, where } from "./lib.mjs";

const number = (page, name) => page.getByRole("spinbutton", { name, exact: true });
const settings = (page) => region(page, "Settings");
const IDEMPOTENCE = "enable.idempotence";
const IN_FLIGHT = "max.in.flight.requests.per.connection";

/** Sets a number as a reader does: written, and left. */
async function set(page, name, value) {
  await number(page, name).fill(String(value));
  await number(page, name).press("Enter");
}

async function opened(page, path = "/") {
  const visit = await open(page, path);
  await ready(page);
  return visit;
}

test("the defaults stand there, and both spellings", async ({ page }) => {
  const visit = await opened(page);
  await expect(menu(page, IDEMPOTENCE)).toHaveValue("default");
  await expect(menu(page, "acks")).toHaveValue("all");
  await expect(number(page, "retries")).toHaveValue("2147483647");
  await expect(number(page, IN_FLIGHT)).toHaveValue("5");
  await expect(number(page, "slots the broker remembers")).toHaveValue("5");
  await expect(menu(page, "after a fatal error")).toHaveValue("reject");
  for (const spelling of ["idempotent: true", "acks: -1", "retry.retries", "maxInFlightRequests"]) {
    await expect(settings(page).getByText(spelling, { exact: true })).toBeVisible();
  }
  await expect(button(page, "Back to the defaults")).toHaveAttribute("aria-disabled", "true");
  visit.finish();
});

test("switched off by hand: the run is replayed, and tells nothing that is not so", async ({ page }) => {
  const visit = await opened(page, "/?step=6");
  const caption = "To A this is an acknowledgement like any other";
  await expect(page.getByText(caption)).toBeVisible();
  await menu(page, IDEMPOTENCE).selectOption("false, by hand");
  await where(page, 6, 6);
  expect((await table(page, "Log of p-0")).map(([offsets]) => offsets)).toEqual(["0..2", "3..5"]);
  await expect(page.getByText(caption)).toHaveCount(0);
  await expect(page.getByText(/From step 1 on something else happens now, so the captions/)).toBeVisible();
  await expect(settings(page)).toContainText("Idempotence is off, by hand");

  await button(page, "Undo").click();
  await expect(page.getByText(caption)).toBeVisible();
  await expect(menu(page, IDEMPOTENCE)).toHaveValue("default");
  expect(await table(page, "Log of p-0")).toHaveLength(1);
  visit.finish();
});

const CONFLICTS = {
  acks: { set: (page) => menu(page, "acks").selectOption("1"), why: /needs acks=all, and acks is 1/ },
  retries: { set: (page) => set(page, "retries", 0), why: /needs retries > 0, and retries is 0/ },
  "in flight": { set: (page) => set(page, IN_FLIGHT, 6), why: /at most 5, and it is 6/ },
};
for (const [name, { set: change, why }] of Object.entries(CONFLICTS)) {
  test(`a conflict with the mere default switches idempotence off, and it is said: ${name}`, async ({ page }) => {
    const visit = await opened(page);
    await change(page);
    await expect(settings(page)).toContainText(/Idempotence is off now: .*without a word/);
    await expect(settings(page)).toContainText(why);
    await expect(menu(page, IDEMPOTENCE)).toHaveValue("default");
    await button(page, "Back to the defaults").click();
    await expect(settings(page)).toContainText("Idempotence is on, by default");
    visit.finish();
  });

  test(`a conflict with idempotence set by hand is refused with the very reason: ${name}`, async ({ page }) => {
    const visit = await opened(page, "/?step=3");
    await menu(page, IDEMPOTENCE).selectOption("true, by hand");
    const before = await state(page);
    await change(page);
    await expect(settings(page).getByText(why)).toBeVisible();
    expect(await state(page)).toEqual(before);
    await expect(menu(page, "acks")).toHaveValue("all");
    await expect(number(page, "retries")).toHaveValue("2147483647");
    await expect(number(page, IN_FLIGHT)).toHaveValue("5");
    visit.finish();
  });
}

test("a run that becomes impossible ends before that step, and it is said", async ({ page }) => {
  const visit = await opened(page, "/?scenario=five-in-flight");
  const { steps } = await state(page);
  await set(page, IN_FLIGHT, 1);
  await expect(page.getByText(/from step \d+ on this run is impossible under these settings/)).toBeVisible();
  expect((await state(page)).steps).toBeLessThan(steps);
  await button(page, "Undo").click();
  expect((await state(page)).steps).toBe(steps);
  visit.finish();
});

test("the link carries the settings", async ({ page }) => {
  const visit = await opened(page, "/?step=2");
  await menu(page, "after a fatal error").selectOption("bump-all");
  await set(page, "slots the broker remembers", 7);
  const before = await state(page);
  await button(page, "Copy link").click();
  const link = await page.getByRole("textbox", { name: "Link", exact: true }).inputValue();
  expect(link).toContain("policy+bump-all");
  await page.goto("about:blank");
  await page.goto(link);
  await ready(page);
  await expect(menu(page, "after a fatal error")).toHaveValue("bump-all");
  await expect(number(page, "slots the broker remembers")).toHaveValue("7");
  // It is no built-in scenario any more, but a run of the reader's own.
  expect(await state(page)).toEqual({ ...before, scenario: null });
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
      await menu(page, "acks").selectOption("0");
      await expect(settings(page)).toContainText("Idempotence is off now");
      expect.soft(await axe(page, how), "switched off").toEqual([]);
      await button(page, "Undo").click();
      await menu(page, IDEMPOTENCE).selectOption("true, by hand");
      await menu(page, "acks").selectOption("0");
      await expect(settings(page)).toContainText("Refused:");
      expect.soft(await axe(page, how), "refused").toEqual([]);
      visit.finish();
    });
  }
});
