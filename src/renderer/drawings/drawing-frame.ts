import type { FromFrame, ToFrame } from "./protocol";

/** What draws, as the queue knows it: one question, one answer, in order. */
export type DrawingFrame = {
  /** Rejects where the frame has been closed or answers what it was not asked. */
  ask(message: ToFrame): Promise<FromFrame>;
  close(): void;
};

/** The longest answer that is taken, in UTF-16 units. */
const LONGEST = 4_000_000;

/** The frame's own host: another origin and process than the page's, with a policy that forbids every load but its code. */
const ADDRESS = "galley://drawings/drawings/frame/index.html";

/**
 * A new hidden frame with scripts and nothing else: no origin, no bridge, no network. What it says comes over a port
 * that only the document in it was handed, so that no other window can speak for it.
 */
export async function openDrawingFrame(page: Document): Promise<DrawingFrame> {
  const frame = page.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  frame.className = "drawing-frame";
  // From the dev server there is one origin only; the sandbox still makes it opaque.
  frame.src = page.location.protocol === "http:" ? "/drawings/frame/index.html" : ADDRESS;
  // Not `display: none`: what has no boxes cannot be measured.
  Object.assign(frame.style, {
    position: "fixed",
    left: "-10000px",
    top: "0",
    width: "1200px",
    height: "900px",
    visibility: "hidden",
    pointerEvents: "none",
    border: "0",
  });
  const loaded = new Promise<void>((done) => frame.addEventListener("load", () => done(), { once: true }));
  page.body.append(frame);
  await loaded;
  const { port1: port, port2: theirs } = new MessageChannel();
  let waiting: { answer(told: FromFrame): void; fail(why: Error): void } | null = null;
  let isClosed = false;
  const close = () => {
    isClosed = true;
    port.close();
    frame.remove();
    waiting?.fail(new Error("the drawing frame was closed"));
    waiting = null;
  };
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const told = readAnswer(data);
    if (!told || !waiting) return close();
    const { answer } = waiting;
    waiting = null;
    answer(told);
  };
  // An opaque origin has no name: the port is all that is handed over, and only the frame's own page can be in it.
  frame.contentWindow?.postMessage(null, "*", [theirs]);
  return {
    ask: (message) =>
      new Promise((answer, fail) => {
        if (isClosed || waiting) return fail(new Error("the drawing frame is not free"));
        waiting = { answer, fail };
        port.postMessage(message);
      }),
    close,
  };
}

function readAnswer(data: unknown): FromFrame | null {
  if (typeof data !== "object" || data === null) return null;
  const { say, markup, message } = data as Record<string, unknown>;
  if (say === "loaded") return { say };
  if (say === "drawn" && typeof markup === "string" && markup.length <= LONGEST) return { say, markup };
  if (say === "failed" && typeof message === "string") return { say, message: message.slice(0, 500) };
  return null;
}
