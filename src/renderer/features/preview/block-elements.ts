import { previewMessages } from "../../rendering/page/messages";

/** The renderer's placeholder for cropped content; its text is the number of omitted characters. */
const CROPPED = '<em class="cropped">';

function showCropped(cut: Element): void {
  const hidden = Number(cut.textContent);
  if (hidden > 0) cut.textContent = previewMessages.cropped(hidden);
}

/** A rendered block; `hasHtml`: it contains raw HTML of the document, whose tags may not be balanced. */
type RenderedBlock = { html: string | null; hasHtml: boolean };

type Options = {
  page: Document;
  /** Sanitises HTML. */
  clean(html: string): DocumentFragment;
};

/**
 * Creates the elements of rendered blocks, in order. Parsing is expensive: blocks without raw HTML are parsed together, the others
 * alone, so that an unclosed tag cannot affect other blocks.
 */
export function blockElements(blocks: readonly RenderedBlock[], { page, clean }: Options): HTMLElement[] {
  const alone = ({ html }: RenderedBlock) => {
    const block = page.createElement("div");
    block.append(clean(html ?? ""));
    return block;
  };
  const sound = blocks.filter(({ hasHtml }) => !hasHtml);
  const parsedTogether = [
    ...clean(sound.map(({ html }) => `<div>${html ?? ""}</div>`).join("")).children,
  ] as HTMLElement[];
  const isIntact =
    parsedTogether.length === sound.length && parsedTogether.every(({ localName }) => localName === "div");
  let at = 0;
  return blocks.map((each) => {
    const block = each.hasHtml || !isIntact ? alone(each) : (parsedTogether[at++] ?? alone(each));
    block.className = "block";
    if (each.html?.includes(CROPPED)) for (const cut of block.querySelectorAll("em.cropped")) showCropped(cut);
    return block;
  });
}
