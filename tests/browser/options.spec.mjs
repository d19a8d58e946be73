// What the address may ask for, and what is said when it asks for something that makes no sense.

import { button, expect, menu, nextButton, open, ready, region, scrubber, state, test, where } from "./lib.mjs";

const notices = (page) => region(page, "Notices").getByRole("listitem");

/** Each address that makes sense, and what it shows. */
test("scenario and step", async ({ page }) => {
  for (const [path, scenario, step, steps] of [
    ["/", "lost-ack", 0, 6],
    ["/?scenario=zombie", "zombie", 0, 10],
    ["/?scenario=zombie&step=4", "zombie", 4, 10],
    ["/?step=6", "lost-ack", 6, 6],
    ["/?step=99999999999999999999", "lost-ack", 6, 6],
    ["/?rules=lesson&step=0", "lost-ack", 0, 6],
  ]) {
    const visit = await open(page, path);
    await ready(page);
    await where(page, step, steps);
    await expect(menu(page, "Scenario")).toHaveValue(scenario);
    await expect(notices(page)).toHaveCount(0);
    visit.finish();
  }
});

const MISTAKES = {
  "scenario=lost-akc":
    'There is no scenario "lost-akc". Did you mean "lost-ack"? Here is "A lost acknowledgement" instead.',
  "scenario=": 'There is no scenario "". Here is "A lost acknowledgement" instead.',
  "sceanrio=gap": 'There is no option "sceanrio". Did you mean "scenario"?',
  "zzzzzz=1": /^There is no option "zzzzzz"\. Known: scenario, step, embed, controls, theme, keys, links/,
  "__proto__=1": /^There is no option "__proto__"\./,
  "step=-1": 'The option step is "-1", expected a whole number from 0.',
  "step=1.5": 'The option step is "1.5", expected a whole number from 0.',
  "step=": 'The option step is "", expected a whole number from 0.',
  "step=two": 'The option step is "two", expected a whole number from 0.',
  "embed=yes": 'The option embed is "yes", expected 1 or 0.',
  "keys=2": 'The option keys is "2", expected 1 or 0.',
  "links=": 'The option links is "", expected 1 or 0.',
  "controls=stpe": 'The option controls is "stpe", expected one of full, step, none. Did you mean "step"?',
  "theme=mauve": /^The option theme is "mauve", expected one of auto, light, dark, projector/,
  "rules=kafka-9": /^The option rules is "kafka-9", expected one of lesson/,
  [`theme=${"x".repeat(5_000)}`]: /^The option theme is "x{40}", expected/,
};
test("what makes no sense is named, and the default story is there all the same", async ({ page }) => {
  for (const [query, notice] of Object.entries(MISTAKES)) {
    await test.step(query.slice(0, 40), async () => {
      const visit = await open(page, `/?${query}`);
      await ready(page);
      await expect(notices(page)).toHaveText([notice]);
      await nextButton(page).click();
      await where(page, 1, 6);
      visit.finish();
    });
  }
  // Several at once are all named, in the order of the address.
  await open(page, "/?theme=mauve&step=x&scenario=y");
  await ready(page);
  await expect(notices(page)).toHaveText([/theme/, /step/, /scenario/]);
});

test("embed=1: compact chrome, and everything of the lab", async ({ page }) => {
  const visit = await open(page, "/?embed=1");
  await ready(page);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(0);
  await expect(menu(page, "Scenario")).toHaveCount(0);
  for (const name of ["Next", "Play", "Reset", "Send from A", "Copy link"])
    await expect(button(page, name)).toBeVisible();
  await expect(page.getByRole("button", { name: "? Help" })).toBeVisible();
  // The height of a frame is the host's: a unit that follows it would make the frame grow with itself.
  const heights = await page.evaluate(() =>
    [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .map((rule) => rule.cssText)
      .filter((text) => /\dvh\b/.test(text) && !/not\(/.test(text)),
  );
  expect(heights).toEqual([]);
  visit.finish();
});

const LAB = [
  "Play",
  "Undo",
  "Redo",
  "Reset",
  "Copy link",
  "Send from A",
  "Restart A",
  "Add producer",
  "Deliver A1.1",
  "Hand it to the broker",
  "Apply text",
];

test("controls=step leaves Back, Next and the scrubber", async ({ page }) => {
  for (const path of ["/?controls=step&step=1", "/?controls=step&step=1&embed=1"]) {
    const visit = await open(page, path);
    await ready(page);
    for (const name of LAB) await expect(button(page, name)).toHaveCount(0);
    await expect(page.getByRole("textbox")).toHaveCount(0);
    await expect(menu(page, "Scenario")).toHaveCount(0);
    await nextButton(page).click();
    await where(page, 2, 6);
    await button(page, "Back").click();
    await where(page, 1, 6);
    await scrubber(page).fill("5");
    await where(page, 5, 6);
    // Keys open no way around it.
    for (const key of ["k", "Alt+r", ".", ","]) await page.keyboard.press(key);
    await where(page, 5, 6);
    await page.keyboard.press(",");
    await expect(page.getByRole("button", { name: "Pause" })).toHaveCount(0);
    visit.finish();
  }
});

test("controls=none leaves the picture and its caption", async ({ page }) => {
  const visit = await open(page, "/?controls=none&step=5&embed=1");
  await expect(page.getByText("It finds exactly 0 to 2 in its window")).toBeVisible();
  await expect(page.getByRole("table", { name: "Log of p-0" })).toHaveCount(1);
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("combobox")).toHaveCount(0);
  await expect(page.getByRole("slider")).toHaveCount(0);
  for (const name of [...LAB, "Next", "Back"]) await expect(button(page, name)).toHaveCount(0);
  await page.locator("[data-motion]").focus();
  for (const key of [".", ",", "k"]) await page.keyboard.press(key);
  expect((await state(page)).step).toBe(5);
  visit.finish();
});

const ground = (page) =>
  page.evaluate(() =>
    [document.body, document.querySelector("[data-motion]")].map((element) => getComputedStyle(element).colorScheme),
  );

test("theme: as the address says, as the system has it, as the menu says", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  const colour = (place) => page.locator(place).evaluate((element) => getComputedStyle(element).color);
  const ink = {};
  for (const [query, scheme] of [
    ["", "dark"],
    ["?theme=light", "light"],
    ["?theme=dark", "dark"],
    ["?theme=projector", "light"],
  ]) {
    const visit = await open(page, `/${query}`);
    await ready(page);
    expect(await ground(page), query).toEqual([scheme, scheme]);
    ink[query] = await colour("[data-motion]");
    visit.finish();
  }
  expect(ink[""]).toBe(ink["?theme=dark"]);
  expect(ink["?theme=light"]).not.toBe(ink["?theme=dark"]);

  // The whole page follows the menu, not the visualiser alone.
  for (const [theme, scheme] of [
    ["dark", "dark"],
    ["light", "light"],
    ["projector", "light"],
    ["auto", "dark"],
  ]) {
    await menu(page, "Theme").selectOption(theme);
    await expect.poll(() => ground(page), theme).toEqual([scheme, scheme]);
  }
  // And the system, while it is open.
  await page.emulateMedia({ colorScheme: "light" });
  await expect.poll(() => ground(page)).toEqual(["light", "light"]);
});

test("the projector's palette: thick lines and large letters at 1080p", async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const visit = await open(page, "/?theme=projector&step=5");
  await ready(page);
  const style = (place) =>
    place.evaluate((element) => {
      const { fontSize, borderTopWidth } = getComputedStyle(element);
      return { size: parseFloat(fontSize), line: parseFloat(borderTopWidth) };
    });
  expect((await style(page.getByText("It finds exactly 0 to 2"))).size).toBeGreaterThanOrEqual(32);
  for (const place of [nextButton(page), button(page, "Back"), region(page, "Broker b1")]) {
    expect((await style(place)).line).toBeGreaterThanOrEqual(3);
  }
  const small = await page.locator("[data-motion]").evaluate((root) =>
    [...root.querySelectorAll("*")]
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
      .filter((element) => element.checkVisibility() && parseFloat(getComputedStyle(element).fontSize) < 18)
      .map((element) => element.outerHTML.slice(0, 120)),
  );
  expect(small, "text smaller than 18 px").toEqual([]);
  visit.finish();
});
