import type { Text } from "@codemirror/state";

/** How much is kept of closed documents: the newest, up to these numbers of documents and of characters of their texts. */
const LIMITS = { documents: 30, characters: 20_000_000 };

type Kept = { history: unknown; text: Text };

/** The undo histories of closed documents by path, oldest first. */
const kept = new Map<string, Kept>();

/** Keeps the undo history of a document that is being closed, and the text that it leads to. */
export function keepHistory(path: string, history: unknown, text: Text): void {
  kept.delete(path);
  kept.set(path, { history, text });
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
export function historyKept(path: string, text: Text): unknown {
  const found = kept.get(path);
  kept.delete(path);
  return found?.text.eq(text) ? found.history : undefined;
}
