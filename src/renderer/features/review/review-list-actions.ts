import { reviewMessages } from "../../editor/review/messages";
import type { Shell } from "../../workbench/shell";
import type { ListedEdit } from "./review-rows";

export type Decision = "keep" | "undo";

/** Decides on edits of several documents; each document is one undo step. */
export async function decideOnAll(shell: Shell, what: Decision, edits: readonly ListedEdit[]): Promise<void> {
  const store = await shell.review();
  const byPath = new Map<string, ListedEdit[]>();
  for (const edit of edits) byPath.set(edit.document.path, [...(byPath.get(edit.document.path) ?? []), edit]);
  const results: string[] = [];
  for (const [path, own] of byPath) {
    const editor = shell.tabs.ofPath(own[0]?.document.shown ?? path)?.editor ?? null;
    const result = await store.decideIn(
      what,
      path,
      own.map(({ hunk }) => hunk),
      editor,
    );
    if (result !== null) results.push(result);
  }
  if (results.length === 0) return;
  const isOne = results.length === 1;
  shell.notices.announce(
    isOne ? (results[0] ?? "") : (what === "keep" ? reviewMessages.kept : reviewMessages.undone)(edits.length),
  );
}

/** Opens the document of an edit and goes to the edit once it is marked. */
export async function goToEdit(shell: Shell, { document, hunk }: ListedEdit, focus: "canvas" | "stays"): Promise<void> {
  const doc = await shell.tabs.openPath(document.shown, focus);
  const tab = doc === null ? null : shell.tabs.find(doc);
  if (!tab) return;
  const store = await shell.review();
  if (focus === "canvas") shell.layout.leaveSidebar();
  await store.goTo(tab, hunk.id);
}
