import { isLocked } from "../../editor/locked";
import { messages } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import type { Questions } from "../../ui/questions";
import type { TabEditor } from "../api/tabs";

type CloseDeps = {
  questions: Questions;
  notices: Notices;
  /** Brings the document to the front, so that the user sees what the question is about. */
  bringToFront(): void;
};

/** Whether closing loses nothing: all text is in the file, or there is no text. */
export function isSafe(editor: TabEditor): boolean {
  if (editor.$conflicts.get() > 0) return false;
  if (isLocked(editor.$info.get())) return true;
  const hasFile = editor.$info.get().path !== null && editor.$status.get().status !== "gone";
  return hasFile ? !editor.isDirty() : !hasText(editor);
}

/** Whether closing needs no question unless something fails: the text is in its file, or is saved there first. */
export function savesItself(editor: TabEditor): boolean {
  const hasFile = editor.$info.get().path !== null && editor.$status.get().status !== "gone";
  return isSafe(editor) || (hasFile && editor.$conflicts.get() === 0);
}

/** The texts that Galley itself put into documents without a file: closing one loses nothing while it is unchanged. */
const ownTexts = new WeakMap<TabEditor, string>();

/** Notes that a document's text is Galley's own. */
export const noteOwnText = (editor: TabEditor, text: string): void => void ownTexts.set(editor, text);

/** Whether a document has the text that Galley put into it, unchanged. */
export const isOwnText = (editor: TabEditor): boolean =>
  editor.kind === "text" && editor.$info.get().path === null && editor.text() === ownTexts.get(editor);

/** A custom editor has no character count: without its file, any unsaved edit counts as text. */
const hasText = (editor: TabEditor): boolean =>
  editor.kind === "text" ? editor.$counts.get().characters > 0 && !isOwnText(editor) : editor.isDirty();

/** Editors that were shown instead of closed. If that did not help, as with an unreadable file, the user is asked. */
const alreadyShown = new WeakSet<TabEditor>();

/**
 * Closes an editor when its text is safe: saved, or discarded by the user. A conflict keeps it open, with a notice.
 * False if it stays open.
 */
export async function closeEditor(
  editor: TabEditor,
  { questions, notices, bringToFront }: CloseDeps,
): Promise<boolean> {
  const t = messages.closing;
  const { name, path, readOnly } = editor.$info.get();
  // The rest of the text is no longer on disk, so load it all.
  if (editor.$status.get().status === "gone") await editor.loadAll();
  const conflicts = editor.$conflicts.get();
  if (conflicts > 0) {
    bringToFront();
    notices.info(t.conflict(name, conflicts));
    return false;
  }
  if (isLocked({ path, readOnly })) return editor.close(true);

  const isCustom = editor.kind !== "text";
  const hasFile = path !== null && editor.$status.get().status !== "gone";
  if (hasFile) {
    if (editor.isDirty()) await editor.flush();
    // Saving may have merged another write and opened a conflict.
    if (editor.$conflicts.get() > 0) return closeEditor(editor, { questions, notices, bringToFront });
  } else if (!isCustom && !hasText(editor)) {
    return editor.close(true);
  }
  if ((hasFile || isCustom) && !editor.isDirty()) {
    if (await editor.close(false)) return true;
    if (!isCustom) return false;
    // A draft recovered after a crash is unknown here until the tab is shown; main keeps the document open for it.
    if (!alreadyShown.has(editor)) {
      alreadyShown.add(editor);
      bringToFront();
      return false;
    }
  }

  bringToFront();
  const status = editor.$status.get();
  const isGone = status.status === "gone";
  const answer = await questions.ask({
    title: path === null ? t.untitled(name) : isGone ? t.gone(name) : t.unsavable(name),
    detail: path === null ? t.untitledDetail : isGone ? t.goneDetail : `${status.message}. ${t.unsavableDetail}`,
    choices: [
      ...(editor.kind === "text"
        ? [{ id: "save", label: path === null ? t.save : t.saveElsewhere, kind: "main" } as const]
        : []),
      { id: "discard", label: t.discard, kind: "dangerous" },
    ],
  });
  if (answer === "discard") return editor.close(true);
  if (answer === "save" && (await editor.saveAs())) return editor.close(false);
  return false;
}
