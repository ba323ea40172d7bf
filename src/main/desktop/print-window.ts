import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { BrowserWindow, type Session, session } from "electron";
import { serialQueue } from "../../core/async/serial-queue";
import { errorResponse } from "./renderer-files";

const SCHEME = "galley";

/** The address of the printed page: a host that only the printing session serves. */
const PAGE = `${SCHEME}://print/page.html`;

/** If layout takes longer than this, in milliseconds, the page hangs. */
const MAX_LAYOUT_MS = 180_000;

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src galley://print data:; base-uri 'none'; form-action 'none'; sandbox";

let current: { html: Buffer } | null = null;
let isServed = false;
const enqueue = serialQueue();

/**
 * Opens `html` in a hidden window for printing: without scripts, preload or network, in its own session, whose scheme serves only this page and the
 * fonts of `folder`. One at a time. Null if `signal` aborted it.
 */
export function inPrintWindow<T>(
  folder: string,
  html: string,
  signal: AbortSignal,
  work: (window: BrowserWindow) => Promise<T>,
): Promise<T | null> {
  return enqueue(() => open(folder, html, signal, work));
}

async function open<T>(
  folder: string,
  html: string,
  signal: AbortSignal,
  work: (window: BrowserWindow) => Promise<T>,
): Promise<T | null> {
  if (signal.aborted) return null;
  const own = session.fromPartition("galley-print");
  serve(own, folder);
  current = { html: Buffer.from(html, "utf8") };
  const window = new BrowserWindow({
    show: false,
    width: 900,
    height: 1200,
    webPreferences: {
      session: own,
      javascript: false,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      images: true,
    },
  });
  const aborted = new Promise<null>((done) => signal.addEventListener("abort", () => done(null), { once: true }));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error("laying out the page took longer than three minutes")), MAX_LAYOUT_MS);
  });
  const gone = new Promise<never>((_, fail) => {
    window.webContents.once("render-process-gone", (_event, { reason }) =>
      fail(new Error(`the process that lays out the page ended (${reason})`)),
    );
  });
  const done = window.loadURL(PAGE).then(() => work(window));
  // Only the first result counts; later rejections are ignored.
  for (const each of [done, late, gone]) each.catch(() => {});
  try {
    return await Promise.race([done, aborted, late, gone]);
  } finally {
    clearTimeout(timer);
    current = null;
    if (!window.isDestroyed()) window.destroy();
  }
}

function serve(own: Session, folder: string): void {
  if (isServed) return;
  isServed = true;
  own.protocol.registerBufferProtocol(SCHEME, ({ url, method }, answer) => {
    const { host, pathname } = new URL(url);
    const respond = (status: number, mimeType: string, data: Buffer) =>
      answer({
        statusCode: status,
        mimeType,
        charset: "utf-8",
        // The sandboxed page has an opaque origin, so its fonts are cross-origin.
        headers: { "content-security-policy": POLICY, "access-control-allow-origin": "*" },
        data,
      });
    const respondNotFound = () => respond(404, "text/plain", errorResponse(404).bytes);
    if (host !== "print" || method !== "GET") respondNotFound();
    else if (pathname === "/page.html" && current) respond(200, "text/html", current.html);
    else if (/^\/assets\/[A-Za-z0-9_.-]+\.woff2$/.test(pathname))
      void readFile(join(folder, pathname)).then((bytes) => respond(200, "font/woff2", bytes), respondNotFound);
    else respondNotFound();
  });
  // Only the page and its fonts, whatever the content policy might overlook.
  own.webRequest.onBeforeRequest(({ url }, answer) =>
    answer({ cancel: !url.startsWith(`${SCHEME}://print/`) && !url.startsWith("data:") }),
  );
}
