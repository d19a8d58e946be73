// The default story without a pointer, and what keys must leave alone.

import {
  button,
  expect,
  field,
  menu,
  nextButton,
  open,
  ready,
  region,
  scrubber,
  state,
  status,
  test,
  where,
} from "./lib.mjs";

/** What is read out at each step of the default story. */
const TOLD = [
  /^Step 1 of 6\. The broker names A producer 31, epoch 0\. A sends A1 .*sequences 0 to 2\.$/,
  /^Step 2 of 6\. Broker b1 answers OK, base 0\. .*starts at 0: appended, log end 3\.$/,
  /^Step 3 of 6\. The answer A1\.1\.reply is lost\./,
  /^Step 4 of 6\. A1 is sent again, as A1\.2: the same batch, the same sequences 0 to 2\.$/,
  /^Step 5 of 6\. Broker b1 answers DUPLICATE, base 0\. .*nothing is appended/,
  /^Step 6 of 6\. A hears that A1 stands at 0, and is done with it\.$/,
];

const focusIsOn = (page, tag) => expect.poll(() => page.evaluate(() => document.activeElement.tagName)).toBe(tag);

/** The root of the visualiser: a neutral place for the focus, which uses no key itself. */
const focusRoot = (place) => place.locator("[data-motion]").focus();

/** Notes all keys, on their way down: whoever takes one may also stop it there. */
async function watchKeys(page) {
  await page.evaluate(() => {
    window.keys = [];
    addEventListener("keydown", (event) => window.keys.push(event), { capture: true });
  });
}

/** The keys since the last call that the page took from the browser. */
const keysTaken = (page) =>
  page.evaluate(() =>
    window.keys
      .splice(0)
      .filter((event) => event.defaultPrevented)
      .map(({ key }) => key),
  );

test("the keys of the full page tell the story to its end", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  await expect(status(page)).toHaveCount(1);
  await expect(status(page)).toHaveText("");
  await focusIsOn(page, "BODY");

  for (const [index, told] of TOLD.entries()) {
    await page.keyboard.press(index % 2 ? "ArrowRight" : ".");
    await expect(status(page)).toHaveText(told);
    await where(page, index + 1, 6);
  }
  await focusIsOn(page, "BODY");
  await expect(status(page)).toHaveCount(1);

  await page.keyboard.press(",");
  await expect(status(page)).toHaveText(TOLD[4]);
  await expect(scrubber(page)).toHaveAttribute("aria-valuetext", "step 5 of 6: DUPLICATE");
  await page.keyboard.press("ArrowLeft");
  await expect(status(page)).toHaveText(TOLD[3]);
  await page.keyboard.press("Home");
  await where(page, 0, 6);
  await expect(scrubber(page)).toHaveAttribute("aria-valuetext", "step 0 of 6");
  await page.keyboard.press("End");
  await where(page, 6, 6);
  await focusIsOn(page, "BODY");

  // Beyond the end there is nothing to do, and it is said.
  await page.keyboard.press(".");
  await expect(page.getByText("Nothing is outstanding: send something, or go back.")).toBeVisible();
  await where(page, 6, 6);
  visit.finish();
});

test("Tab and Enter tell the story to its end", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  const focused = () => page.evaluate(() => document.activeElement.textContent);
  for (let presses = 0; (await focused()) !== "Next"; presses += 1) {
    expect(presses, "Next comes within the first 40 stops of Tab").toBeLessThan(40);
    await page.keyboard.press("Tab");
  }
  for (const [index, told] of TOLD.entries()) {
    await page.keyboard.press(index % 2 ? "Space" : "Enter");
    await expect(status(page)).toHaveText(told);
    await expect(nextButton(page)).toBeFocused();
  }
  visit.finish();
});

test("Tab goes through the whole page and out of it, and back", async ({ page }) => {
  const visit = await open(page, "/?step=5");
  await ready(page);
  await watchKeys(page);
  for (const key of ["Tab", "Shift+Tab"]) {
    // Each stop is an element of its own; after the last one the browser has the focus.
    const stops = await page.evaluate(() => {
      const tabbable = "button, input, select, textarea, summary, a[href], [tabindex='0']";
      return [...document.querySelectorAll(tabbable)].filter((element) => element.checkVisibility()).length;
    });
    await page.evaluate(() => (window.stops = new Set()));
    for (let presses = 0; presses <= stops; presses += 1) {
      await page.keyboard.press(key);
      const left = await page.evaluate(() => {
        if (document.activeElement === document.body) return true;
        window.stops.add(document.activeElement);
        return false;
      });
      if (left) break;
    }
    expect(await page.evaluate(() => window.stops.size)).toBe(stops);
    await page.evaluate(() => document.activeElement.blur());
  }
  expect(await keysTaken(page)).toEqual([]);
  visit.finish();
});

test("K plays and pauses, ? and Esc open and close, Alt+R resets", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  await page.keyboard.press("k");
  await expect(button(page, "Pause")).toBeVisible();
  await page.keyboard.press("K");
  await expect(button(page, "Play")).toBeVisible();

  await page.keyboard.press("?");
  await expect(region(page, "Help")).toBeVisible();
  await page.keyboard.press("?");
  await expect(region(page, "Help")).toHaveCount(0);

  // Esc closes one thing at a time.
  await page.keyboard.press("End");
  await page.keyboard.press(",");
  await button(page, "A1.2.reply").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("base sequence")).toBeVisible();
  await page.keyboard.press("?");
  await page.keyboard.press("Escape");
  await expect(region(page, "Help")).toHaveCount(0);
  await expect(page.getByText("base sequence")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("base sequence")).toHaveCount(0);

  await page.keyboard.press("Alt+r");
  await where(page, 0, 6);
  visit.finish();
});

test("a learner can do everything by keyboard", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  const press = async (name) => {
    await button(page, name).focus();
    await page.keyboard.press("Enter");
  };
  await field(page, "Records to send from A: how many, or labels with commas between").focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("hat, coat");
  await page.keyboard.press("Enter");
  await press("Deliver A1.1");
  await press("Drop A1.1.reply");
  await press("Retry A1");
  await press("Deliver A1.2");
  await expect(status(page)).toHaveText(/^Step 5 of 5\. Broker b1 answers DUPLICATE, base 0\./);

  // The message was delivered and is gone at the next step, with the button that has the focus.
  await expect(button(page, "Deliver A1.2")).toBeFocused();
  await page.keyboard.press(".");
  await expect(button(page, "Deliver A1.2")).toHaveCount(0);
  await expect(page.locator("[data-motion]")).toBeFocused();
  await page.keyboard.press(",");
  await where(page, 5, 6);
  visit.finish();
});

test("a text field and a menu keep their keys, the scrubber too", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  const written = "k.?,K";
  for (const place of [field(page, "labels, commas between (optional)"), field(page, "Recording as text")]) {
    await place.focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(written);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("End");
    await expect(place).toHaveValue(written);
    await page.keyboard.press("Escape");
  }
  await menu(page, "Theme").focus();
  for (const key of ["k", ".", "?", "Home"]) await page.keyboard.press(key);
  await where(page, 0, 6);
  await expect(button(page, "Play")).toBeVisible();
  await expect(region(page, "Help")).toHaveCount(0);

  // One press of an arrow is one step of the scrubber, not one of its own and one of ours.
  await scrubber(page).focus();
  await page.keyboard.press("ArrowRight");
  await where(page, 1, 6);
  await page.keyboard.press("End");
  await where(page, 6, 6);
  await page.keyboard.press("ArrowLeft");
  await where(page, 5, 6);
  await page.keyboard.press("Home");
  await where(page, 0, 6);
  await page.keyboard.press(".");
  await where(page, 1, 6);
  await expect(scrubber(page)).toBeFocused();
  visit.finish();
});

test("keys with Ctrl or Meta stay the browser's", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  await watchKeys(page);
  for (const key of ["Control+.", "Meta+.", "Control+k", "Meta+ArrowRight", "Control+Home", "Alt+ArrowLeft"]) {
    // Not the keyboard's own: the browser itself would act on some of these.
    const [modifier, name] = key.split("+");
    await page.evaluate(
      ([modifier, key]) => {
        const pressed = { [`${modifier.toLowerCase().replace("control", "ctrl")}Key`]: true };
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, ...pressed, bubbles: true, cancelable: true }));
      },
      [modifier, name],
    );
  }
  expect(await keysTaken(page)).toEqual([]);
  await where(page, 0, 6);
  visit.finish();
});

const EMBEDDED = [".", ",", "k", "K", "?", "Escape"];
const NEVER_EMBEDDED = [
  "Space",
  "ArrowRight",
  "ArrowLeft",
  "ArrowUp",
  "ArrowDown",
  "PageUp",
  "PageDown",
  "Home",
  "End",
  "Alt+r",
  "Tab",
];

test("keys=0 switches all of them off, and buttons still work", async ({ page }) => {
  const visit = await open(page, "/?keys=0");
  await ready(page);
  await watchKeys(page);
  for (const key of [...EMBEDDED, ...NEVER_EMBEDDED]) {
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press(key);
  }
  await focusRoot(page);
  for (const key of EMBEDDED) await page.keyboard.press(key);
  expect(await keysTaken(page)).toEqual([]);
  await where(page, 0, 6);
  await nextButton(page).focus();
  await page.keyboard.press("Enter");
  await where(page, 1, 6);
  visit.finish();
});

test("embedded, only . , K ? Esc are taken, and only with the focus inside", async ({ page }) => {
  const visit = await open(page, "/?embed=1&step=2");
  await ready(page);
  await watchKeys(page);
  for (const key of [...EMBEDDED, ...NEVER_EMBEDDED]) {
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press(key);
  }
  expect(await keysTaken(page), "with the focus nowhere").toEqual([]);
  expect((await state(page)).step).toBe(2);

  for (const key of NEVER_EMBEDDED) {
    await focusRoot(page);
    await page.keyboard.press(key);
  }
  expect(await keysTaken(page), "with the focus inside").toEqual([]);
  expect((await state(page)).step).toBe(2);

  const wheel = await page.locator("[data-motion]").evaluate((root) => {
    return root.dispatchEvent(new WheelEvent("wheel", { deltaY: 100, bubbles: true, cancelable: true }));
  });
  expect(wheel, "the wheel is left to the host").toBe(true);

  await focusRoot(page);
  await page.keyboard.press(".");
  await where(page, 3, 6);
  await page.keyboard.press(",");
  await where(page, 2, 6);
  await page.keyboard.press("k");
  await expect(button(page, "Pause")).toBeVisible();
  await page.keyboard.press("k");
  await page.keyboard.press("?");
  await expect(region(page, "Help")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(region(page, "Help")).toHaveCount(0);
  expect(await keysTaken(page)).toEqual([".", ",", "k", "k", "?", "Escape"]);
  visit.finish();
});
