import type { OfficeParagraph } from "../../../../shared/office";
import type { SelectedPassage } from "../../../editor/custom-editor-tab";

/** What in a paragraph is not part of its text. */
const NOT_TEXT = ".office-marker, .office-removed, .office-note, .office-unshown";

/**
 * The words that the user has selected in a text document, up to the end of the paragraph in which the selection begins; null if nothing is selected.
 * `paragraphs` are those of the list in `box`.
 */
export function selectedPassage(
  box: HTMLElement,
  paragraphs: { at(index: number): OfficeParagraph | undefined },
  total: number,
): SelectedPassage | null {
  const focused = document.activeElement;
  if (focused instanceof HTMLTextAreaElement && box.contains(focused)) {
    const line = focused.closest<HTMLElement>("[data-edited]");
    // A comment is written beside the page.
    if (line === null) return null;
    const index = Number(line.dataset["edited"]);
    const { value, selectionStart, selectionEnd } = focused;
    return passageOf(value.slice(selectionStart, selectionEnd), value, selectionStart, index / total);
  }
  const selection = document.getSelection();
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  if (range === null || range.collapsed) return null;
  const start = range.startContainer;
  const line = (start instanceof Element ? start : start.parentElement)?.closest<HTMLElement>(".office-line");
  if (!line || !box.contains(line)) return null;
  const index = Number(line.dataset["at"]);
  const paragraph = paragraphs.at(index);
  if (paragraph === undefined) return null;
  const { before, words } = textIn(line, range);
  return passageOf(words, paragraph.text, before.length, index / total);
}

/** The paragraphs that the user's selection touches in the list in `box`; null if nothing is selected there. */
export function selectedParagraphs(box: HTMLElement): { first: number; last: number } | null {
  const selection = document.getSelection();
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  if (range === null || range.collapsed || !box.contains(range.commonAncestorContainer)) return null;
  const touched = [...box.querySelectorAll<HTMLElement>(".office-line[data-at]")].flatMap((line) => {
    if (!range.intersectsNode(line)) return [];
    const isOnlyItsEdge = textIn(line, range).words === "" && line.textContent !== "";
    return isOnlyItsEdge ? [] : [Number(line.dataset["at"])];
  });
  return touched.length === 0 ? null : { first: Math.min(...touched), last: Math.max(...touched) };
}

function passageOf(selected: string, paragraph: string, from: number, share: number): SelectedPassage | null {
  const words = selected.trim();
  if (words === "") return null;
  const near = from + selected.length - selected.trimStart().length;
  // What is drawn may differ a little from the text, as by suggestions.
  const offset = paragraph.startsWith(words, near) ? near : paragraph.indexOf(words);
  return { words, paragraph, offset: Math.max(0, offset), share };
}

/** The text of a line before the range, and in it. */
function textIn(line: HTMLElement, range: Range): { before: string; words: string } {
  let [before, words] = ["", ""];
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest(NOT_TEXT)) continue;
    const text = node.nodeValue ?? "";
    const place = (at: number) => range.comparePoint(node, at);
    if (!range.intersectsNode(node)) {
      if (place(0) < 0) before += text;
      continue;
    }
    const from = node === range.startContainer ? range.startOffset : 0;
    const to = node === range.endContainer ? range.endOffset : text.length;
    if (node === range.startContainer) before += text.slice(0, from);
    words += text.slice(from, to);
  }
  return { before, words };
}
