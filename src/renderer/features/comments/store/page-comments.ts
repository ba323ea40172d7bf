import type { ReadableAtom } from "nanostores";
import type { CommentDraft } from "../../../../shared/comments";
import type { DocumentId } from "../../../../shared/contract";
import type { CommentStore, DraftOnPage } from "../../../workbench/api/feature-stores";
import type { Shell } from "../../../workbench/api/shell";

type Deps = {
  shell(): Shell;
  $drafts: ReadableAtom<readonly CommentDraft[]>;
  onWidth(doc: DocumentId, isWide: boolean): void;
};

/** The threads beside pages, as of Word documents. */
export function createPageComments({ shell, $drafts, onWidth }: Deps) {
  /** Where the user began new comments, by their id; those of earlier sessions are in the side bar only. */
  const places = new Map<string, DraftOnPage>();
  return {
    /** The user begins a comment on a page. */
    begun(draft: DraftOnPage): void {
      places.set(draft.id, draft);
    },
    show: ((tab, passages, inside) => {
      let isEnded = false;
      let end = () => {};
      void import("../margin/page-margin").then(({ pageMargin }) => {
        if (isEnded) return;
        const { doc } = tab;
        end = pageMargin({
          doc,
          passages,
          inside,
          shell: shell(),
          drafts: () =>
            $drafts.get().flatMap((draft) => {
              const place = draft.kind === "new" ? places.get(draft.id) : undefined;
              return place === undefined ? [] : [place];
            }),
          onWidth: (isWide) => onWidth(doc, isWide),
        });
      });
      return () => {
        isEnded = true;
        end();
      };
    }) satisfies CommentStore["showBesidePage"],
  };
}
