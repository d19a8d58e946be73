// The same events under a second setup, beside the first.

import {
  axe,
  button,
  expect,
  factsNow,
  menu,
  nextButton,
  open,
  ready,
  region,
  scrubber,
  status,
  table,
  test,
  where,
} from "./lib.mjs";

const COMPARE = "Compare with idempotence off";
const SECOND = "Broker b1 with idempotence off";
const LOG = "Log of p-0, idempotence off";

test("the default story beside idempotence off, by keyboard and from the text alone", async ({ page }) => {
  const visit = await open(page);
  await ready(page);
  const compare = button(page, COMPARE);
  await expect(compare).toHaveAttribute("aria-pressed", "false");
  await compare.focus();
  await page.keyboard.press("Enter");
  await expect(compare).toHaveAttribute("aria-pressed", "true");
  await expect(compare).toBeFocused();
  await expect(status(page)).toHaveText("Compared with idempotence off. First difference: step 5.");

  await page.keyboard.press(".");
  await expect(status(page)).toHaveText(/^Step 1 of 6\. .*sequences 0 to 2\.$/);
  for (let step = 2; step <= 4; step += 1) await page.keyboard.press(".");
  expect(await table(page, LOG)).toHaveLength(1);

  await page.keyboard.press(".");
  await expect(status(page)).toHaveText(
    /^Step 5 of 6\. Broker b1 answers DUPLICATE.* The lanes differ\. With idempotence off: Broker b1 answers OK, base 3\..*twice/,
  );
  await expect(scrubber(page)).toHaveAttribute(
    "aria-valuetext",
    "step 5 of 6: DUPLICATE, the first difference",
  );
  expect(await table(page, "Log of p-0")).toHaveLength(1);
  const log = await table(page, LOG);
  expect(log.map(([offsets]) => offsets)).toEqual(["0..2", "3..5"]);
  expect(log[1][3]).toContain('"umbrella 1" stands at 0 and again at 3');
  expect((await factsNow(page)).some((fact) => fact.includes("idempotence off: OK base=3"))).toBe(true);
  const promises = region(page, "What a learner may rely on").getByRole("list", { name: "with idempotence off" });
  await expect(promises.getByRole("listitem").first()).toContainText("broken");
  await expect(promises.getByRole("listitem").first()).toContainText("cannot tell a retry from something new");

  await compare.focus();
  await page.keyboard.press("Enter");
  await expect(region(page, SECOND)).toHaveCount(0);
  await expect(page.getByRole("table", { name: LOG })).toHaveCount(0);
  visit.finish();
});

test("one press at the end of a story, and one to where the lanes part", async ({ page }) => {
  await open(page, "/?step=6");
  await ready(page);
  await button(page, "See it without idempotence").click();
  const second = region(page, SECOND);
  await expect(second).toContainText("again, first at 0");
  await button(page, "First difference: step 5").click();
  await where(page, 5, 6);
  await expect(second).toContainText("The lanes differ at this step.");
  await second.getByRole("button", { name: /umbrella 1.*in the log of p-0, idempotence off/ }).first().click();
  await where(page, 2, 6);
});

test("an event that the second lane does not have is said to be impossible there", async ({ page }) => {
  await open(page, "/?compare=acks+0");
  await ready(page);
  await expect(menu(page, "Compare")).toHaveValue("acks 0");
  for (let step = 1; step <= 3; step += 1) await nextButton(page).click();
  const second = region(page, "Broker b1 with acks 0");
  await expect(second).toContainText("Impossible here: A1.1.reply is not on the wire");
  await expect(second).toContainText("Nothing changes in this lane.");
  await menu(page, "Compare").selectOption("off");
  await expect(second).toHaveCount(0);
});

test("where idempotence is off, comparing switches it on, also in an embed", async ({ page }) => {
  await open(page, "/?embed=1&scenario=lost-ack&compare=off");
  await ready(page);
  await expect(button(page, COMPARE)).toBeVisible();
  await page.evaluate(() => window.fiveSlots.load("acks 0\nA send p-0 1\ndeliver A1.1\n"));
  await button(page, "Compare with idempotence on").click();
  await expect(region(page, "Broker b1 with idempotence on, acks all")).toBeVisible();
});

test("what is wrong with the option compare is named, and the rest is kept", async ({ page }) => {
  await open(page, "/?compare=window+1,+windw+3,+idempotence+of");
  await ready(page);
  const notices = region(page, "Notices");
  await expect(notices).toContainText("found `windw`");
  await expect(notices).toContainText("found `of`");
  await expect(region(page, "Broker b1 with window 1")).toBeVisible();
});

test.describe("axe", () => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });
  for (const [name, width, theme] of [
    ["wide", 1440, "light"],
    ["narrow, dark", 320, "dark"],
    ["projector", 1920, "projector"],
  ]) {
    test(`finds nothing with two lanes: ${name}`, async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width, height: 900 });
      await open(page, `/?compare=idempotence+off&step=5&theme=${theme}`);
      await ready(page);
      expect(await axe(page, { enhancedContrast: theme === "projector" })).toEqual([]);
      const across = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(across).toBeLessThanOrEqual(width);
    });
  }
});
