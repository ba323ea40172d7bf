import type { ReadableAtom } from "nanostores";
import type { ShownLock, ShownThread } from "../../../../shared/comments";
import type { DocumentId } from "../../../../shared/contract";
import type { Layout } from "../../../workbench/api/layout";
import type { Shell } from "../../../workbench/api/shell";
import type { Tabs } from "../../../workbench/api/tabs";
import type { MarginMark } from "../comment-marks";

type Deps = {
  tabs: Pick<Tabs, "$tabs">;
  layout: Pick<Layout, "$sidebar">;
  /** For the cards beside the text. */
  shell(): Shell;
  /** Shows the list in the side bar. */
  openPane(): void;
  /** The user clicked on a bar in the margin. */
  onMark(doc: DocumentId, mark: MarginMark): void;
  $threads: ReadableAtom<readonly ShownThread[]>;
  $locks: ReadableAtom<readonly ShownLock[]>;
};

/** The editors that mark the passages of threads, and show cards beside them. The code for this is loaded with the first mark. */
export function createMarkedEditors({ tabs, layout, shell, openPane, onMark, $threads, $locks }: Deps) {
  /** Documents whose editors have shown marks, and must be cleared when there are none left. */
  const marked = new Set<DocumentId>();
  /** The documents whose editors are wide enough for cards. */
  const withMargin = new Set<DocumentId>();

  async function mark(doc: DocumentId, threads: readonly ShownThread[], locks: readonly ShownLock[]): Promise<void> {
    // A limit of what may be changed marks no passage.
    const protecting = locks.filter(({ share }) => share === null);
    if (threads.length === 0 && protecting.length === 0 && !marked.has(doc)) return;
    marked.add(doc);
    const [{ showMarks, markClicks }, { commentMargin }] = await Promise.all([
      import("../comment-marks"),
      import("../margin/comment-margin"),
    ]);
    for (const tab of tabs.$tabs.get()) {
      if (tab.doc !== doc || tab.editor.kind !== "text") continue;
      const beside = [commentMargin(shell(), doc), markClicks.of((clicked) => onMark(doc, clicked))];
      for (const spec of showMarks(tab.editor.state(), threads, protecting, beside)) tab.editor.edit(spec);
    }
  }

  return {
    mark,
    /** Shows what the user writes beside the text where that is wide enough, else in the side bar. */
    async showDrafts(doc: DocumentId): Promise<void> {
      const { open, view } = layout.$sidebar.get();
      if (open && view === "comments") return;
      if (!marked.has(doc)) {
        marked.add(doc);
        await mark(doc, $threads.get(), $locks.get());
        // The editor measures its width before its next frame.
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      }
      if (!withMargin.has(doc)) openPane();
    },
    hasMargin: (doc: DocumentId): boolean => withMargin.has(doc),
    reportMargin(doc: DocumentId, isWide: boolean): void {
      if (isWide) withMargin.add(doc);
      else withMargin.delete(doc);
    },
  };
}
