// The strict policy, and what the page does without: other hosts, cookies, storage, history.

import { button, expect, field, menu, nextButton, open, ready, region, takeClock, test, where } from "./lib.mjs";

/** A long session: stories, the lab, text, help, themes, links. */
async function longSession(page) {
  for (let step = 1; step <= 6; step += 1) await nextButton(page).click();
  await where(page, 6, 6);
  for (const name of [
    "Send from A",
    "Deliver A2.1",
    "Duplicate A2.1.reply",
    "Restart A",
    "Add producer",
    "Add partition",
  ]) {
    await button(page, name).click();
  }
  await button(page, "the next one").click();
  await button(page, "Hand it to the broker").click();
  await button(page, "Undo").click();
  await button(page, "Redo").click();
  await menu(page, "Scenario").selectOption("sixth-batch");
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "? Help" }).click();
  await expect(region(page, "Help")).toBeVisible();
  for (const theme of ["dark", "projector", "light", "auto"]) await menu(page, "Theme").selectOption(theme);
  await page.getByRole("switch", { name: "Motion" }).click();
  await field(page, "Recording as text").fill("A send p-0 1\ndeliver A1.1\n");
  await button(page, "Apply text").click();
  await button(page, "Copy link").click();
  await expect(field(page, "Link")).toBeVisible();
  const downloaded = page.waitForEvent("download");
  await button(page, "Download").click();
  await downloaded;
  await button(page, "Play").first().click({ force: true });
  await button(page, "Reset").click();
}

/** Notes every use of a store, and refuses it, as a browser does in a sandboxed frame. */
async function refuseStorage(page) {
  await page.addInitScript(() => {
    window.storesUsed = [];
    const refuse = (name) => ({
      get() {
        window.storesUsed.push(name);
        throw new DOMException("refused", "SecurityError");
      },
    });
    for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches", "cookieStore"]) {
      Object.defineProperty(window, name, refuse(name));
    }
    Object.defineProperty(document, "cookie", {
      ...refuse("cookie"),
      set() {
        window.storesUsed.push("cookie");
      },
    });
    Object.defineProperty(navigator, "serviceWorker", refuse("serviceWorker"));
  });
}

test("a long session: no violation, no foreign request, no cookie, no store", async ({ page, context, server }) => {
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  server.requests.length = 0;
  await refuseStorage(page);
  const visit = await open(page);
  await ready(page);
  await longSession(page);

  const own = (url) =>
    url.startsWith(`${server.origin}/`) || url.startsWith("data:") || url.startsWith(`blob:${server.origin}/`);
  expect(asked.filter((url) => !own(url))).toEqual([]);
  expect(server.requests.length, server.requests.join(" ")).toBeLessThanOrEqual(6);
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => window.storesUsed)).toEqual([]);
  expect(await page.locator("[style]").count(), "no style attributes").toBe(0);
  visit.finish();
});

test("the policy is in force, and a violation would be seen", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  const refused = await page.evaluate(() => {
    document.body.setAttribute("style", "color: red");
    const script = document.createElement("script");
    try {
      script.textContent = "window.ran = true";
      document.body.append(script);
    } catch {
      // Trusted types refuse it even before the policy for scripts does.
    }
    try {
      document.body.innerHTML += "";
      return "markup went through";
    } catch (error) {
      return [error.name, window.ran];
    }
  });
  expect(refused).toEqual(["TypeError", undefined]);
  await expect.poll(() => visit.complaints.join("\n")).toContain("policy: style-src-attr refused inline");
  visit.finish(
    /policy: (style-src-attr|require-trusted-types-for|script-src)/,
    /[Cc]ontent.?[Ss]ecurity.?[Pp]olicy|[Tt]rusted/,
  );
});

for (const [what, prepare] of [
  ["without replaceState", () => delete History.prototype.replaceState],
  [
    "where replaceState throws",
    () => {
      History.prototype.replaceState = () => {
        throw new DOMException("too often", "SecurityError");
      };
    },
  ],
  [
    "without a history",
    () =>
      Object.defineProperty(window, "history", {
        get: () => {
          throw new DOMException("refused", "SecurityError");
        },
      }),
  ],
  [
    "without a clipboard, animations or matchMedia",
    () => {
      delete Navigator.prototype.clipboard;
      delete Element.prototype.animate;
      delete window.matchMedia;
    },
  ],
]) {
  test(`${what} everything else works`, async ({ page }) => {
    await page.addInitScript(prepare);
    const clock = await takeClock(page);
    const visit = await open(page);
    await ready(page);
    await clock.stop();
    await nextButton(page).click();
    await page.clock.runFor(3_000);
    await nextButton(page).click();
    await page.clock.runFor(3_000);
    await where(page, 2, 6);
    await button(page, "Copy link").click();
    await expect(field(page, "Link")).toHaveValue(/#1;step=2;/);
    visit.finish();
  });
}
