import { isLocked } from "../canvas/locked";
import type { Notices } from "../ui/notices";
import type { Questions } from "../ui/questions";
import { words } from "../ui/words";
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

  if (path !== null && copy.$status.get().status !== "gone") {
    if (!copy.isDirty()) return closeOrShow(copy, front);
    await copy.flush();
    // The merge on the way to disk may have met somebody else's words.
    if (copy.$conflicts.get() > 0) return closeCopy(copy, { questions, notices, front });
    if (!copy.isDirty()) return closeOrShow(copy, front);
  } else if (!hasWords(copy)) {
    return copy.close(true);
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

/** What came back from before a crash is not known here until the tab is looked at: main keeps the document open for it. */
async function closeOrShow(copy: Copy, front: () => void): Promise<boolean> {
  const isClosed = await copy.close(false);
  if (!isClosed && copy.kind === "office") front();
  return isClosed;
}
