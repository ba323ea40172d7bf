/** Words to look up, and where. */
export type ConcordanceQuery = { words: string; in: "source" | "translation" | "both" };

/** Longer selections are looked up by their beginning. */
const MAX_WORDS_LENGTH = 500;

/** What the user has selected in the source or in a translation of the book's table; null if nothing. */
export function selectedWords(): ConcordanceQuery | null {
  const { activeElement } = document;
  if (activeElement instanceof HTMLTextAreaElement && activeElement.closest(".book-target") !== null) {
    const { selectionStart, selectionEnd, value } = activeElement;
    const words = plain(value.slice(selectionStart, selectionEnd));
    if (words !== "") return { words, in: "translation" };
  }
  const selection = document.getSelection();
  const anchor = selection?.anchorNode;
  const within = anchor instanceof Element ? anchor : anchor?.parentElement;
  const words = within?.closest(".book-source") ? plain(selection?.toString() ?? "") : "";
  return words === "" ? null : { words, in: "source" };
}

const plain = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, MAX_WORDS_LENGTH);
