import { changedSuggestions } from "../../../core/review/suggestions";
import type { Notice } from "../../../shared/contract";
import type { HunkTexts } from "../../editor/review/describe-hunk";
import type { Decision } from "../../editor/review/listed-edits";
import { reviewMessages } from "../../editor/review/messages";
import { offerTrash, undoEdits } from "../../editor/review/undo-edits";
import type { Shell } from "../../workbench/api/shell";
import type { TabEditor } from "../../workbench/api/tabs";
import { type EditNavigation, textsOfHunk } from "./edit-navigation";

type Deps = Pick<Shell, "bridge" | "notices" | "questions" | "tree"> & { navigation: EditNavigation };

/** Returns a function that lets main keep or undo edits of a document, and reports what could not be done. */
export function createEditDecisions({ bridge, notices, questions, tree, navigation }: Deps) {
  const { waiting, go, hideDecided } = navigation;

  const notifyLeft = (left: readonly string[], editor: TabEditor | null) => {
    const run = () => {
      const hunk = editor && waiting(editor).find(({ id }) => left.includes(id));
      if (editor && hunk) go(editor, hunk);
    };
    notices.info(reviewMessages.leftForYou(left.length), editor ? { action: { label: reviewMessages.show, run } } : {});
  };

  const showError = ({ message, hint }: Notice): null => {
    notices.error(message, { hint: hint ?? null });
    return null;
  };

  /** Offers to trash a file that an agent created and that is empty again. */
  const offerTrashOfEmptied = (editor: TabEditor) => {
    const { path, name } = editor.$info.get();
    if (path !== null) offerTrash({ notices, tree }, path, reviewMessages.emptied(name));
  };

  /** Runs a decision. Returns the message to announce; null if it failed, which has already been shown. */
  const decide = async (
    what: Decision,
    path: string,
    hunks: readonly string[],
    editor: TabEditor | null,
    areAll = false,
    listed: ReadonlyMap<string, HunkTexts> = new Map(),
  ): Promise<string | null> => {
    const text = editor?.kind === "text" ? editor : null;
    // What the user adds to a suggestion from now on was not decided.
    const words = text?.hunkWords() ?? new Map<string, string>();
    await editor?.flush();
    if (what === "keep") {
      const changed = new Set(text === null ? [] : changedSuggestions(hunks, words, text.hunkWords()));
      if (changed.size > 0) notices.info(reviewMessages.noLongerApplies(changed.size));
      const asked = hunks.filter((hunk) => !changed.has(hunk));
      if (asked.length === 0) return null;
      const answer = await bridge.request("review:keep", { path, hunks: asked });
      if (!answer.ok) return showError(answer.error);
      text?.keepHunks(asked, words);
      return reviewMessages.kept(asked.length);
    }
    const isAll = editor !== null && isAllOf(editor, hunks);
    const textsById = new Map(editor ? hunks.map((hunk) => [hunk, textsOfHunk(editor, hunk)]) : []);
    const textsOf = (hunk: string) => textsById.get(hunk) ?? listed.get(hunk) ?? null;
    const result = await undoEdits({ bridge, questions }, { path, hunks, areAll }, textsOf);
    if (result.status === "refused") return showError(result.error);
    if (result.status === "nothing else") {
      const { path: shown, name } = editor?.$info.get() ?? { path, name: path.split(/[\\/]/).pop() ?? path };
      offerTrash({ notices, tree }, shown ?? path, reviewMessages.madeByEdit(name));
      return null;
    }
    const { undone, kept, gone, left } = result;
    if (gone.length > 0) notices.info(reviewMessages.noLongerApplies(gone.length));
    if (left.length > 0) notifyLeft(left, editor);
    text?.keepHunks(kept, words);
    if (editor) hideDecided(editor, undone);
    if (editor && isAll && undone.length > 0) offerTrashOfEmptied(editor);
    if (kept.length > 0) return reviewMessages.kept(kept.length);
    if (undone.length > 0) return reviewMessages.undone(undone.length);
    return gone.length > 0 ? reviewMessages.noLongerApplies(gone.length) : null;
  };

  return decide;
}

/** Whether a document contains only what these hunks inserted, so that an agent created it. */
function isAllOf(editor: TabEditor, hunks: readonly string[]): boolean {
  const own = editor.$review.get()?.hunks.filter(({ id }) => hunks.includes(id)) ?? [];
  const parts = own.flatMap((hunk) => hunk.parts);
  if (parts.length === 0 || parts.some(({ removed }) => removed !== "")) return false;
  return parts.reduce((sum, { from, to }) => sum + to - from, 0) === editor.content().length;
}
