import { markdownOf } from "./from-html";
import address from "./paste-worker?worker&url";
import { takeApart } from "./rich-nodes";
import { createTree } from "./rich-parts";

/** Rich text of more characters becomes Markdown in a worker. */
const MOST_HERE = 60_000;

type ScriptPolicy = { createScriptURL(address: string): unknown };
type PolicyMaker = { createPolicy(name: string, rules: { createScriptURL(address: string): string }): ScriptPolicy };

// The page's policy takes no plain string for a script: this names the one script there is.
const policy = (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes?.createPolicy("galley-paste-worker", {
  createScriptURL: () => address,
});

/** Clean Markdown of a piece of HTML; empty where there is none in it, null where more than can be gone through. Typing goes on. */
export async function richMarkdown(html: string): Promise<string | null> {
  if (html.length <= MOST_HERE) {
    const tree = createTree();
    await takeApart(html, tree.add);
    return markdownOf(tree.nodes);
  }
  const worker = new Worker((policy?.createScriptURL(address) ?? address) as string, { type: "module", name: "paste" });
  try {
    const made = new Promise<string | null>((done, fail) => {
      worker.addEventListener("message", ({ data }: MessageEvent<string | null>) => done(data));
      worker.addEventListener("error", (event) => fail(new Error(event.message)));
    });
    // Who waits for it comes later than its first failure may.
    made.catch(() => undefined);
    await takeApart(html, (parts) => worker.postMessage(parts));
    worker.postMessage(null);
    return await made;
  } finally {
    worker.terminate();
  }
}
