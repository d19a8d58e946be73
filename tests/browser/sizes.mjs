// What the built page weighs, compressed as a static host compresses it, against its budgets.
//
// By hand: node sizes.mjs

import { readFileSync, readdirSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

import { DIST } from "./server.mjs";

/** Bytes after brotli, by kind of file; 1 kB is 1000 bytes. */
export const BUDGETS = { wasm: 180_000, js: 12_000, css: 12_000, html: 14_000, txt: 24_000 };

/** The files of dist/, those in folders included. */
export function files(folder = DIST) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : [path];
  });
}

/** Each kind's size: the sum over its files, each compressed alone, as it travels. */
export function sizes() {
  const sum = Object.fromEntries(Object.keys(BUDGETS).map((kind) => [kind, { raw: 0, brotli: 0 }]));
  for (const path of files()) {
    const kind = extname(path).slice(1);
    if (!(kind in sum)) continue;
    const content = readFileSync(path);
    sum[kind].raw += content.length;
    sum[kind].brotli += brotliCompressSync(content).length;
  }
  return sum;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [kind, { raw, brotli }] of Object.entries(sizes())) {
    console.log(`${kind.padEnd(5)} ${raw} bytes, ${brotli} brotli, of ${BUDGETS[kind]} allowed`);
  }
}
