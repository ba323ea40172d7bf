import { markdownOf } from "./from-html";
import { createTree, type RichPart } from "./rich-parts";

/** Large pieces of rich text become Markdown here, where nobody waits: parts come in pieces, null ends them. */
const tree = createTree();

self.addEventListener("message", ({ data }: MessageEvent<RichPart[] | null>) => {
  if (data) tree.add(data);
  else self.postMessage(markdownOf(tree.nodes));
});
