import type { FromFrame, ToFrame } from "./protocol";

/** A frame that draws: answers one request at a time, in order. */
export type DrawingFrame = {
  /** Rejects if the frame has been closed or its answer is malformed. */
  ask(message: ToFrame): Promise<FromFrame>;
  close(): void;
};

/** The longest accepted answer, in UTF-16 units. */
const MAX_MESSAGE = 4_000_000;

/** The frame has its own host, and so its own origin and process. Its policy allows its own code and no other load. */
const ADDRESS = "galley://drawings/drawings/frame/index.html";

/**
 * Creates a hidden frame that may run scripts and nothing else: no origin, no bridge, no network. It answers over a
 * port that only its document receives, so no other window can answer for it.
 */
export async function openDrawingFrame(hostDocument: Document): Promise<DrawingFrame> {
  const frame = hostDocument.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  frame.className = "drawing-frame";
  // A server in a browser has only one origin; the sandbox still makes the frame's origin opaque.
  const isServed = /^https?:$/.test(hostDocument.location.protocol);
  frame.src = isServed ? "/drawings/frame/index.html" : ADDRESS;
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
  hostDocument.body.append(frame);
  await loaded;
  const { port1: ownPort, port2: framePort } = new MessageChannel();
  let waiting: { answer(reply: FromFrame): void; fail(error: Error): void } | null = null;
  let isClosed = false;
  const close = () => {
    isClosed = true;
    ownPort.close();
    frame.remove();
    waiting?.fail(new Error("the drawing frame was closed"));
    waiting = null;
  };
  ownPort.onmessage = ({ data }: MessageEvent<unknown>) => {
    const reply = readAnswer(data);
    if (!reply || !waiting) return close();
    const { answer } = waiting;
    waiting = null;
    answer(reply);
  };
  // An opaque origin has no name to address. Only the port is sent, and only the frame's own document can be loaded
  // there.
  frame.contentWindow?.postMessage(null, "*", [framePort]);
  return {
    ask: (message) =>
      new Promise((answer, fail) => {
        if (isClosed || waiting) return fail(new Error("the drawing frame is busy or closed"));
        waiting = { answer, fail };
        ownPort.postMessage(message);
      }),
    close,
  };
}

function readAnswer(data: unknown): FromFrame | null {
  if (typeof data !== "object" || data === null) return null;
  const { type, markup, message } = data as Record<string, unknown>;
  if (type === "loaded") return { type };
  if (type === "drawn" && typeof markup === "string" && markup.length <= MAX_MESSAGE) return { type, markup };
  if (type === "failed" && typeof message === "string") return { type, message: message.slice(0, 500) };
  return null;
}
