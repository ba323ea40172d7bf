import type { MemoryMatch } from "../../../../shared/book";
import type { Notices } from "../../../ui/notices";
import { bookMessages } from "../messages";
import type { BookModel } from "./book-model";
import { fieldOf } from "./field-of";

/** A text, and the selection in it or the part that it replaces. */
type Field = { text: string; from: number; to: number };

/**
 * What taking a match writes into a field, and over which part of it. A whole translation goes into an empty field, or over the one that was
 * taken before, or over everything if all is selected; null if it would replace what the user typed. A sentence goes where the cursor is.
 */
export function takenInto(
  { text, from, to }: Field,
  { target, sentence }: Pick<MemoryMatch, "target" | "sentence">,
  taken: string | undefined,
): Field | null {
  if (sentence !== null) {
    const before = text.slice(0, from);
    return { text: before === "" || isUnspaced(before) ? target : ` ${target}`, from, to };
  }
  const isFree = text.trim() === "" || text === taken || (from === 0 && to === text.length);
  return isFree ? { text: target, from: 0, to: text.length } : null;
}

/** Whether a sentence may follow without a blank. */
const isUnspaced = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。！？」』\s]$/u.test(text);

/** Writes a match into the field that has the cursor, as one step of its undo. If the list is not shown yet, it is shown instead. */
export async function takeMatch({ model, notices }: { model: BookModel; notices: Notices }, at: number): Promise<void> {
  const t = bookMessages.matches;
  const active = model.$active.get();
  const matches = await model.matches.current();
  if (active === null || model.$active.get()?.id !== active.id) return;
  if (model.$aside.get() !== "matches") {
    model.$aside.set("matches");
    notices.announce(t.count(matches.length));
    return;
  }
  const match = matches[at];
  if (match === undefined) return notices.announce(t.noSuch(at + 1));
  const field = fieldOf(active.id);
  if (!field) return;
  const written = takenInto(
    { text: field.value, from: field.selectionStart, to: field.selectionEnd },
    match,
    model.matches.taken.get(active.id),
  );
  if (written === null) {
    notices.info(t.hasText);
    return;
  }
  field.focus();
  field.setSelectionRange(written.from, written.to);
  // Unlike a change of the value, this can be undone.
  document.execCommand("insertText", false, written.text);
  if (match.sentence === null) model.matches.taken.set(active.id, field.value);
  notices.announce(t.taken(at + 1, match.percent));
}
