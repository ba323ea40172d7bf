/**
 * Runs in the drawing frame, which has its own origin, no network and no bridge. Its only connection is the port that
 * the window sends. The libraries are loaded with the first drawing of their kind.
 */
import type { FromFrame, ToFrame } from "../protocol";

const painters = {
  math: () => import("./draw-math").then(({ drawMath }) => drawMath),
  diagram: () => import("./draw-diagram").then(({ drawDiagram }) => drawDiagram),
};

async function answer(message: ToFrame): Promise<FromFrame> {
  try {
    const paint = await painters[message.kind]();
    if (message.type === "load") return { type: "loaded" };
    return { type: "drawn", markup: await paint(message) };
  } catch (error) {
    return { type: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}

addEventListener(
  "message",
  ({ source, ports: [port] }) => {
    if (source !== parent || !port) return;
    let queue: Promise<void> = Promise.resolve();
    port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
      queue = queue.then(async () => port.postMessage(await answer(data)));
    };
  },
  { once: true },
);
