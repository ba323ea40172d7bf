import type { Text } from "@codemirror/state";

/** How much is kept of closed documents: the newest, up to these numbers of documents and of characters of their texts. */
const LIMITS = { documents: 30, characters: 20_000_000 };

/** An undo history, the text that it leads to, and the hunks that were kept meanwhile. */
type Kept = { history: unknown; text: Text; hunks: readonly string[] };

/** The undo histories of closed documents by path, oldest first. */
const kept = new Map<string, Kept>();

/** Keeps the undo history of a document that is being closed. */
export function keepHistory(path: string, closed: Kept): void {
  kept.delete(path);
  kept.set(path, closed);
  let characters = 0;
  for (const [index, [each, { text }]] of [...kept].toReversed().entries()) {
    characters += text.length;
    if (index >= LIMITS.documents || characters > LIMITS.characters) kept.delete(each);
  }
}

/**
 * The undo history of a document that was closed before; undefined if there is none, or the document has another text now: where a text was changed
 * is only guessed by comparing, and a step that is moved to a wrong place would garble the text.
 */
export function historyKept(path: string, text: Text): Kept | undefined {
  const found = kept.get(path);
  kept.delete(path);
  return found?.text.eq(text) ? found : undefined;
}
