// In pages of others: in frames, and mounted through the JavaScript API.

import { readFileSync } from "node:fs";

import { axe, button, expect, nextButton, open, ready, region, status, test, where } from "./lib.mjs";

test.describe("frames far below the fold", () => {
  const frame = (page, title) => page.frameLocator(`iframe[title="${title}"]`);

  /** Opens the lesson, and waits for its three frames without scrolling to them. */
  async function lesson(page) {
    await page.addInitScript(() => {
      window.shifts = [];
      new PerformanceObserver((list) => window.shifts.push(...list.getEntries().map(({ value }) => value))).observe({
        type: "layout-shift",
        buffered: true,
      });
    });
    const visit = await open(page, "/hosts/lesson.html");
    for (const title of ["First", "Second", "Third"]) await ready(frame(page, title));
    return visit;
  }

  /** A press that neither scrolls to the button nor moves the focus, as Playwright's would. */
  const press = (place, name) => button(place, name).evaluate((element) => element.click());

  const host = (page) =>
    page.evaluate(() => ({
      y: scrollY,
      focus: document.activeElement.tagName,
      shifts: window.shifts,
      url: location.pathname + location.hash,
    }));
  const UNTOUCHED = { y: 0, focus: "BODY", shifts: [], url: "/hosts/lesson.html" };

  test("steal no focus, do not scroll and shift nothing in the host", async ({ page }) => {
    const visit = await lesson(page);
    expect(await host(page)).toEqual(UNTOUCHED);
    for (const title of ["First", "Second", "Third"]) {
      const focus = await frame(page, title)
        .locator("body")
        .evaluate(() => document.activeElement.tagName);
      expect(focus, title).toBe("BODY");
    }
    for (let step = 1; step <= 6; step += 1) {
      await press(frame(page, "First"), "Next");
      await where(frame(page, "First"), step, 6);
    }
    await press(frame(page, "First"), "Deliver A1.2.reply");
    await press(frame(page, "Second"), "Next");
    expect(await host(page)).toEqual(UNTOUCHED);
    const history = await page.evaluate(() => window.history.length);
    expect(history, "no entries of the frames").toBeLessThanOrEqual(2);
    visit.finish();
  });

  test("are independent, each with its own options", async ({ page }) => {
    const visit = await lesson(page);
    const [first, second, third] = ["First", "Second", "Third"].map((title) => frame(page, title));
    await where(first, 0, 6);
    await where(second, 3, 10);
    await where(third, 1, 2);
    await expect(button(first, "Reset")).toHaveCount(1);
    await expect(button(second, "Reset")).toHaveCount(0);
    await expect(third.locator("html")).toHaveAttribute("data-theme", "dark");

    await press(first, "Next");
    await press(third, "Next");
    await where(first, 1, 6);
    await where(second, 3, 10);
    await where(third, 2, 2);
    await expect(status(second)).toHaveText("");
    visit.finish();
  });
});

test("a sandboxed frame tells the whole story, and shows the link it cannot copy", async ({ page }) => {
  const visit = await open(page, "/hosts/sandboxed.html");
  const frame = page.frameLocator("iframe");
  await ready(frame);
  for (let step = 1; step <= 6; step += 1) {
    await nextButton(frame).click();
    await where(frame, step, 6);
  }
  await button(frame, "Send from A").click();
  await where(frame, 7, 7);
  await button(frame, "Copy link").click();
  await expect(frame.getByText("Copy it from here:")).toBeVisible();
  // Where the browser writes to the console that the frame may not use the clipboard, that is all.
  visit.finish(/[Cc]lipboard/);
});

test.describe("mount", () => {
  /** Opens a page that has the API, and mounts two visualisers as `window.first` and `window.second`. */
  async function mounted(page, first = {}, second = {}) {
    const visit = await open(page, "/hosts/mount.html");
    await page.waitForFunction(() => window.mount);
    await page.evaluate(
      ([first, second]) => {
        window.first = window.mount(document.getElementById("first"), first);
        window.second = window.mount(document.getElementById("second"), second);
      },
      [first, second],
    );
    const places = { first: page.locator("#first"), second: page.locator("#second") };
    await ready(places.first);
    await ready(places.second);
    return { visit, ...places };
  }

  test("twice on one page: independent, and no element id twice", async ({ page }) => {
    const { visit, first, second } = await mounted(page, {}, { scenario: "gap", step: 6 });
    await where(first, 0, 6);
    await where(second, 6, 14);
    await nextButton(first).click();
    await button(first, "A1.1").click();
    await page.keyboard.press("?");
    await where(first, 1, 6);
    await expect(region(first, "Help")).toBeVisible();
    await where(second, 6, 14);
    await expect(region(second, "Help")).toHaveCount(0);
    await expect(status(second)).toHaveText("");

    const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(10);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const dangling = await page.evaluate(() =>
      [...document.querySelectorAll("[aria-labelledby],[aria-describedby],[aria-controls],[for]")].flatMap((element) =>
        ["aria-labelledby", "aria-describedby", "aria-controls", "for"]
          .flatMap((name) => element.getAttribute(name)?.split(" ") ?? [])
          .filter((id) => !document.getElementById(id)),
      ),
    );
    expect(dangling, "references to nothing").toEqual([]);
    expect(await axe(page)).toEqual([]);
    visit.finish();
  });

  test("leaves the host's focus, scroll, address and keys alone", async ({ page }) => {
    const { visit } = await mounted(page);
    const before = await page.evaluate(() => location.href);
    await page.locator("#field").focus();
    await page.evaluate(() => scrollTo(0, 50));
    await page.evaluate(() => {
      for (let step = 0; step < 6; step += 1) window.first.step();
    });
    await where(page.locator("#first"), 6, 6);
    await expect(page.locator("#field")).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(50);
    await page.keyboard.type(".,k?");
    await expect(page.locator("#field")).toHaveValue(".,k?");
    await page.locator("#field").evaluate((field) => field.blur());
    for (const key of [".", "k", "?", "End"]) await page.keyboard.press(key);
    await where(page.locator("#second"), 0, 6);
    expect(await page.evaluate(() => location.href)).toBe(before);
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(undefined);
    visit.finish();
  });

  test("destroy takes one off the page and leaves the other", async ({ page }) => {
    const { visit, first, second } = await mounted(page);
    await page.evaluate(() => window.first.destroy());
    await expect(first).toBeEmpty();
    await nextButton(second).click();
    await where(second, 1, 6);
    // A handle of something that is gone does nothing that can be seen, and does not fail.
    const told = await page.evaluate(() => {
      window.first.destroy();
      window.first.onChange(() => {})();
      return [window.first.step(), window.first.seek(4), typeof window.first.recording()];
    });
    expect(told).toEqual([true, 4, "string"]);
    await expect(first).toBeEmpty();
    // Its place can be used again.
    await page.evaluate(() => {
      window.third = window.mount(document.getElementById("first"), { step: 2 });
    });
    await where(first, 2, 6);
    await where(second, 1, 6);
    visit.finish();
  });

  test("every call acts at once", async ({ page }) => {
    const { visit, first } = await mounted(page);
    const told = await page.evaluate(() => {
      const handle = window.first;
      const at = () => [handle.state().step, handle.state().steps];
      return {
        start: at(),
        step: [handle.step(), ...at(), handle.state().event.kind],
        seek: [handle.seek(5), ...at(), handle.state().decision.reply, handle.state().decision.baseOffset],
        back: [handle.back(), ...at(), handle.state().event.text],
        beyond: [handle.seek(99), ...at()],
        end: [handle.step(), ...at()],
        first: [handle.seek(0), handle.back(), ...at()],
        load: [handle.load("A send p-0 2\ndeliver A1.1\n"), ...at(), handle.recording()],
        played: [handle.step(), handle.step(), handle.step(), ...at(), handle.state().facts],
      };
    });
    expect(told).toEqual({
      start: [0, 6],
      step: [true, 1, 6, "send"],
      seek: [5, 5, 6, "DUPLICATE", 0],
      back: [true, 4, 6, "retry A1"],
      beyond: [6, 6, 6],
      end: [false, 6, 6],
      first: [0, false, 0, 6],
      load: [
        undefined,
        0,
        2,
        "rules lesson\n\nA send p-0 2\n  InitProducerId: pid 31, epoch 0\n  A1.1 sent: pid 31, epoch 0, seq 0..1\n" +
          "deliver A1.1\n  OK base=0 (no state, s = 0), log end 2, window [0..1]\n  A1.1.reply sent: OK base=0\n",
      ],
      played: [true, true, true, 3, 3, ["A1 acknowledged, base 0"]],
    });
    await where(first, 3, 3);
    visit.finish();
  });

  test("onChange tells each change at once, and a listener that throws stops nothing", async ({ page }) => {
    const { visit, first } = await mounted(page);
    const told = await page.evaluate(() => {
      const heard = [];
      window.first.onChange(() => {
        throw new Error("a mistake of the host");
      });
      const stop = window.first.onChange((state) => heard.push([state.step, state.step === window.first.state().step]));
      window.second.onChange(() => heard.push("second"));
      window.first.step();
      window.first.seek(4);
      stop();
      stop();
      window.first.step();
      return heard;
    });
    expect(told).toEqual([
      [1, true],
      [4, true],
    ]);
    await where(first, 5, 6);
    // The reader's own steps are told too.
    await page.evaluate(() => {
      window.heard = [];
      window.second.onChange(({ step }) => window.heard.push(step));
    });
    await nextButton(page.locator("#second")).click();
    expect(await page.evaluate(() => window.heard)).toEqual([1]);
    visit.finish(/a mistake of the host/);
  });

  test("a listener may act, subscribe and destroy", async ({ page }) => {
    const { visit, first, second } = await mounted(page);
    await page.evaluate(() => {
      window.first.onChange(({ step }) => {
        if (step === 1) window.first.step();
      });
      window.first.step();
      let once = true;
      window.second.onChange(() => {
        if (once) window.second.onChange(() => {});
        once = false;
        window.second.destroy();
      });
      window.second.step();
    });
    await where(first, 2, 6);
    await expect(second).toBeEmpty();
    await nextButton(first).click();
    await where(first, 3, 6);
    // Also where the reader's own press brought it about.
    await page.evaluate(() => window.first.onChange(() => window.first.destroy()));
    await nextButton(first).click();
    await expect(first).toBeEmpty();
    visit.finish();
  });

  test("a text that cannot be read throws its place, and the run stays", async ({ page }) => {
    const { visit, first } = await mounted(page, { step: 3 });
    const thrown = await page.evaluate(() => {
      const before = JSON.stringify(window.first.state());
      const tries = [
        "rules lesson\ndelivr A1.1\n",
        "A send p-0 1\n\n\ndeliver A9.1",
        "\0",
        "☂\n",
        "x".repeat(2_000_000),
      ].map((text) => {
        try {
          return [window.first.load(text)];
        } catch (error) {
          return [error instanceof Error, error.line, error.column, error.message];
        }
      });
      return { tries, same: before === JSON.stringify(window.first.state()) };
    });
    expect(thrown.tries[0]).toEqual([
      true,
      2,
      1,
      expect.stringMatching(/^line 2, column 1: found `delivr`, expected .*Did you mean `deliver`\?$/),
    ]);
    expect(thrown.tries[1]).toEqual([true, 4, 1, expect.stringContaining("`deliver A9.1` is impossible here")]);
    for (const [isError, line, column, message] of thrown.tries.slice(2)) {
      expect([isError, line, column]).toEqual([true, 1, expect.any(Number)]);
      expect(message.length).toBeLessThan(600);
    }
    expect(thrown.same).toBe(true);
    await where(first, 3, 6);
    visit.finish();
  });

  test("options that are unknown or make no sense are named on the page, and the rest is done", async ({ page }) => {
    const { visit, first, second } = await mounted(
      page,
      { sceanrio: "gap", step: 2, theme: 7, keys: "no", onclick: null },
      { embed: 1, step: "3", controls: "step" },
    );
    await expect(region(first, "Notices").getByRole("listitem")).toHaveText([
      'There is no option "sceanrio". Did you mean "scenario"?',
      'The option theme is "7", expected one of auto, light, dark, projector.',
      'The option keys is "no", expected 1 or 0.',
      /^There is no option "onclick"\./,
    ]);
    await where(first, 2, 6);
    // What comes from an address as text is understood as well.
    await expect(region(second, "Notices")).toHaveCount(0);
    await where(second, 3, 6);
    visit.finish();
  });

  test("nonsense arguments throw or do nothing, and never break the module", async ({ page }) => {
    const { visit, first } = await mounted(page);
    const told = await page.evaluate(() => {
      const attempt = (call) => {
        try {
          return call();
        } catch (error) {
          return error instanceof WebAssembly.RuntimeError ? `panic: ${error}` : error.constructor.name;
        }
      };
      const { first: handle, mount } = window;
      const seeks = [NaN, -1, Infinity, 1e300, 2.9, undefined, "3"].map((step) => attempt(() => handle.seek(step)));
      const throws = [
        () => mount(null),
        () => mount(undefined, {}),
        () => mount("#first"),
        () => mount({}),
        () => mount(document),
        () => handle.load(undefined),
        () => handle.load(null),
        () => handle.load(7),
        () => handle.onChange(undefined),
        () => handle.onChange("f"),
      ].map(attempt);
      const options = [null, undefined, 7, "x", [], () => {}, Symbol("s"), new Proxy({}, {}), Object.create(null)].map(
        (options) => {
          const place = document.body.appendChild(document.createElement("div"));
          const told = attempt(() => mount(place, options).state().steps);
          place.remove();
          return told;
        },
      );
      handle.seek(2);
      return { seeks, throws, options, step: handle.state().step };
    });
    expect(told.seeks).toEqual([0, 0, 6, 6, 2, 0, 3]);
    for (const name of told.throws) expect(name).toMatch(/^(Type)?Error$/);
    expect(told.options).toEqual(Array(9).fill(6));
    expect(told.step).toBe(2);
    await where(first, 2, 6);
    visit.finish();
  });

  test("the state has the shape that types.d.ts promises", async ({ page }) => {
    const { visit } = await mounted(page, {}, { scenario: "wrap" });
    const types = readFileSync(new URL("../../src/embed/types.d.ts", import.meta.url), "utf8");
    /** The names of an interface's fields. */
    const fields = (name) => {
      const body = new RegExp(`export interface ${name} \\{\\n([\\s\\S]*?)\\n\\}`).exec(types)[1];
      return [...body.matchAll(/^ {2}(\w+)\??[:(]/gm)].map(([, field]) => field).sort();
    };
    const states = await page.evaluate(() => {
      const { first, second } = window;
      const states = [first.state()];
      while (first.step()) states.push(first.state());
      first.load(
        'A send p-0 "x"\ndeliver A1.1\nA send p-1 1\nA restart\nbatch p-0 pid=-1 epoch=0 seq=0 records=1\nbatch p-0 pid=9007199254740993 epoch=0 seq=0 records=1\n',
      );
      while (first.state().step < first.state().steps) {
        first.step();
        states.push(first.state());
      }
      second.seek(99);
      states.push(second.state());
      return states;
    });
    for (const state of states) {
      const shapes = [
        ["State", [state]],
        ["Event", [state.event].filter(Boolean)],
        ["Decision", [state.decision].filter(Boolean)],
        ["Check", state.decision?.checks ?? []],
        ["Producer", state.producers],
        ["Partition", state.partitions],
      ];
      for (const [name, values] of shapes)
        for (const value of values) expect(Object.keys(value).sort(), name).toEqual(fields(name));
      expect(state.promises.map(({ standing }) => standing)).toEqual(
        Array(3).fill(expect.stringMatching(/^(kept|outside|broken)$/)),
      );
    }
    // Plain data: it survives a copy, and the next step does not change it.
    expect(JSON.parse(JSON.stringify(states))).toEqual(states);
    const last = states.at(-2);
    expect(last.decision.pid, "too large for a number").toBe("9007199254740993");
    expect(last.scenario).toBe(null);
    expect(states[0]).toMatchObject({
      scenario: "lost-ack",
      title: "A lost acknowledgement",
      step: 0,
      steps: 6,
      left: false,
      event: null,
      decision: null,
      facts: [],
    });
    expect(states[5].decision).toMatchObject({
      rule: 4,
      written: null,
      fellOut: null,
      cleared: 0,
      records: 3,
      firstSequence: 0,
      lastSequence: 2,
    });
    expect(states[5].decision.checks.map(({ outcome }) => outcome)).toEqual([
      "goes on",
      "goes on",
      "goes on",
      "decides",
    ]);

    const handle = await page.evaluate(() => Object.getOwnPropertyNames(Object.getPrototypeOf(window.first)));
    expect(handle).toEqual(expect.arrayContaining(fields("Handle")));
    visit.finish();
  });

  test("a scenario opens once its text was provided, and until then the page says what to call", async ({ page }) => {
    const visit = await open(page, "/hosts/mount.html");
    await page.waitForFunction(() => window.mount);
    await page.evaluate(async () => {
      const built = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
      const named = (selector) => new URL(built.querySelector(selector).getAttribute("href"), location.origin).href;
      // Another address is another module, to which nobody has given the texts yet.
      const { default: start, mount, texts } = await import(`${named('link[rel="modulepreload"]')}?again`);
      await start({ module_or_path: named('link[type="application/wasm"]') });
      const [first, second] = ["first", "second"].map((id) => document.getElementById(id));
      mount(first, { scenario: "gap" });
      texts(await (await fetch(named('link[type="text/plain"]'))).text());
      mount(second, { scenario: "gap" });
    });
    const [first, second] = [page.locator("#first"), page.locator("#second")];
    await where(first, 0, 6);
    await expect(region(first, "Notices").getByRole("listitem")).toHaveText([
      'The text of scenario "gap" was not provided: call texts(text) before mount. Here is "A lost acknowledgement" instead.',
    ]);
    await where(second, 0, 14);
    await expect(region(second, "Notices")).toHaveCount(0);
    visit.finish();
  });
});
