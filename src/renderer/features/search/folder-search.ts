import { lazyStore } from "../../ui/lazy-store";
import type { Shell } from "../../workbench/api/shell";
import { createHitOpener } from "./go-to-hit";
import { searchMessages } from "./messages";
import { createReplaceModel } from "./replace-model";
import { createSearchModel } from "./search-model";

type SearchDeps = Pick<Shell, "bridge" | "notices" | "workspace" | "search" | "tabs" | "layout">;

/** The search of a window, its replacing, and what opens results; it outlives the pane. */
export const folderSearchOf = lazyStore((shell: SearchDeps) => {
  const { bridge, notices, workspace } = shell;
  const model = createSearchModel({ bridge, notices, $workspace: workspace.$workspace });
  const opener = createHitOpener(shell, model);
  shell.search.setStepper((by) => {
    const next = model.step(by);
    if (!next) return false;
    if (next.wrapped) notices.announce(by > 0 ? searchMessages.wrappedToFirst : searchMessages.wrappedToLast);
    void opener.open(next);
    return true;
  });
  const replace = createReplaceModel({ bridge, notices, search: model });
  model.$query.listen(() => replace.forget());
  return { model, replace, opener };
});
