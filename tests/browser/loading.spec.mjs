// The page on its way from nothing to the visualiser, and what it says when it does not get there.

import { axe, expect, open, ready, test } from "./lib.mjs";
import { DEEP } from "./server.mjs";

const alert = (page) => page.getByRole("alert");

/** The page says, inside its root and readably, what happened, what helps, and why. */
async function saysInWords(page, happened) {
  await expect(page.locator("main#five-slots").getByRole("alert")).toContainText(happened);
  await expect(alert(page).locator("p")).toHaveCount(3);
  await expect(alert(page)).toContainText("Technical reason: ");
  expect(await axe(page)).toEqual([]);
}

test("the visualiser starts", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  await expect(page).toHaveTitle("Five Slots: Kafka's idempotent producer, step by step");
  await expect(page.locator("#five-slots-loading")).toHaveCount(0);
  await expect(alert(page)).toHaveCount(0);
  visit.finish();
});

test("it starts from a folder, however deep", async ({ page }) => {
  const visit = await open(page, `${DEEP}/`);
  await ready(page);
  visit.finish();
});

test("it starts in a frame", async ({ page }) => {
  const visit = await open(page, "/hosts/frame.html");
  const frame = page.frameLocator("iframe");
  await ready(frame);
  await expect(frame.locator("html")).toHaveAttribute("data-embed", "");
  visit.finish();
});

test("it starts in a sandboxed frame, which has no origin and no storage", async ({ page }) => {
  const visit = await open(page, "/hosts/sandboxed.html");
  await ready(page.frameLocator("iframe"));
  visit.finish();
});

test("without WebAssembly it says so", async ({ page }) => {
  await page.addInitScript(() => delete globalThis.WebAssembly);
  const visit = await open(page);
  await saysInWords(page, "This browser has no WebAssembly, or it is switched off.");
  // A slow machine has time to notice that the module is not used.
  visit.finish(/WebAssembly is not defined/, /preloaded using link preload/);
});

for (const file of ["_bg.wasm", ".js"]) {
  test(`when the file ...${file} does not arrive, it says so`, async ({ page }) => {
    await page.route(new RegExp(`five-slots-[0-9a-f]+${file}$`), (route) => route.abort());
    const visit = await open(page);
    await saysInWords(page, "A part of the visualiser could not be loaded.");
    visit.finish(/ERR_FAILED/, /Failed to fetch/);
  });
}

for (const [failure, answer, known] of [
  ["does not arrive", (route) => route.abort(), /ERR_FAILED/],
  ["is not there", (route) => route.fulfill({ status: 404, body: "not found" }), /404/],
]) {
  test(`when the file of texts ${failure}, the default story opens, and it says what is missing`, async ({ page }) => {
    await page.route(/texts-[0-9a-f]+\.txt$/, answer);
    const visit = await open(page);
    await ready(page);
    await saysInWords(page, "The other stories and the help page could not be loaded.");
    await page.getByRole("button", { name: "? Help" }).click();
    await expect(page.getByRole("region", { name: "Help" })).toContainText("call texts(text) before mount");
    visit.finish(known, /Failed to fetch|404 for the texts/);
  });
}

test("when the module is not there, it says so", async ({ page }) => {
  await page.route(/_bg\.wasm$/, (route) => route.fulfill({ status: 404, body: "not found" }));
  const visit = await open(page);
  await saysInWords(page, "A part of the visualiser could not be loaded.");
  visit.finish(/404/, /HTTP status code is not ok/);
});

test("when the module arrives broken, it says so", async ({ page }) => {
  await page.route(/_bg\.wasm$/, (route) =>
    route.fulfill({ contentType: "application/wasm", body: Buffer.from("\0asm\x01\0\0\0broken", "latin1") }),
  );
  const visit = await open(page);
  await saysInWords(page, "A part of the visualiser could not be loaded.");
  visit.finish(/CompileError/);
});

test("a host that sends the module under a wrong type does not stop it", async ({ page }) => {
  await page.route(/_bg\.wasm$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { "content-type": "application/octet-stream" } });
  });
  const visit = await open(page);
  await ready(page);
  visit.finish(/MIME/);
});

test("after a panic it says that it has stopped", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  await page.evaluate(() => setTimeout(() => { throw new WebAssembly.RuntimeError("unreachable"); }));
  await expect(alert(page)).toContainText("The visualiser has stopped");
  visit.finish(/unreachable/);
});

test("the mistake of another script does not stop it", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  await page.evaluate(() => setTimeout(() => { throw new TypeError("not ours"); }));
  await expect.poll(() => visit.complaints.length).toBe(1);
  await expect(alert(page)).toHaveCount(0);
  visit.finish(/not ours/);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the page says what it is and what it needs", async ({ page }) => {
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Five Slots" })).toBeVisible();
    await expect(page.locator("main")).toContainText("Kafka's idempotent producer");
    await expect(page.locator("main")).toContainText("needs JavaScript and WebAssembly");
    await expect(page.locator("noscript")).toBeVisible();
  });
});

test.describe("the address", () => {
  /** Opens the page with the visualiser held back: what is there now is there at first paint. */
  async function heldBack(page, path) {
    await page.route(/_bg\.wasm$/, () => {});
    await open(page, path);
    return page.locator("html");
  }

  for (const theme of ["light", "dark", "projector"]) {
    test(`sets the theme ${theme} before the visualiser is there`, async ({ page }) => {
      await expect(await heldBack(page, `/?theme=${theme}`)).toHaveAttribute("data-theme", theme);
    });
  }

  for (const query of ["", "?theme=auto", "?theme=mauve", "?embed=0", "?embed=yes"]) {
    test(`sets nothing for '${query}'`, async ({ page }) => {
      const html = await heldBack(page, `/${query}`);
      await expect(html).not.toHaveAttribute("data-theme");
      await expect(html).not.toHaveAttribute("data-embed");
    });
  }

  /** What `mount` is called with, seen by putting a stand-in in the place of the bindings. */
  async function optionsOf(page, path) {
    await page.route(/five-slots-[0-9a-f]+\.js$/, (route) =>
      route.fulfill({
        contentType: "text/javascript",
        body: "export default async () => {}; export const texts = () => {}; export const mount = (root, options) => ({ root: root.id, options });",
      }),
    );
    await page.goto(path);
    await page.waitForFunction(() => window.fiveSlots);
    // As pairs: on the way out of the browser an object would lose a key like __proto__.
    return page.evaluate(() => {
      const { root, options } = window.fiveSlots;
      return { root, options: Object.entries(options).sort() };
    });
  }

  const cases = [
    ["/", {}],
    ["/?scenario=lost-ack&step=3", { scenario: "lost-ack", step: 3 }],
    ["/?step=-1", { step: "-1" }],
    ["/?step=two&step=", { step: "" }],
    ["/?step=1&step=2", { step: 2 }],
    ["/?embed=1&keys=0&links=1", { embed: true, keys: false, links: true }],
    ["/?embed=yes&keys=", { embed: "yes", keys: "" }],
    ["/?theme=dark&rules=kafka-2.5&controls=step", { theme: "dark", rules: "kafka-2.5", controls: "step" }],
    ["/?compare=idempotence+off", { compare: "idempotence off" }],
    ["/?sceanrio=x&__proto__=y", { sceanrio: "x", ["__proto__"]: "y" }],
    ["/?scenario=x#1;rules%20lesson", { scenario: "x", hash: "#1;rules%20lesson" }],
    ["/?hash=a#b", { hash: "#b" }],
  ];
  for (const [path, options] of cases) {
    test(`${path} gives mount its options`, async ({ page, server }) => {
      const called = await optionsOf(page, path);
      expect(called.root).toBe("five-slots");
      // The page is the full one unless it is told otherwise, and links lead to it.
      const expected = { embed: false, home: `${server.origin}/`, ...options };
      expect(called.options).toEqual(Object.entries(expected).sort());
    });
  }
});
