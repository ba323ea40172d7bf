import { Text } from "@codemirror/state";
import { serialQueue } from "../../../core/async/serial-queue";
import type { RenderingOptions } from "../rendered-document";
import { createRendering } from "./rendering";
import { startRenderingWorker } from "./start-rendering-worker";

/** Renders short texts to blocks of unsanitised HTML, one after the other, in a worker that starts with the first one. */
export function createPartRendering(options: () => RenderingOptions, startWorker = startRenderingWorker) {
  const enqueue = serialQueue();
  /** What the worker rendered last: it sends only what differs from that. */
  let blocks: string[] = [];
  let at = 0;
  let isStopped = false;
  let waiting: { done(blocks: string[] | null): void; fail(why: Error): void } | null = null;
  const rendering = createRendering(startWorker, {
    onMessage(message) {
      if (message.type === "changed") {
        blocks.splice(message.from, message.to - message.from, ...Array<string>(message.count).fill(""));
        at = message.from;
      } else if (message.type === "html") for (const html of message.html) blocks[at++] = html;
      else waiting?.done([...blocks]);
    },
    failed(why) {
      blocks = [];
      waiting?.fail(new Error(why));
    },
  });
  return {
    /** The blocks of a text; null if the rendering was stopped before. */
    render: (text: string): Promise<string[] | null> =>
      enqueue(
        () =>
          new Promise<string[] | null>((done, fail) => {
            if (isStopped) return done(null);
            waiting = { done, fail };
            rendering.render(Text.of(text.split("\n")), options());
          }),
      ),
    stop(): void {
      isStopped = true;
      rendering.stop();
      waiting?.done(null);
    },
  };
}
