import { serialQueue } from "../../../core/async/serial-queue";
import { renderDocument } from "../render-document";
import type { Block } from "../rendered-document";
import { type FromWorker, STRIDE, type ToWorker } from "./rendering-protocol";

/** How much HTML is sent at once, in UTF-16 units; the window needs about a millisecond to insert it. */
const PIECE = 200_000;

type PostReply = (reply: FromWorker, moved: ArrayBuffer[]) => void;

/** Handles the worker's messages. It keeps the last rendering and sends only the blocks that changed. */
export function renderingHandler(postReply: PostReply): (message: ToWorker) => void {
  let slices: string[] = [];
  let before: string[] = [];
  const enqueue = serialQueue();

  async function render({ round, messages }: Extract<ToWorker, { type: "render" }>): Promise<void> {
    try {
      const { blocks, headings } = await renderDocument(slices.join(""), messages, "cropped");
      const html = blocks.map((block) => block.html);
      const { from, to, end } = differing(before, html);
      before = html;
      const numbers = numbersOf(blocks);
      postReply({ type: "changed", round, from, to, count: end - from, numbers }, [numbers.buffer]);
      for (let at = from; at < end; ) {
        let size = 0;
        let next = at;
        while (next < end && (next === at || size + (html[next]?.length ?? 0) <= PIECE))
          size += html[next++]?.length ?? 0;
        postReply({ type: "html", round, html: html.slice(at, next) }, []);
        at = next;
      }
      postReply({ type: "done", round, headings: headings.map(({ id, line }) => ({ id, line })) }, []);
    } catch (error) {
      postReply({ type: "failed", round, reason: error instanceof Error ? error.message : String(error) }, []);
    }
  }

  return (message) => {
    if (message.type === "slice") {
      // Queued: a rendering that waits for a language must use the text it was requested with.
      void enqueue(() => {
        if (message.first) slices = [];
        slices.push(message.text);
      });
    } else void enqueue(() => render(message));
  };
}

/** The range in which two lists differ: `from`–`to` of the first became `from`–`end` of the second. */
function differing(before: readonly string[], after: readonly string[]): { from: number; to: number; end: number } {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from++;
  let same = 0;
  while (same < most - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { from, to: before.length - same, end: after.length - same };
}

function numbersOf(blocks: readonly Block[]): Int32Array<ArrayBuffer> {
  const numbers = new Int32Array(blocks.length * STRIDE);
  for (const [index, { line, lineEnd, html, hasHtml }] of blocks.entries())
    numbers.set([line, lineEnd, html.length, hasHtml ? 1 : 0], index * STRIDE);
  return numbers;
}
