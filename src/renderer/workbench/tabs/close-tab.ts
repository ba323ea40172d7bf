import { isLocked } from "../../editor/locked";
import { words } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import type { Questions } from "../../ui/questions";
import type { Copy } from "./tabs";

type World = {
  questions: Questions;
  notices: Notices;
  /** Brings the document to the front, so that the user sees what the question is about. */
  front(): void;
};

/** Whether closing loses nothing: all text is in the file, or there is no text. */
export function isSafe(copy: Copy): boolean {
  if (copy.$conflicts.get() > 0) return false;
  if (isLocked(copy.$about.get())) return true;
  const hasFile = copy.$about.get().path !== null && copy.$status.get().status !== "gone";
  return hasFile ? !copy.isDirty() : !hasWords(copy);
}

/** A custom editor has no character count: without its file, any unsaved edit counts as text. */
const hasWords = (copy: Copy): boolean => (copy.kind === "text" ? copy.$counts.get().characters > 0 : copy.isDirty());

/** Editors that were shown instead of closed. If that did not help, as with an unreadable file, the user is asked. */
const shown = new WeakSet<Copy>();

/**
 * Closes an editor when its text is safe: saved, or discarded by the user. A conflict keeps it open, with a notice.
 * False if it stays open.
 */
export async function closeCopy(copy: Copy, { questions, notices, front }: World): Promise<boolean> {
  const say = words.closing;
  const { name, path, readOnly } = copy.$about.get();
  // The rest of the text is no longer on disk, so load it all.
  if (copy.$status.get().status === "gone") await copy.whole();
  const conflicts = copy.$conflicts.get();
  if (conflicts > 0) {
    front();
    notices.tell(say.conflict(name, conflicts));
    return false;
  }
  if (isLocked({ path, readOnly })) return copy.close(true);

  const isRoom = copy.kind !== "text";
  const hasFile = path !== null && copy.$status.get().status !== "gone";
  if (hasFile) {
    if (copy.isDirty()) await copy.flush();
    // Saving may have merged another write and opened a conflict.
    if (copy.$conflicts.get() > 0) return closeCopy(copy, { questions, notices, front });
  } else if (!isRoom && !hasWords(copy)) {
    return copy.close(true);
  }
  if ((hasFile || isRoom) && !copy.isDirty()) {
    if (await copy.close(false)) return true;
    if (!isRoom) return false;
    // A draft recovered after a crash is unknown here until the tab is shown; main keeps the document open for it.
    if (!shown.has(copy)) {
      shown.add(copy);
      front();
      return false;
    }
  }

  front();
  const status = copy.$status.get();
  const isGone = status.status === "gone";
  const answer = await questions.ask({
    title: path === null ? say.untitled(name) : isGone ? say.gone(name) : say.unsavable(name),
    detail: path === null ? say.untitledDetail : isGone ? say.goneDetail : `${status.words}. ${say.unsavableDetail}`,
    choices: [
      ...(copy.kind === "text"
        ? [{ id: "save", label: path === null ? say.save : say.saveElsewhere, kind: "main" } as const]
        : []),
      { id: "discard", label: say.discard, kind: "dangerous" },
    ],
  });
  if (answer === "discard") return copy.close(true);
  if (answer === "save" && (await copy.saveAs())) return copy.close(false);
  return false;
}
