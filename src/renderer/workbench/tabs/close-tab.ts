import { isLocked } from "../../editor/locked";
import { words } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import type { Questions } from "../../ui/questions";
import type { Copy } from "./tabs";

type World = {
  questions: Questions;
  notices: Notices;
  /** Brings the document to the front, so that the person sees what the question is about. */
  front(): void;
};

/** Whether nothing is lost with it: all of its text is in its file, or there is none. */
export function isSafe(copy: Copy): boolean {
  if (copy.$conflicts.get() > 0) return false;
  if (isLocked(copy.$about.get())) return true;
  const hasFile = copy.$about.get().path !== null && copy.$status.get().status !== "gone";
  return hasFile ? !copy.isDirty() : !hasWords(copy);
}

/** What a room shows has no characters to be counted: without its file, what is typed in it is all that there is. */
const hasWords = (copy: Copy): boolean => (copy.kind === "text" ? copy.$counts.get().characters > 0 : copy.isDirty());

/** What was shown instead of closed; where that did not help, such as with a file that cannot be read, the person is asked. */
const shown = new WeakSet<Copy>();

/**
 * Closes a working copy when its text is safe: saved, or given up by the person. A conflict keeps it open and says so.
 * False where it stays open.
 */
export async function closeCopy(copy: Copy, { questions, notices, front }: World): Promise<boolean> {
  const say = words.closing;
  const { name, path, readOnly } = copy.$about.get();
  // The rest of it is nowhere but in Galley by now.
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
    // The merge on the way to disk may have met somebody else's words.
    if (copy.$conflicts.get() > 0) return closeCopy(copy, { questions, notices, front });
  } else if (!isRoom && !hasWords(copy)) {
    return copy.close(true);
  }
  if ((hasFile || isRoom) && !copy.isDirty()) {
    if (await copy.close(false)) return true;
    if (!isRoom) return false;
    // What came back from before a crash is not known here until the tab is looked at: main keeps the document open for it.
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
