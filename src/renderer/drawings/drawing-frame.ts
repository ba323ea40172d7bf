import type { FromFrame, ToFrame } from "./protocol";

/** A frame that draws: answers one request at a time, in order. */
export type DrawingFrame = {
  /** Rejects if the frame has been closed or its answer is malformed. */
  ask(message: ToFrame): Promise<FromFrame>;
  close(): void;
};

/** The longest accepted answer, in UTF-16 units. */
const LONGEST = 4_000_000;

/** The frame has its own host, and so its own origin and process. Its policy allows its own code and no other load. */
const ADDRESS = "galley://drawings/drawings/frame/index.html";

/**
 * Creates a hidden frame that may run scripts and nothing else: no origin, no bridge, no network. It answers over a
 * port that only its document receives, so no other window can answer for it.
 */
export async function openDrawingFrame(page: Document): Promise<DrawingFrame> {
  const frame = page.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  frame.className = "drawing-frame";
  // The dev server has only one origin; the sandbox still makes the frame's origin opaque.
  frame.src = page.location.protocol === "http:" ? "/drawings/frame/index.html" : ADDRESS;
  // Not `display: none`: elements without boxes cannot be measured.
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
  // An opaque origin has no name to address. Only the port is sent, and only the frame's own document can be loaded
  // there.
  frame.contentWindow?.postMessage(null, "*", [theirs]);
  return {
    ask: (message) =>
      new Promise((answer, fail) => {
        if (isClosed || waiting) return fail(new Error("the drawing frame is busy or closed"));
        waiting = { answer, fail };
        port.postMessage(message);
      }),
    close,
  };
}

function readAnswer(data: unknown): FromFrame | null {
  if (typeof data !== "object" || data === null) return null;
  const { type, markup, message } = data as Record<string, unknown>;
  if (type === "loaded") return { type };
  if (type === "drawn" && typeof markup === "string" && markup.length <= LONGEST) return { type, markup };
  if (type === "failed" && typeof message === "string") return { type, message: message.slice(0, 500) };
  return null;
}
