import { workerStarter } from "../../ui/worker-starter";
import { markdownOf } from "./from-html";
import address from "./paste-worker?worker&url";
import { parseRichText } from "./rich-nodes";
import { createTree } from "./rich-parts";

/** Longer rich text, in characters, is converted in a worker. */
const MAX_INLINE = 60_000;

const startWorker = workerStarter("paste", address);

/** Converts HTML to clean Markdown without blocking typing; empty if it contains no text, null if it is too large. */
export async function richMarkdown(html: string): Promise<string | null> {
  if (html.length <= MAX_INLINE) {
    const tree = createTree();
    await parseRichText(html, tree.add);
    return markdownOf(tree.nodes);
  }
  const worker = startWorker();
  try {
    const made = new Promise<string | null>((done, fail) => {
      worker.addEventListener("message", ({ data }: MessageEvent<string | null>) => done(data));
      worker.addEventListener("error", (event) => fail(new Error(event.message)));
    });
    // The worker can fail before anyone awaits the result.
    made.catch(() => undefined);
    await parseRichText(html, (parts) => worker.postMessage(parts));
    worker.postMessage(null);
    return await made;
  } finally {
    worker.terminate();
  }
}
