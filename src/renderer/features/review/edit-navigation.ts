import { type PendingHunk, textsOfHunks } from "../../../core/review/pending-edits";
import { writesOfHunk } from "../../editor/review/agent-lanes";
import { describeHunk, type HunkTexts, writerNames } from "../../editor/review/describe-hunk";
import { hunkAt } from "../../editor/review/hunk-positions";
import { cursorAtHunk } from "../../editor/review/hunk-toolbar";
import { reviewMessages } from "../../editor/review/messages";
import type { Shell } from "../../workbench/api/shell";
import type { TabEditor } from "../../workbench/api/tabs";

export type EditNavigation = ReturnType<typeof createEditNavigation>;

/** The texts of a pending edit, for sentences about it. */
export function textsOfHunk(editor: TabEditor, hunk: string): HunkTexts | null {
  const content = editor.content();
  const slice = (from: number, to: number) => content.sliceString(from, to);
  return textsOfHunks(editor.$review.get()?.pending ?? [], slice).get(hunk) ?? null;
}

/** The pending edits of documents as the user meets them: without those just decided on, and how the cursor goes to one. */
export function createEditNavigation({ tabs, notices, previews }: Pick<Shell, "tabs" | "notices" | "previews">) {
  /** Hunks that are decided on but may still be in main's last report. */
  const decided = new Set<string>();
  /** The hunk that the last step went to: it is meant if two hunks share a position. */
  let lastStep: { doc: string; hunk: string; at: number } | null = null;

  const waiting = (editor: TabEditor): readonly PendingHunk[] =>
    editor.$review.get()?.hunks.filter(({ id }) => !decided.has(id)) ?? [];

  /** The edit at the cursor. */
  const current = (editor: TabEditor): PendingHunk | null => {
    const at = editor.selectedRange().from;
    const hunks = waiting(editor);
    const meant =
      lastStep?.doc === editor.doc && lastStep.at === at ? hunks.find(({ id }) => id === lastStep?.hunk) : undefined;
    return meant ?? hunkAt(hunks, at);
  };

  const describe = (editor: TabEditor, hunk: PendingHunk): string => {
    const review = editor.$review.get();
    const hunks = waiting(editor);
    const position = hunks.findIndex(({ id }) => id === hunk.id) + 1;
    if (!review) return "";
    const who = writerNames(writesOfHunk(review.writes, hunk));
    const texts = textsOfHunk(editor, hunk.id);
    return `${reviewMessages.editOf(position, hunks.length, who)}${texts ? `: ${describeHunk(texts)}` : ""}`;
  };

  const go = (editor: TabEditor, hunk: PendingHunk, message: string | null = null): void => {
    const at = hunk.parts[0]?.from ?? hunk.from;
    editor.reveal({ from: at });
    editor.edit({ effects: cursorAtHunk({ hunk: hunk.id, at }) });
    lastStep = { doc: editor.doc, hunk: hunk.id, at };
    const description = describe(editor, hunk);
    notices.announce(message === null ? description : `${message}. ${description}`);
  };

  /** The editor of the tab in front; a tab in preview is switched to its editor. */
  const front = (): TabEditor | null => {
    const tab = tabs.$front.get();
    if (!tab) return null;
    if (previews.isPreview(tab.key)) {
      previews.toggle(tab.key, tab.editor);
      tabs.bring(tab);
    }
    return tab.editor;
  };

  /** Hides decided hunks until main no longer reports them. */
  const hideDecided = (editor: TabEditor, hunks: readonly string[]) => {
    const left = () => editor.$review.get()?.hunks.filter(({ id }) => hunks.includes(id)) ?? [];
    const still = left();
    if (still.length === 0) return;
    for (const { id } of still) decided.add(id);
    const stop = editor.$review.listen(() => {
      if (left().length > 0) return;
      for (const { id } of still) decided.delete(id);
      stop();
    });
  };

  return { waiting, current, go, front, hideDecided };
}
