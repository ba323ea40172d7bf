import { readingWords } from "../../rendering/page/messages";

/** What the renderer leaves where it has cut something: how many characters stood there. */
const CROPPED = '<em class="cropped">';

function tell(cut: Element): void {
  const hidden = Number(cut.textContent);
  if (hidden > 0) cut.textContent = readingWords.cropped(hidden);
}

/** A block as it was rendered; `hasHtml`: with tags of the document's own, which need not match. */
type RenderedBlock = { html: string | null; hasHtml: boolean };

type World = {
  page: Document;
  /** The content, safe to show. */
  clean(html: string): DocumentFragment;
};

/**
 * The elements of rendered blocks, in their order. Parsing is dear: what closes all that it opens is parsed together, the rest
 * by itself, so that no block reaches into another.
 */
export function blockElements(blocks: readonly RenderedBlock[], { page, clean }: World): HTMLElement[] {
  const alone = ({ html }: RenderedBlock) => {
    const block = page.createElement("div");
    block.append(clean(html ?? ""));
    return block;
  };
  const sound = blocks.filter(({ hasHtml }) => !hasHtml);
  const together = [...clean(sound.map(({ html }) => `<div>${html ?? ""}</div>`).join("")).children] as HTMLElement[];
  const isWhole = together.length === sound.length && together.every(({ localName }) => localName === "div");
  let at = 0;
  return blocks.map((each) => {
    const block = each.hasHtml || !isWhole ? alone(each) : (together[at++] ?? alone(each));
    block.className = "block";
    if (each.html?.includes(CROPPED)) for (const cut of block.querySelectorAll("em.cropped")) tell(cut);
    return block;
  });
}
