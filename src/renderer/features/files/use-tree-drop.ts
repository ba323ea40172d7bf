import { useStore } from "@nanostores/react";
import type { DragEvent } from "react";
import { DRAGGED, folderOf } from "../../ui/file-paths";
import type { TreeRow } from "../../workbench/api/feature-stores";
import { useTree } from "../../workbench/api/parts";

/** Moves an entry that is dragged onto the tree. `dropInto` is the folder that a drop would go to now. */
export function useTreeDrop(rows: readonly TreeRow[], root: string | null) {
  const tree = useTree();
  const dropInto = useStore(tree.$dropInto);
  const clear = () => tree.$dropInto.set(null);
  const folderAt = (target: EventTarget): string | null => {
    const id = target instanceof Element ? target.closest(".tree-line")?.id : undefined;
    const row = rows[Number(id?.replace("row-", "") ?? -1)];
    if (row?.kind !== "entry") return root;
    return row.entry.kind === "folder" ? row.entry.path : folderOf(row.entry.path);
  };
  const handlers = {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes(DRAGGED)) return;
      const folder = folderAt(event.target);
      tree.$dropInto.set(folder);
      if (folder === null) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "move";
    },
    onDragLeave: clear,
    onDragEnd: clear,
    onDrop(event: DragEvent) {
      const path = event.dataTransfer.getData(DRAGGED);
      const folder = folderAt(event.target);
      clear();
      if (path === "" || folder === null) return;
      event.preventDefault();
      void tree.moveInto(path, folder);
    },
  };
  return { dropInto, handlers };
}
