// A static server for the tests: what the cheapest host would do, plus the page's strict policy.
//
//   /hosts/...              pages of others that embed the visualiser, from hosts/; no policy
//   /some/deep/folder/...   dist/ again: the page must work in any folder
//   /...                    dist/
//
// By hand: node server.mjs [port]

import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));
/** The built page. Another folder can be named, to test a build without touching the one in dist/. */
export const DIST = resolve(process.env.FIVE_SLOTS_DIST ?? join(HERE, "..", "..", "dist"));
export const DEEP = "/some/deep/folder";

/** The policy the page has to live under; index.html carries the same. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".ts": "text/plain; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
};

/**
 * Serves on this machine only. Port 0 takes a free one.
 *
 * `requests` lists the paths asked for, including those a browser asks for by itself,
 * which a test inside the browser does not see.
 *
 * @param {number} port
 * @returns {Promise<{ origin: string, requests: string[], close: () => Promise<void> }>}
 */
export async function serve(port = 0) {
  const requests = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://127.0.0.1");
    requests.push(pathname);
    answer(pathname, response).catch((error) => {
      response.writeHead(500);
      response.end(String(error));
    });
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const close = () =>
    new Promise((resolve) => {
      server.close(() => resolve());
      // A browser keeps connections open; without this, closing would wait for them.
      server.closeAllConnections();
    });
  return { origin: `http://127.0.0.1:${server.address().port}`, requests, close };
}

async function answer(pathname, response) {
  // Without the slash, relative paths would point beside the folder.
  if (pathname === DEEP) return void response.writeHead(301, { location: `${DEEP}/` }).end();

  const { folder, path, headers } = place(pathname);
  const file = join(folder, normalize(decodeURIComponent(path.endsWith("/") ? `${path}index.html` : path)));
  const found = file.startsWith(folder + sep) && (await isFile(file));
  if (!found) return void response.writeHead(404, { ...headers, "content-type": "text/plain" }).end("not found\n");

  const type = TYPES[extname(file)] ?? "application/octet-stream";
  response.writeHead(200, { ...headers, "content-type": type, "cache-control": "no-store" });
  response.end(await readFile(file));
}

/** The folder a path is served from, the path in it, and the headers that go with it. */
function place(pathname) {
  if (pathname.startsWith("/hosts/")) {
    return { folder: join(HERE, "hosts"), path: pathname.slice("/hosts".length), headers: {} };
  }
  const path = pathname.startsWith(`${DEEP}/`) ? pathname.slice(DEEP.length) : pathname;
  // Public static hosts let any page read their files; a frame sandboxed without
  // allow-same-origin counts as any page.
  const headers = { "content-security-policy": POLICY, "access-control-allow-origin": "*" };
  return { folder: DIST, path, headers };
}

const isFile = (path) => stat(path).then((found) => found.isFile(), () => false);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { origin } = await serve(Number(process.argv[2] ?? 8081));
  console.log(`${origin}/`);
}
