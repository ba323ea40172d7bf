import { reviewWords } from "../../editor/review/messages";
import type { Shell } from "../../workbench/shell";
import type { ListedEdit } from "./review-rows";

export type Decision = "keep" | "undo";

/** Decides on edits of several documents; each document is one undo step. */
export async function decideOnAll(shell: Shell, what: Decision, edits: readonly ListedEdit[]): Promise<void> {
  const desk = await shell.review();
  const byPath = new Map<string, ListedEdit[]>();
  for (const edit of edits) byPath.set(edit.document.path, [...(byPath.get(edit.document.path) ?? []), edit]);
  const said: string[] = [];
  for (const [path, own] of byPath) {
    const copy = shell.tabs.ofPath(own[0]?.document.shown ?? path)?.copy ?? null;
    const words = await desk.decideIn(
      what,
      path,
      own.map(({ hunk }) => hunk),
      copy,
    );
    if (words !== null) said.push(words);
  }
  if (said.length === 0) return;
  const isOne = said.length === 1;
  shell.notices.announce(
    isOne ? (said[0] ?? "") : (what === "keep" ? reviewWords.kept : reviewWords.undone)(edits.length),
  );
}

/** Opens the document of an edit and goes to the edit once it is marked. */
export async function goToEdit(shell: Shell, { document, hunk }: ListedEdit, focus: "canvas" | "stays"): Promise<void> {
  const doc = await shell.tabs.openPath(document.shown, focus);
  const tab = doc === null ? null : shell.tabs.find(doc);
  if (!tab) return;
  const desk = await shell.review();
  if (focus === "canvas") shell.layout.leaveSidebar();
  await desk.goTo(tab, hunk.id);
}
