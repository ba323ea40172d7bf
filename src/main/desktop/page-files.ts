import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";

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

/**
 * One file of the built page in `folder`, by the path of its address as the browser normalised it, or a plain refusal. A
 * document comes with a strict policy and a new style nonce at every load, which it reads from `<meta name="style-nonce">`.
 */
export async function pageFile(folder: string, method: string, pathname: string): Promise<Response> {
  const type = TYPES.get(extname(pathname));
  if (method !== "GET") return refusal(405);
  if (!type || !SERVED.test(pathname)) return refusal(404);
  try {
    const bytes = await readFile(join(folder, pathname));
    if (extname(pathname) !== ".html") return new Response(bytes, { headers: { ...COMMON, "content-type": type } });
    const nonce = randomBytes(16).toString("base64");
    const html = bytes.toString("utf8").replace("<head>", `<head><meta name="style-nonce" content="${nonce}">`);
    return new Response(html, {
      headers: { ...COMMON, "content-type": type, "content-security-policy": policy(nonce) },
    });
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
export const refusal = (status: number): Response => new Response(null, { status, headers: COMMON });

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
