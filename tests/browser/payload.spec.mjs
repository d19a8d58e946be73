// What the page costs a reader: bytes and requests.

import { readFileSync } from "node:fs";

import { expect, open, ready, test } from "./lib.mjs";
import { POLICY } from "./server.mjs";
import { BUDGETS, files, sizes } from "./sizes.mjs";

for (const [kind, budget] of Object.entries(BUDGETS)) {
  test(`${kind}: at most ${budget / 1000} kB after brotli`, () => {
    const { brotli } = sizes()[kind];
    expect(brotli).toBeGreaterThan(0);
    expect(brotli).toBeLessThanOrEqual(budget);
  });
}

test("at most 6 requests, each for a file of its own", async ({ page, server }) => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  server.requests.length = 0;

  const visit = await open(page);
  await ready(page);
  // A browser asks for an icon by itself, after everything else.
  await page.waitForLoadState("networkidle");

  expect(asked.filter((url) => new URL(url).origin !== server.origin && !url.startsWith("data:"))).toEqual([]);
  expect(server.requests.length, server.requests.join(" ")).toBeLessThanOrEqual(6);
  expect(new Set(server.requests).size, "no file twice").toBe(server.requests.length);
  visit.finish();
});

test("the page carries the policy itself", () => {
  const html = readFileSync(files().find((path) => path.endsWith("index.html")), "utf8");
  expect(html).toContain(`<meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
});

test("names change with the content, so that no cache mixes two builds", () => {
  const names = files().map((path) => path.split("/").pop());
  const unhashed = names.filter((name) => /\.(js|css|wasm|txt)$/.test(name) && !/-[0-9a-f]{8,}(_bg)?\./.test(name));
  expect(unhashed).toEqual([]);
});
