import { readingWords } from "../../rendering/page/messages";

/** The renderer's placeholder for cropped content; its text is the number of omitted characters. */
const CROPPED = '<em class="cropped">';

function tell(cut: Element): void {
  const hidden = Number(cut.textContent);
  if (hidden > 0) cut.textContent = readingWords.cropped(hidden);
}

/** A rendered block; `hasHtml`: it contains raw HTML of the document, whose tags may not be balanced. */
type RenderedBlock = { html: string | null; hasHtml: boolean };

type World = {
  page: Document;
  /** Sanitises HTML. */
  clean(html: string): DocumentFragment;
};

/**
 * Creates the elements of rendered blocks, in order. Parsing is expensive: blocks without raw HTML are parsed together, the others
 * alone, so that an unclosed tag cannot affect other blocks.
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
