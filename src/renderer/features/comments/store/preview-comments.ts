import type { DocumentId } from "../../../../shared/contract";
import type { CommentStore, PreviewPassages } from "../../../workbench/api/feature-stores";
import type { Shell } from "../../../workbench/api/shell";
import type { Tab } from "../../../workbench/api/tabs";

type Deps = {
  shell(): Shell;
  onWidth(doc: DocumentId, isWide: boolean): void;
  /** The user clicked on a passage. */
  onPicked(doc: DocumentId, thread: string): void;
};

/** The threads in previews. */
export function createPreviewComments({ shell, onWidth, onPicked }: Deps) {
  return {
    /** The passages of the preview that a tab shows now, none while it is loaded; null if it shows its editor. */
    of(tab: Tab): Pick<PreviewPassages, "text" | "selection" | "nearest"> | null {
      const { previews } = shell();
      if (!previews.isPreview(tab.key)) return null;
      return previews.view(tab.key)?.passages ?? { text: () => null, selection: () => null, nearest: () => null };
    },
    show: ((tab, passages, over) => {
      let isEnded = false;
      let end = () => {};
      void import("../margin/preview-margin").then(({ previewMargin }) => {
        if (isEnded) return;
        const { doc } = tab;
        end = previewMargin({
          doc,
          passages,
          over,
          shell: shell(),
          onWidth: (isWide) => onWidth(doc, isWide),
          onPicked: (thread) => onPicked(doc, thread),
        });
      });
      return () => {
        isEnded = true;
        end();
      };
    }) satisfies CommentStore["showInPreview"],
  };
}
