import { EditorState, type Text, Transaction } from "@codemirror/state";
import { historyWith, takeHistory } from "./editor";
import { differenceOf } from "./sync/merge-steps";

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
 * The undo history of a document that was closed before, for the `text` it has now; undefined if there is none. What was written meanwhile is not a
 * step of it.
 */
export function historyKept(path: string, text: Text): unknown {
  const found = kept.get(path);
  kept.delete(path);
  if (found === undefined || found.text.eq(text)) return found?.history;
  const state = EditorState.create({ doc: found.text, extensions: historyWith(found.history) });
  const changes = differenceOf(found.text, text.sliceString(0));
  return takeHistory(state.update({ changes, annotations: Transaction.addToHistory.of(false) }).state);
}
