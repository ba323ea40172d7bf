import { markdownOf } from "./from-html";
import { createTree, type RichPart } from "./rich-parts";

/** Converts large rich text to Markdown without blocking the window. Parts arrive in pieces; null ends them. */
const tree = createTree();

self.addEventListener("message", ({ data }: MessageEvent<RichPart[] | null>) => {
  if (data) tree.add(data);
  else self.postMessage(markdownOf(tree.nodes));
});
