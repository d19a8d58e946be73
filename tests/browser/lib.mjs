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

export const nextButton = (place) => place.getByRole("button", { name: "Next", exact: true });

/**
 * The accessibility violations axe finds, each as one readable line.
 *
 * `target-size` has to be asked for: axe leaves it out otherwise.
 *
 * @param {import("@playwright/test").Page} page
 * @returns {Promise<string[]>}
 */
export async function axe(page) {
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: { "target-size": { enabled: true } } })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
    .analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(" ")}: ${failureSummary}`),
  );
}
