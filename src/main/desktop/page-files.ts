import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";

const TYPES = new Map([
  [".html", "text/html"],
  [".js", "text/javascript"],
  [".css", "text/css"],
  [".json", "application/json"],
  [".svg", "image/svg+xml"],
  [".png", "image/png"],
  [".woff2", "font/woff2"],
]);

/** Folders and file names as the build makes them: no dot files, no `..`, nothing escaped. */
const SERVED = /^\/(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;

/** What the page's process is answered: a status, the headers, and the bytes of the file, UTF-8 where it is text. */
export type PageAnswer = { status: number; type: string; headers: Record<string, string>; bytes: Buffer };

/**
 * One file of the built page in `folder`, by the path of its address as the browser normalised it, or a plain refusal. A
 * document comes with a strict policy and a new style nonce at every load, which it reads from `<meta name="style-nonce">`.
 * Read at once: what the page waits for at the start goes before everything else that main reads then.
 */
export function pageFile(folder: string, method: string, pathname: string): PageAnswer {
  const type = TYPES.get(extname(pathname));
  if (method !== "GET") return refusal(405);
  if (!type || !SERVED.test(pathname)) return refusal(404);
  try {
    const bytes = readFileSync(join(folder, pathname));
    if (type !== "text/html") return { status: 200, type, headers: COMMON, bytes };
    const nonce = randomBytes(16).toString("base64");
    const html = bytes.toString("utf8").replace("<head>", `<head><meta name="style-nonce" content="${nonce}">`);
    return {
      status: 200,
      type,
      headers: { ...COMMON, "content-security-policy": policy(nonce) },
      bytes: Buffer.from(html, "utf8"),
    };
  } catch {
    return refusal(404);
  }
}

const COMMON = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/** An answer without a file. */
export const refusal = (status: number): PageAnswer => ({
  status,
  type: "text/plain",
  headers: COMMON,
  bytes: Buffer.alloc(0),
});

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
