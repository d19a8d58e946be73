// What the picture has to show at the very step at which it happens.

import { button, expect, nextButton, open, ready, region, state, test, where } from "./lib.mjs";

const broker = (page) => region(page, "Broker b1");
const promises = (page) => region(page, "What a learner may rely on").getByRole("listitem");

/** Opens a story and calls `look` at each of its steps. */
async function through(page, scenario, look) {
  const visit = await open(page, `/?scenario=${scenario}`);
  await ready(page);
  const { steps } = await state(page);
  for (let step = 0; step <= steps; step += 1) {
    if (step > 0) await nextButton(page).click();
    await where(page, step, steps);
    await look(step);
  }
  visit.finish();
}

test("the slot that falls out is seen falling out, at its step alone", async ({ page }) => {
  const seen = [];
  await through(page, "sixth-batch", async (step) => {
    const told = (await state(page)).decision?.fellOut;
    const shown = await broker(page).getByText("falls out").count();
    expect(shown, `step ${step}`).toBe(told ? 1 : 0);
    if (shown) seen.push(await broker(page).getByRole("listitem").filter({ hasText: "falls out" }).innerText());
  });
  expect(seen.length).toBeGreaterThan(0);
  expect(seen[0]).toContain("0..0");
});

test("a batch that is refused or known is seen not reaching the log", async ({ page }) => {
  for (const scenario of ["worked-trace", "three-surprises"]) {
    await through(page, scenario, async (step) => {
      const { decision } = await state(page);
      const refused = decision && decision.reply !== "OK";
      await expect(broker(page).getByText("not appended"), `${scenario}, step ${step}`).toHaveCount(refused ? 1 : 0);
      if (decision) await expect(broker(page).getByText(decision.reply, { exact: false }).first()).toBeVisible();
    });
  }
});

test("the checks are lit in order, up to the one that decides", async ({ page }) => {
  const checks = region(page, "The checks, in order")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading") });
  await through(page, "three-surprises", async (step) => {
    const asked = (await state(page)).decision?.checks;
    await expect(checks).toHaveCount(4);
    if (!asked) return;
    for (const [index, { outcome, comparisons }] of asked.entries()) {
      await expect(checks.nth(index), `step ${step}, check ${index + 1}`).toContainText(outcome);
      for (const { statement, holds } of comparisons) {
        await expect(checks.nth(index)).toContainText(`${statement}? ${holds ? "yes" : "no"}`);
      }
    }
  });
});

test("the promises hold from the start, and turn at the step where something goes wrong", async ({ page }) => {
  await through(page, "send-twice", async (step) => {
    const holds = (text) => expect(promises(page).filter({ hasText: text }), `step ${step}`).toContainText("holds");
    await holds("order kept");
    await holds("everything acknowledged is stored");
    const once = promises(page).filter({ hasText: "each record at most once" });
    await expect(once, `step ${step}`).toContainText(step < 5 ? "holds" : "outside the promise");
    if (step >= 5) await expect(once).toContainText('"umbrella 1" now stands in the log twice, at 0 and 1');
  });
});

test("the steps to come stay in sight while stepping back", async ({ page }) => {
  const visit = await open(page, "/?step=6");
  await ready(page);
  const facts = region(page, "Events and facts").getByRole("button");
  await expect(facts).toHaveCount(6);
  await button(page, "Back").click();
  await button(page, "Back").click();
  await expect(facts).toHaveCount(6);
  await where(page, 4, 6);
  visit.finish();
});

test("each reply is a word and a shape, not a colour alone", async ({ page }) => {
  const shapes = new Map();
  for (const scenario of ["three-surprises", "zombie", "lost-ack"]) {
    await through(page, scenario, async () => {
      const { decision } = await state(page);
      if (!decision) return;
      const chip = broker(page).getByText(new RegExp(`^${decision.reply}\\b`)).first().locator("xpath=..");
      const shape = await chip.locator("svg path").first().getAttribute("d");
      shapes.set(decision.reply, (shapes.get(decision.reply) ?? new Set()).add(shape));
    });
  }
  expect([...shapes.keys()].sort()).toEqual(["DUPLICATE", "FENCED", "OK", "OUT_OF_ORDER"]);
  const all = [...shapes.values()].flatMap((each) => [...each]);
  expect(all.length, "one shape a reply").toBe(4);
  expect(new Set(all).size, "and no shape twice").toBe(4);
});
