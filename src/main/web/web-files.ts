import { drawingsFile, errorResponse, type PageResponse, rendererFile } from "../desktop/renderer-files";

/** The frame for formulas and diagrams, which has an opaque origin. */
const DRAWINGS = "/drawings/frame/index.html";
const ASSETS = /^\/assets\/[A-Za-z0-9_.-]+$/;

/** Nothing that the page does not use: a hostile document that got around everything else would find nothing to turn on. */
const PERMISSIONS = [
  "camera",
  "microphone",
  "geolocation",
  "display-capture",
  "payment",
  "usb",
  "serial",
  "hid",
  "midi",
]
  .map((feature) => `${feature}=()`)
  .join(", ");

const common = (cache: string): Record<string, string> => ({
  "cache-control": cache,
  "permissions-policy": PERMISSIONS,
  "x-frame-options": "DENY",
});

/**
 * A file of the page for guests, from the built renderer in `folder`: the page itself at `/`, its code, and the frame for drawings. Anything else is not
 * there. `origin` is the one at which the browser sees the page.
 */
export function webFile(folder: string, method: string, pathname: string, origin: string): PageResponse {
  if (pathname === "/") {
    const page = rendererFile(folder, method, "/guest/index.html", 'lang="en" data-guest', (nonce) =>
      policy(nonce, origin),
    );
    return { ...page, headers: { ...page.headers, ...common("no-store") } };
  }
  if (pathname === DRAWINGS) {
    const page = drawingsFile(folder, method, pathname);
    if (page.status !== 200) return page;
    const headers = { ...page.headers, ...common("no-cache"), "content-security-policy": drawingsPolicy(origin) };
    // Only the page frames it, as its policy says.
    return { ...page, headers: { ...headers, "x-frame-options": "SAMEORIGIN" } };
  }
  if (!ASSETS.test(pathname)) return errorResponse(404);
  // The drawings' origin is opaque, so that its scripts are served to every origin: they are the same everywhere and say nothing.
  const file = pathname.endsWith(".js")
    ? drawingsFile(folder, method, pathname)
    : rendererFile(folder, method, pathname);
  return { ...file, headers: { ...file.headers, ...common("public, max-age=31536000, immutable") } };
}

/** The app's policy at another address: images come as data, and the only connection is the one to the server. */
const policy = (nonce: string, origin: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${origin.replace(/^http/, "ws")}`,
    "worker-src 'self'",
    `frame-src ${origin}${DRAWINGS}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");

const drawingsPolicy = (origin: string): string =>
  [
    "default-src 'none'",
    `script-src ${origin}/assets/`,
    "style-src 'unsafe-inline'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origin}`,
    "sandbox allow-scripts",
  ].join("; ");
