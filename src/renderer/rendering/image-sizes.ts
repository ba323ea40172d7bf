import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { imageSize } from "../../core/markdown/image-size";

/** Gives images the size that ends their label, as in `![text|200](…)`, and takes it out of the label. */
export function imageSizes(md: MarkdownIt): void {
  md.core.ruler.after("inline", "image_sizes", ({ tokens }: StateCore) => {
    for (const { children } of tokens) for (const token of children ?? []) if (token.type === "image") readSize(token);
  });
}

function readSize(image: Token): void {
  const last = image.children?.at(-1);
  if (last?.type !== "text") return;
  const isWhole = image.children?.length === 1;
  const size = imageSize(last.content);
  // `![**a** 5](…)` ends in a number that is not a size.
  if (size.width === null || (!isWhole && !last.content.includes("|"))) return;
  image.attrSet("width", String(size.width));
  if (size.height !== null) image.attrSet("height", String(size.height));
  const file = image.meta as { file?: string } | null;
  last.content = size.alt || (file?.file ?? "");
  if (isWhole) image.content = last.content;
}
