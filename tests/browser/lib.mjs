// What every browser test needs: a server, a page whose complaints are heard, and axe.

import AxeBuilder from "@axe-core/playwright";
import { test as base, expect } from "@playwright/test";

import { serve } from "./server.mjs";

export { expect };

/** Playwright's `test`, with a server of its own for each worker, so that no port is ever taken. */
export const test = base.extend({
  server: [
    async ({}, use) => {
      const server = await serve();
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
});

/**
 * Opens `path` and listens, in the page and in its frames, for uncaught errors, errors and
 * warnings in the console, and violations of the policy. Does not wait for the visualiser:
 * see `ready`.
 *
 * End with `finish()`, which fails if there was anything; `finish(/a/, /b/)` lets pass
 * what the test itself brought about.
 *
 * @param {import("@playwright/test").Page} page
 * @param {string} path
 */
export async function open(page, path = "/") {
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  await page.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      console.error(`policy: ${event.effectiveDirective} refused ${event.blockedURI} ${event.sample}`);
    });
  });
  await page.goto(path);
  const finish = (...expected) => {
    const unexpected = complaints.filter((text) => !expected.some((pattern) => pattern.test(text)));
    expect(unexpected, "errors, warnings and policy violations").toEqual([]);
  };
  return { complaints, finish };
}

/** Waits until the visualiser in `place` (a page or a frame) is there. */
export async function ready(place) {
  await expect(nextButton(place)).toBeVisible();
}

// Everything is looked for by role and whole accessible name: these are the page's interface, and
// what stands behind them may change. `place` is a page, a frame or a part of one.

export const button = (place, name) => place.getByRole("button", { name, exact: true });
export const nextButton = (place) => button(place, "Next");
export const scrubber = (place) => place.getByRole("slider", { name: "Step", exact: true });
export const status = (place) => place.getByRole("status");
export const field = (place, name) => place.getByRole("textbox", { name, exact: true });
export const menu = (place, name) => place.getByRole("combobox", { name, exact: true });
export const region = (place, name) => place.getByRole("region", { name, exact: true });

/** Where the run is, as a reader sees it beside the scrubber: "step 5 of 6". */
export const where = (place, step, steps) =>
  expect(place.getByText(`step ${step} of ${steps}`, { exact: true })).toBeVisible();

/** The cells of a table in State as text, row by row. */
export async function table(place, caption) {
  const table = place.getByRole("table", { name: caption, exact: true });
  return table
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => Array.from(row.cells, (cell) => cell.textContent)));
}

/** The facts of the step on screen, as the list of events and facts has them. */
export async function factsNow(place) {
  const now = region(place, "Events and facts")
    .getByRole("listitem")
    .filter({ has: place.locator('[aria-current="step"]') });
  return now.getByRole("listitem").allTextContents();
}

/**
 * Takes the page's clock in hand, from its load on. After `stop` time passes only with
 * `page.clock.runFor`, so that a test of "once a second" waits for nothing and depends on nothing.
 */
export async function takeClock(page) {
  await page.clock.install({ time: 0 });
  // An hour on: the clock cannot be stopped at a time that is over.
  return { stop: () => page.clock.pauseAt(3_600_000) };
}

/** What the JavaScript API tells of the visualiser that the page itself mounted. */
export const state = (page) => page.evaluate(() => window.fiveSlots.state());

/**
 * The accessibility violations axe finds, each as one readable line.
 *
 * `target-size` has to be asked for: axe leaves it out otherwise. So has a contrast of 7:1 for
 * text, which only one palette promises.
 *
 * @param {import("@playwright/test").Page} page
 * @param {{ enhancedContrast?: boolean }} more
 * @returns {Promise<string[]>}
 */
export async function axe(page, { enhancedContrast = false } = {}) {
  const asked = { "target-size": { enabled: true }, "color-contrast-enhanced": { enabled: enhancedContrast } };
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: asked })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(" ")}: ${failureSummary}`),
  );
}
