/**
 * Runs in the drawing frame, which has its own origin, no network and no bridge. Its only connection is the port that
 * the window sends. The libraries are loaded with the first drawing of their kind.
 */
import type { FromFrame, ToFrame } from "../protocol";

const painters = {
  math: () => import("./draw-math").then(({ drawMath }) => drawMath),
  diagram: () => import("./draw-diagram").then(({ drawDiagram }) => drawDiagram),
};

async function answer(asked: ToFrame): Promise<FromFrame> {
  try {
    const paint = await painters[asked.kind]();
    if (asked.type === "load") return { type: "loaded" };
    return { type: "drawn", markup: await paint(asked) };
  } catch (trouble) {
    return { type: "failed", message: trouble instanceof Error ? trouble.message : String(trouble) };
  }
}

addEventListener(
  "message",
  ({ source, ports: [port] }) => {
    if (source !== parent || !port) return;
    let turn: Promise<void> = Promise.resolve();
    port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
      turn = turn.then(async () => port.postMessage(await answer(data)));
    };
  },
  { once: true },
);
