import { useStore } from "@nanostores/react";
import type { KeyboardEvent } from "react";
import { usePlatform, useTree } from "../../workbench/api/parts";

/** The keys of the file tree; `pageSize()` is the number of lines in view. Keys in the field of a name are left alone. */
export function useTreeKeys(pageSize: () => number): (event: KeyboardEvent) => void {
  const tree = useTree();
  const platform = usePlatform();
  const selected = useStore(tree.$selected);
  return (event) => {
    if (event.target !== event.currentTarget || event.nativeEvent.isComposing) return;
    if (platform === "darwin" && event.metaKey && event.key === "Backspace" && selected !== null) {
      event.preventDefault();
      void tree.trash(selected);
      return;
    }
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey || event.altKey) && selected !== null) {
      event.preventDefault();
      void tree.openEntry(selected, "canvas", "beside");
      return;
    }
    const isMain = platform === "darwin" ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
    if (isMain && !event.altKey && !event.shiftKey) {
      if (tree.handleShortcut(event.key.toLowerCase())) event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
      event.preventDefault();
      void tree.menu(selected);
      return;
    }
    if (tree.handleKey(event.key, pageSize(), event.timeStamp)) event.preventDefault();
  };
}
