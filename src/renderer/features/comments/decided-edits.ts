import type { ShownDecision } from "../../../shared/comments";
import type { ListedEdit } from "../../editor/review/listed-edits";

/** The decided edits without those that wait again, because the user took the decision back. The texts of either may be shortened. */
export const decidedEdits = (
  decided: readonly ShownDecision[],
  waiting: readonly Pick<ListedEdit, "hunk" | "writes">[],
): ShownDecision[] =>
  decided.filter(
    (edit) =>
      !waiting.some(
        ({ hunk, writes }) =>
          writes.some(({ id }) => id === edit.write) &&
          edit.removed.startsWith(hunk.removed) &&
          edit.inserted.startsWith(hunk.inserted),
      ),
  );
