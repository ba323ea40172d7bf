import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { protocol, type Session } from "electron";

const SCHEME = "galley";
const HOST = "app";

/** Where the built page lives for the browser. */
export const PAGE_URL = `${SCHEME}://${HOST}/index.html`;

const TYPES = new Map([
  [".html", "text/html; charset=utf-8"],
  [".js", "text/javascript; charset=utf-8"],
  [".css", "text/css; charset=utf-8"],
  [".json", "application/json; charset=utf-8"],
  [".svg", "image/svg+xml"],
  [".png", "image/png"],
  [".woff2", "font/woff2"],
]);

/** Folders and file names as the build makes them: no dot files, no `..`, nothing escaped. */
const SERVED = /^\/(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;

/** Must run before the app is ready: a standard, secure origin of our own, whose scripts V8 may cache compiled. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/**
 * Serves the built page from `folder`, and nothing else. The page itself comes with a strict policy and a new style
 * nonce at every load, which it reads from `<meta name="style-nonce">`.
 */
export function servePage(session: Session, folder: string): void {
  session.protocol.handle(SCHEME, async ({ url, method }) => {
    const { host, pathname } = new URL(url);
    const type = TYPES.get(extname(pathname));
    if (method !== "GET") return refused(405);
    if (host !== HOST || !type || !SERVED.test(pathname)) return refused(404);
    try {
      const bytes = await readFile(join(folder, pathname));
      if (extname(pathname) !== ".html") return new Response(bytes, { headers: { ...COMMON, "content-type": type } });
      const nonce = randomBytes(16).toString("base64");
      const html = bytes.toString("utf8").replace("<head>", `<head><meta name="style-nonce" content="${nonce}">`);
      return new Response(html, {
        headers: { ...COMMON, "content-type": type, "content-security-policy": policy(nonce) },
      });
    } catch {
      return refused(404);
    }
  });
}

const COMMON = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

const refused = (status: number) => new Response(null, { status, headers: COMMON });

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
