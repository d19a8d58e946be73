import { existsSync } from "node:fs";

import { defineConfig } from "@playwright/test";

// Debian's browser. Where there is none, Playwright looks for one of its own.
const executablePath = [process.env.CHROMIUM, "/usr/bin/chromium"].find((path) => path && existsSync(path));

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.mjs",
  outputDir: "results",
  workers: 2,
  fullyParallel: true,
  // A test that passes at the second try hides something.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: [["list"], ["./summary.mjs"]],
  use: {
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath,
      args: [
        // Chromium's sandbox does not start for root, as in most containers.
        "--no-sandbox",
        "--disable-gpu",
        // The browser's own requests: they go out of the machine, and blur what the page asks for.
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-quic",
      ],
    },
  },
});
