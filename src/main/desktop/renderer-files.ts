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
  [".wasm", "application/wasm"],
  [".bcmap", "application/octet-stream"],
  [".pfb", "application/octet-stream"],
  [".ttf", "font/ttf"],
]);

/** Workers with WebAssembly, which only their policy allows. Nothing else in them may be compiled from data, or be remote. */
const WORKER = /^\/assets\/(?:grammar-worker|pdf-worker)-[A-Za-z0-9_-]+\.js$/;
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** Folder and file names as the build makes them: no dot files, no `..`, nothing escaped. */
const SERVED = /^\/(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;

/** The response to a request of the page: status, headers, and the bytes of the file (UTF-8 if it is text). */
export type PageResponse = { status: number; type: string; headers: Record<string, string>; bytes: Buffer };

/**
 * One file of the built page in `folder`, by the URL path as the browser normalised it, or a plain error. A document gets a strict content policy and
 * a new style nonce at every load, which it reads from `<meta name="style-nonce">`. `attributes` belong to its `<html>` element. Read synchronously:
 * what the page needs at the start goes before everything else that main reads.
 */
export function rendererFile(
  folder: string,
  method: string,
  pathname: string,
  attributes = 'lang="en"',
  policyOf = policy,
): PageResponse {
  const type = TYPES.get(extname(pathname));
  if (method !== "GET") return errorResponse(405);
  if (!type || !SERVED.test(pathname)) return errorResponse(404);
  try {
    const bytes = readFileSync(join(folder, pathname));
    if (WORKER.test(pathname))
      return { status: 200, type, headers: { ...COMMON, "content-security-policy": WORKER_POLICY }, bytes };
    if (type !== "text/html") return { status: 200, type, headers: COMMON, bytes };
    const nonce = randomBytes(16).toString("base64");
    const html = bytes
      .toString("utf8")
      .replace("<head>", `<head><meta name="style-nonce" content="${nonce}">`)
      .replace('<html lang="en"', `<html ${attributes}`);
    return {
      status: 200,
      type,
      headers: { ...COMMON, "content-security-policy": policyOf(nonce) },
      bytes: Buffer.from(html, "utf8"),
    };
  } catch {
    return errorResponse(404);
  }
}

/**
 * One file for the frame that renders drawings: its page, and its built code. The frame's origin is opaque, so its scripts are served to any origin:
 * they are the same in every copy of Galley and contain nothing private.
 */
export function drawingsFile(folder: string, method: string, pathname: string): PageResponse {
  if (pathname !== DRAWINGS_PAGE && !/^\/assets\/[A-Za-z0-9_.-]+\.js$/.test(pathname)) return errorResponse(404);
  const answer = rendererFile(folder, method, pathname);
  if (answer.status !== 200) return answer;
  const open = { "access-control-allow-origin": "*", "cross-origin-resource-policy": "cross-origin" };
  const headers: Record<string, string> = { ...answer.headers, ...open };
  if (answer.type === "text/html") headers["content-security-policy"] = DRAWINGS_POLICY;
  return { ...answer, headers };
}

const DRAWINGS_PAGE = "/drawings/frame/index.html";

/** A drawing may contain inline styles while it is rendered. The frame loads nothing but its own code. */
const DRAWINGS_POLICY = [
  "default-src 'none'",
  "script-src galley://drawings/assets/",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors galley://app",
  "sandbox allow-scripts",
].join("; ");

const COMMON = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};

/**
 * One of the user's images. In an `<img>` it can only be a picture, whatever it contains; opened by itself it could run and load nothing. `parts` are
 * the parts of its URL: the document, the path that it names, and the embedded note that names it.
 */
export async function imageFile(
  pathname: string,
  read: (doc: string, path: string, from?: string) => Promise<{ type: string; bytes: Buffer } | null>,
): Promise<PageResponse> {
  const parts = /^\/([a-z0-9-]{8,64})\/([^/]{1,12288})(?:\/([^/]{1,12288}))?$/.exec(pathname);
  const from = parts?.[3] === undefined ? undefined : decoded(parts[3]);
  const found = parts ? await read(parts[1] ?? "", decoded(parts[2] ?? ""), from) : null;
  if (!found) return errorResponse(404);
  const headers = {
    ...COMMON,
    "cross-origin-resource-policy": "cross-origin",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    "cache-control": "no-cache",
  };
  return { status: 200, type: found.type, headers, bytes: found.bytes };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/** A response without a file. */
export const errorResponse = (status: number): PageResponse => ({
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
    "img-src 'self' data: blob: galley://image",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "frame-src galley://drawings/drawings/frame/ galley-pdf:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
