import type { Bridge, Notice } from "../../../shared/contract";
import type { Notices } from "../../ui/notices";
import type { Questions } from "../../ui/questions";
import { excerpt, type HunkTexts } from "./describe-hunk";
import { reviewMessages } from "./messages";

/**
 * The result of undoing hunks. `left`: the user wrote inside them and has not decided. `nothing else`: an Office document contains
 * only agents' text and cannot become empty; it can be moved to the trash.
 */
export type UndoneEdits =
  | { status: "done"; undone: string[]; kept: string[]; gone: string[]; left: string[] }
  | { status: "nothing else" }
  | { status: "refused"; error: Notice };

type Deps = { bridge: Pick<Bridge, "request">; questions: Pick<Questions, "ask"> };

/**
 * Undoes hunks of a document. A hunk in which the user wrote is not undone silently: a single one is asked about; among several,
 * or with `areAll`, it is left. `textsOf` returns its current and its accepted text.
 */
export async function undoEdits(
  { bridge, questions }: Deps,
  { path, hunks, areAll = false }: { path: string; hunks: readonly string[]; areAll?: boolean },
  textsOf: (hunk: string) => HunkTexts | null,
): Promise<UndoneEdits> {
  const answer = await bridge.request("review:undo", { path, hunks: [...hunks], manner: "whole" });
  if (!answer.ok && answer.error.code === "stale")
    return { status: "done", undone: [], kept: [], gone: [...hunks], left: [] };
  if (!answer.ok) return rejectedUndo(answer.error);
  const { undone, gone, left } = answer;
  const [only] = left;
  if (only === undefined || hunks.length > 1 || areAll) return { status: "done", undone, kept: [], gone, left };
  const choice = await askAbout(questions, textsOf(only) ?? { removed: "", inserted: "" });
  // The user cancelled, so no message is needed.
  if (choice === null) return { status: "done", undone, kept: [], gone, left: [] };
  if (choice === "mine") {
    const kept = await bridge.request("review:keep", { path, hunks: [only] });
    return kept.ok
      ? { status: "done", undone, kept: [only], gone, left: [] }
      : { status: "refused", error: kept.error };
  }
  const manner = choice === "accepted" ? "with the user's words" : "beside the user's words";
  const chosen = await bridge.request("review:undo", { path, hunks: [only], manner });
  if (!chosen.ok) return rejectedUndo(chosen.error);
  return { status: "done", ...chosen, kept: [] };
}

const rejectedUndo = (error: Notice): UndoneEdits =>
  error.code === "wrong_state" ? { status: "nothing else" } : { status: "refused", error };

/** Offers to trash a document that an agent created and that would be empty. */
export function offerTrash(
  { notices, tree }: { notices: Pick<Notices, "info">; tree: { trash(path: string): Promise<void> } },
  path: string,
  sentence: string,
): void {
  notices.info(sentence, { action: { label: reviewMessages.trash, run: () => void tree.trash(path) } });
}

/** Asks which version of a text to keep that both an agent and the user changed; null if the user cancels. */
function askAbout(questions: Deps["questions"], { removed, inserted, isWholeDocument }: HunkTexts) {
  const t = reviewMessages.mixed;
  const of = (text: string) => (text.trim() === "" ? t.nothing : excerpt(text));
  return questions.ask({
    title: t.title,
    detail: isWholeDocument
      ? t.detail(reviewMessages.wholeDocument, reviewMessages.acceptedDocument)
      : t.detail(of(inserted), of(removed)),
    choices: [
      { id: "mine", label: t.mine, kind: "main" },
      { id: "accepted", label: t.accepted },
      ...(isWholeDocument ? [] : [{ id: "both" as const, label: t.both }]),
    ],
  });
}
