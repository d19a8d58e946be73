// What axe finds in every state that a reader can bring about, and what axe cannot see.

import { axe, button, expect, field, menu, nextButton, open, ready, region, test, where } from "./lib.mjs";

/** A reader's way through the page; `look` is called in each state. */
async function throughTheStates(page, look) {
  const next = async (times) => {
    for (let time = 0; time < times; time += 1) await nextButton(page).click();
  };
  await look("at the start");
  await next(3);
  await look("at step 3, an answer lost");
  await next(2);
  await look("at step 5, DUPLICATE");
  await button(page, "A1.2.reply").click();
  await look("with a message opened");
  await next(1);
  await look("at the end");
  await page.getByRole("button", { name: "? Help" }).click();
  await expect(region(page, "Help")).toBeVisible();
  await look("with the help open");
  await button(page, "Close help").click();
}

/** What only the lab has. */
async function throughTheLab(page, look) {
  await button(page, "Back").click();
  await button(page, "Restart, leaving Z as the old life of A").click();
  await button(page, "Add partition").click();
  await button(page, "Back").click();
  await where(page, 5, 6);
  await look("on a branch, with a zombie");
  await button(page, "Undo").click();
  await field(page, "pid").fill("x");
  await field(page, "Recording as text").fill("delivr A1.1");
  await expect(region(page, "Recording as text")).toContainText("Did you mean");
  await look("with an error in the text and in the composer");
  await button(page, "Copy link").click();
  await expect(field(page, "Link")).toBeVisible();
  await look("with a link shown");
}

/** Looks in each state, or only in those named, and fails with all that was seen at once. */
function looker(page, { enhancedContrast, only } = {}) {
  return async (state) => {
    if (only && !only.some((part) => state.includes(part))) return;
    expect.soft(await axe(page, { enhancedContrast }), state).toEqual([]);
  };
}

/** A moving picture is judged when it stands. */
const STILL = { contextOptions: { reducedMotion: "reduce" } };

test.describe("axe", () => {
  test.use(STILL);
  // Looking takes axe a second or more, and there are many states.
  test.slow();

  // What another palette or another width changes shows in a few of the states.
  const only = ["at the start", "at step 5", "help"];
  const SEEN = {
    light: { path: "/?theme=light", lab: true },
    dark: { path: "/?theme=dark", lab: true },
    "the projector, at 800x600 and 7:1": {
      path: "/?theme=projector",
      lab: true,
      size: { width: 800, height: 600 },
      enhancedContrast: true,
    },
    "320 px": { path: "/?theme=light", lab: true, size: { width: 320, height: 640 } },
    "390 px, dark": { path: "/?theme=dark", only, size: { width: 390, height: 844 } },
    "800x600": { path: "/?theme=light", only, size: { width: 800, height: 600 } },
    embedded: { path: "/?theme=light&embed=1", lab: true, only: [...only, "link"], size: { width: 700, height: 600 } },
  };
  for (const [name, { path, lab, size, ...how }] of Object.entries(SEEN)) {
    test(name, async ({ page }) => {
      if (size) await page.setViewportSize(size);
      const visit = await open(page, path);
      await ready(page);
      const look = looker(page, how);
      await throughTheStates(page, look);
      if (lab) await throughTheLab(page, look);
      visit.finish();
    });
  }

  test("with notices, without the lab, without any control", async ({ page }) => {
    const look = looker(page);
    const visit = await open(page, "/?theme=mauve&sceanrio=x#1;step=1;rules+lesson;A+send+p-0+1;deliver+A9");
    await ready(page);
    await expect(region(page, "Notices").getByRole("listitem")).toHaveCount(3);
    await look("with notices");
    for (const path of [
      "/?controls=step&step=5",
      "/?controls=none&step=5&embed=1",
      "/?scenario=worked-trace&step=4",
      "/?scenario=three-surprises&step=3",
    ]) {
      await page.goto(path);
      await expect(region(page, "Broker b1")).toBeVisible();
      await look(path);
    }
    visit.finish();
  });
});

test.describe("at 320 px", () => {
  test.use({ ...STILL, viewport: { width: 320, height: 640 } });

  test("no step of any story scrolls sideways", async ({ page }) => {
    const visit = await open(page);
    await ready(page);
    const stories = await menu(page, "Scenario")
      .getByRole("option")
      .evaluateAll((options) => options.map(({ value }) => value));
    expect(stories.length).toBe(48);
    for (const story of stories) {
      await menu(page, "Scenario").selectOption(story);
      const wide = await page.evaluate(async () => {
        const wide = [];
        do {
          await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
          const { scrollWidth } = document.documentElement;
          if (scrollWidth > innerWidth) wide.push([window.fiveSlots.state().step, scrollWidth]);
        } while (window.fiveSlots.state().step < window.fiveSlots.state().steps && window.fiveSlots.step());
        return wide;
      });
      expect.soft(wide, story).toEqual([]);
    }
    visit.finish();
  });

  test("nor does the help, a notice, a long label, a branch or a link", async ({ page }) => {
    const label = "W".repeat(40);
    const visit = await open(
      page,
      `/?zzzz${"z".repeat(60)}=1#1;rules+lesson;A+send+p-0+'${label}'+'${label}';batch+p-0+pid=9223372036854775807+epoch=32767+seq=0+records=1000000`,
    );
    await ready(page);
    for (const name of ["Next", "Next", "Add producer", "A1.1", "Copy link", "? Help"]) {
      await button(page, name).first().click();
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(320);
    }
    visit.finish();
  });

  test("nor does it at 320 px when embedded", async ({ page }) => {
    const visit = await open(page, "/?embed=1&scenario=sixth-batch&step=12");
    await ready(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    visit.finish();
  });
});

for (const [width, height] of [
  [1280, 720],
  [800, 600],
  [320, 640],
]) {
  test(`what has the focus is seen, also beside what stays in place, at ${width}x${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const visit = await open(page, "/?step=5");
    await ready(page);
    const hidden = [];
    const stops = await page.getByRole("button").count();
    for (let press = 0; press < 2 * stops; press += 1) {
      await page.keyboard.press(press < stops ? "Tab" : "Shift+Tab");
      const covered = await page.evaluate(() => {
        const element = document.activeElement;
        if (element === document.body) return null;
        const { left, top, right, bottom } = element.getBoundingClientRect();
        // A field of points, a little inside: at least one of them has to show the element.
        const across = [0.05, 0.5, 0.95].map((share) => left + (right - left) * share);
        const down = [0.05, 0.5, 0.95].map((share) => top + (bottom - top) * share);
        const shows = (x, y) => {
          const there = document.elementFromPoint(x, y);
          return there && (element.contains(there) || there.contains(element));
        };
        return across.some((x) => down.some((y) => shows(x, y))) ? null : element.outerHTML.slice(0, 160);
      });
      if (covered) hidden.push(covered);
    }
    expect(hidden).toEqual([]);
    visit.finish();
  });
}

test("with the system's own colours all of it is still there", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  const visit = await open(page, "/?step=5");
  await ready(page);
  expect(await page.evaluate(() => matchMedia("(forced-colors: active)").matches)).toBe(true);
  // Shape and word carry what the colour did: every mark is drawn, every control has an edge.
  const broker = region(page, "Broker b1");
  await expect(broker.getByText("DUPLICATE base=0")).toBeVisible();
  await expect(broker.getByText("this one")).toBeVisible();
  await expect(region(page, "On the wire").getByText("just sent")).toBeVisible();
  for (const name of ["Next", "Back", "Reset", "Deliver A1.2.reply"]) {
    const edge = await button(page, name).evaluate((element) => {
      const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
      return borderTopStyle !== "none" && parseFloat(borderTopWidth) > 0;
    });
    expect(edge, name).toBe(true);
  }
  expect(await axe(page)).toEqual([]);
  visit.finish();
});

test.describe("motion", () => {
  /** Whether anything moves after a step. */
  async function moves(page) {
    return page.evaluate(async () => {
      window.fiveSlots.seek(4);
      await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
      for (const animation of document.getAnimations()) animation.finish();
      window.fiveSlots.step();
      await new Promise((drawn) => requestAnimationFrame(drawn));
      return document.getAnimations().length > 0;
    });
  }
  const motion = (page) => page.getByRole("switch", { name: "Motion", exact: true });

  for (const [system, atFirst] of [
    ["reduce", false],
    ["no-preference", true],
  ]) {
    test(`with ${system} from the system, and the switch overrides it`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: system });
      const visit = await open(page);
      await ready(page);
      await expect(motion(page)).toHaveAttribute("aria-checked", String(atFirst));
      expect(await moves(page)).toBe(atFirst);
      await motion(page).click();
      await expect(motion(page)).toHaveAttribute("aria-checked", String(!atFirst));
      expect(await moves(page)).toBe(!atFirst);
      await motion(page).click();
      expect(await moves(page)).toBe(atFirst);
      visit.finish();
    });
  }

  test("a press during it goes on at once", async ({ page }) => {
    const visit = await open(page);
    await ready(page);
    const steps = await page.evaluate(() => {
      const next = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Next");
      for (let press = 0; press < 6; press += 1) next.click();
      return window.fiveSlots.state().step;
    });
    expect(steps).toBe(6);
    await where(page, 6, 6);
    visit.finish();
  });
});
