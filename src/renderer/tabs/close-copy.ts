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
  return hasFile ? !copy.isDirty() : copy.$counts.get().characters === 0;
}

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
  const hasText = () => copy.$counts.get().characters > 0;

  if (path !== null && copy.$status.get().status !== "gone") {
    if (!copy.isDirty()) return copy.close(false);
    await copy.flush();
    // The merge on the way to disk may have met somebody else's words.
    if (copy.$conflicts.get() > 0) return closeCopy(copy, { questions, notices, front });
    if (!copy.isDirty()) return copy.close(false);
  } else if (!hasText()) {
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
