import type { KeyboardEvent } from "react";
import type { Notices } from "../../ui/notices";
import { searchMessages } from "./messages";
import type { ReplaceModel } from "./replace-model";
import type { RowActions } from "./row-actions";
import type { SearchRow } from "./search-rows";

type Deps = {
  actions: RowActions;
  replace: ReplaceModel;
  notices: Pick<Notices, "announce">;
  /** Whether there is a valid replacement. */
  canReplace: boolean;
};

/** Keys of the results with Ctrl, Cmd or Alt: replace, undo a replacement, open beside. Whether the key was one of them. */
export function handleResultShortcut(event: KeyboardEvent, row: SearchRow | undefined, deps: Deps): boolean {
  const { actions, replace, notices, canReplace } = deps;
  const isMain = event.ctrlKey || event.metaKey;
  if (isMain && event.key === "Enter" && canReplace) {
    if (event.altKey) void replace.all();
    else actions.replaceRow(row);
    return true;
  }
  if (isMain && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "z") {
    if (replace.canUndo()) void replace.undo();
    else notices.announce(searchMessages.replace.nothingToUndo);
    return true;
  }
  if (event.key === "Enter" && row?.kind === "hit" && (isMain || event.altKey)) {
    actions.show(row, "beside");
    return true;
  }
  return false;
}
