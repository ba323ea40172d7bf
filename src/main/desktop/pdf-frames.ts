import { Readable } from "node:stream";
import type { Input, Session, WebFrameMain } from "electron";
import type { PdfAction, PdfState, ViewerKey } from "../../shared/viewer";
import type { OpenedPdf } from "../app/viewer";

/** PDFs have a scheme of their own: each is another site than the page, and is served in pieces. */
export const PDF_SCHEME = "galley-pdf";

/** Chromium's own viewer, which is part of the program. */
const VIEWER = "chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/";

const HEADERS = {
  "content-type": "application/pdf",
  "content-security-policy": "default-src 'none'; frame-ancestors galley://app",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
};

/** Serves the PDFs that the user views, in pieces as they are read. `open` returns null for what cannot be shown. */
export function servePdfs(session: Session, open: (path: string) => Promise<OpenedPdf | null>): void {
  session.protocol.registerStreamProtocol(PDF_SCHEME, ({ url, method }, answer) => {
    const missing = { statusCode: 404, headers: HEADERS, data: Readable.from([]) };
    const path = method === "GET" ? pathOf(url) : null;
    if (path === null) return answer(missing);
    void open(path).then((pdf) => {
      if (!pdf) return answer(missing);
      const headers = { ...HEADERS, "content-length": String(pdf.size) };
      answer({ statusCode: 200, headers, data: pdf.file.createReadStream({ highWaterMark: 256 * 1024 }) });
    });
  });
}

/** The file that an address names; null if it is not one of ours. */
function pathOf(url: string): string | null {
  try {
    const { host, pathname } = new URL(url);
    return host === "viewed" ? decodeURIComponent(pathname.slice(1)) : null;
  } catch {
    return null;
  }
}

/** Whether a frame may go to `url` because it shows a PDF: the page loads the file, then the viewer puts itself into that frame. */
export function isPdfStep(url: string, initiator: string | undefined): boolean {
  if (url.startsWith(`${PDF_SCHEME}://viewed/`)) return true;
  return url.startsWith(VIEWER) && (initiator?.startsWith(VIEWER) ?? false);
}

/** Whether the frame is a PDF's, or inside of one. */
export function isPdfFrame(frame: Pick<WebFrameMain, "url" | "parent"> | null): boolean {
  return addressOf(frame) !== null;
}

function addressOf(frame: Pick<WebFrameMain, "url" | "parent"> | null): string | null {
  for (let each = frame; each; each = each.parent)
    if (each.url.startsWith(`${PDF_SCHEME}:`)) return each.url.split("#")[0] ?? "";
  return null;
}

/** The addresses of PDFs that ask for their password. */
const locked = new Set<string>();

/** With Ctrl or Cmd, these stay with the PDF: copying, selecting and moving. */
const PDF_CHORDS = /^(?:[ac]|Insert|Home|End|Arrow\w+)$/i;

/**
 * The key, if it was pressed in a PDF and is for the page: chords, function keys, and letters, which a PDF would only take for its form, where nothing
 * could be saved. The field for its password does take them.
 */
export function keyForWindow(
  input: Pick<Input, "type" | "key" | "code" | "control" | "shift" | "alt" | "meta">,
  frame: Pick<WebFrameMain, "url" | "parent"> | null,
): ViewerKey | null {
  const address = input.type === "keyDown" ? addressOf(frame) : null;
  if (address === null) return null;
  const { key, code, control: ctrlKey, shift: shiftKey, alt: altKey, meta: metaKey } = input;
  // The menu takes chords with Alt, and would open if it did not get them.
  if (altKey || /^(?:Control|Meta|Shift|AltGraph)$/.test(key)) return null;
  const isForField = locked.has(address) && /^(?:[^ ]|Backspace|Delete)$/u.test(key);
  const isTyped = /^(?:[^ ]|Backspace|Delete|Escape|F\d+)$/u.test(key);
  if (ctrlKey || metaKey ? PDF_CHORDS.test(key) : !isTyped || isForField) return null;
  return { key, code, ctrlKey, shiftKey, altKey, metaKey };
}

const ACTS: Record<PdfAction, string> = {
  look: "",
  // One pending watch for all: who asks later waits for the same change. Scrolling is reported ten times a second at most.
  watch: `
    const known = JSON.stringify(read());
    await (window.nextChange ??= new Promise((resolve) => {
      let isWaiting = false;
      const compare = () => {
        isWaiting = false;
        if (JSON.stringify(read()) === known) return;
        dialogs.disconnect();
        viewport.setViewportChangedCallback(draw);
        window.nextChange = null;
        resolve();
      };
      const compareSoon = () => {
        if (!isWaiting) setTimeout(compare, 100);
        isWaiting = true;
      };
      const dialogs = new MutationObserver(compareSoon);
      dialogs.observe(viewer.shadowRoot, { childList: true });
      const draw = viewport.viewportChangedCallback_;
      viewport.setViewportChangedCallback(() => {
        draw();
        compareSoon();
      });
    }));`,
  // The keys that scroll are for the innermost frame; the page can only give the focus to the outermost.
  focus: `
    window.focus();
    const asking = viewer.shadowRoot.querySelector("viewer-password-dialog")?.shadowRoot;
    const field = asking?.querySelector("cr-input");
    field?.focus();
    // After a wrong password Chromium's dialog has the focus nowhere, and the next one could not be typed.
    if (asking && !window.askingAgain) {
      window.askingAgain = new MutationObserver(() => {
        if (asking.querySelector("#submit").disabled || asking.activeElement === field) return;
        field.focus();
        field.select();
      });
      window.askingAgain.observe(asking, { subtree: true, attributeFilter: ["disabled", "invalid"] });
    }
    window.scrollKeys ??= document.addEventListener("keydown", (event) => {
      const { height } = viewport.size;
      const { x, y } = viewport.position;
      const [toX, toY] = {
        PageDown: [x, y + 0.9 * height], PageUp: [x, y - 0.9 * height], Home: [x, 0], End: [x, viewport.contentSize.height],
        " ": [x, y + (event.shiftKey ? -0.9 : 0.9) * height], ArrowDown: [x, y + 40], ArrowUp: [x, y - 40],
        ArrowRight: [x + 40, y], ArrowLeft: [x - 40, y],
      }[event.key] ?? [];
      if (toX === undefined || !event.isTrusted || viewer.shadowRoot.querySelector("viewer-password-dialog")) return;
      event.preventDefault();
      viewport.setPosition({ x: Math.max(0, toX), y: Math.max(0, toY) });
    }) ?? true;`,
  "zoom in": "viewport.zoomIn();",
  "zoom out": "viewport.zoomOut();",
  "fit page": "viewport.setFittingType('fit-to-page');",
  "fit width": "viewport.setFittingType('fit-to-width');",
  "actual size": "viewport.setFittingType('none'); viewport.setZoom(1);",
};

/**
 * Acts on the frame below `main` that shows the PDF of this address, and returns what it shows then; null if it is not there yet. `watch` waits until
 * a PDF that is shown or locked shows something else, so that nobody has to ask again and again.
 */
export async function actOnPdf(main: WebFrameMain, url: string, action: PdfAction): Promise<PdfState | null> {
  const viewer = main.framesInSubtree.find(
    (frame) => frame.url.startsWith(VIEWER) && frame.parent?.url.split("#")[0] === url,
  );
  if (!viewer) return null;
  const code = `(async () => {
    const viewer = document.querySelector("pdf-viewer");
    const shows = (name) => viewer?.shadowRoot?.querySelector(name) != null;
    if (shows("viewer-error-dialog")) return { status: "failed" };
    const viewport = viewer?.viewport;
    if (!viewport) return null;
    const read = () => ({
      status: shows("viewer-error-dialog") ? "failed" : shows("viewer-password-dialog") ? "locked" : viewer.loadState_,
      scale: viewport.getZoom(),
      fit: viewport.fittingType,
      // Before the pages are known, such as while the password is asked for, it throws.
      page: viewer.documentDimensions ? viewport.getMostVisiblePage() + 1 : 1,
      pages: viewer.documentDimensions?.pageDimensions.length,
    });
    ${ACTS[action]}
    return read();
  })()`;
  const state = readState(await viewer.executeJavaScript(code).catch(() => null));
  if (state?.status === "locked") locked.add(url);
  else locked.delete(url);
  return state;
}

/** The frame's answer is not trusted. */
function readState(answer: unknown): PdfState | null {
  if (typeof answer !== "object" || answer === null) return null;
  const { status, scale, fit, page, pages } = answer as Record<string, unknown>;
  const number = (value: unknown, otherwise: number) =>
    typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : otherwise;
  return {
    status: status === "success" ? "shown" : status === "failed" || status === "locked" ? status : "loading",
    scale: number(scale, 1),
    fit: fit === "fit-to-page" ? "page" : fit === "fit-to-width" ? "width" : null,
    page: number(page, 1),
    pages: number(pages, 0),
  };
}
