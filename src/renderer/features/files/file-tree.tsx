import { useStore } from "@nanostores/react";
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { interfaceZoom } from "../../ui/appearance";
import { DRAGGED, folderOf } from "../../ui/file-paths";
import { useVirtualLines } from "../../ui/kit/virtual-lines";
import { messages } from "../../ui/messages";
import type { TreeRow } from "../../workbench/api/feature-stores";
import { usePlatform, useSettingsStore, useTabs, useTree, useWorkspace } from "../../workbench/api/parts";
import "./file-tree.css";
import { EntryLine, FailedLine, NameLine, QuietLine } from "./tree-lines";
import { rowKey } from "./tree-rows";

/** The height of a row in pixels, before zooming. */
const LINE_HEIGHT = 24;

/** The folder as a tree, virtualized. */
export function FileTree() {
  const tree = useTree();
  const tabs = useTabs();
  const workspace = useWorkspace();
  const rows = useStore(tree.$rows);
  const selected = useStore(tree.$selected);
  const naming = useStore(tree.$naming);
  const focusWanted = useStore(tree.$focusWanted);
  const zoom = interfaceZoom(useStore(useSettingsStore()).fontSize);
  const [hasFocus, setFocus] = useState(false);
  const box = useRef<HTMLDivElement>(null);

  const held = useStore(tree.$clipboard);
  const root = useStore(workspace.$workspace)?.root ?? null;
  const { dropInto, handlers } = useTreeDrop(rows, root);

  const line = Math.round(LINE_HEIGHT * zoom);
  const selectedIndex = rows.findIndex((row) => row.kind === "entry" && row.entry.path === selected);
  const namingIndex = rows.findIndex(
    (row) =>
      row.kind === "new" || (naming?.kind === "rename" && row.kind === "entry" && row.entry.path === naming.entry.path),
  );
  const virtual = useVirtualLines({
    box,
    count: rows.length,
    estimateSize: () => line,
    getItemKey: (index) => {
      const row = rows[index];
      return row ? rowKey(row) : index;
    },
    overscan: 8,
    kept: [selectedIndex, namingIndex],
  });

  useEffect(() => virtual.measure(), [line]);

  // Scroll only when the selection changes, not on every refresh.
  useEffect(() => {
    if (selectedIndex >= 0) virtual.scrollToIndex(selectedIndex);
  }, [selected]);
  useEffect(() => {
    if (namingIndex >= 0) virtual.scrollToIndex(namingIndex);
  }, [naming]);

  useEffect(() => {
    void focusWanted;
    if (!tree.takeFocusRequest()) return;
    if (!box.current?.contains(document.activeElement)) box.current?.focus();
  }, [tree, focusWanted]);

  const handleKeyDown = useTreeKeys(() => Math.floor((box.current?.clientHeight ?? line) / line));

  return (
    <div
      ref={box}
      className="tree"
      role="tree"
      aria-label={messages.files.tree}
      tabIndex={0}
      data-own-keys="Mod+Z Mod+X Mod+C Mod+V"
      data-folder={root ?? undefined}
      aria-activedescendant={selectedIndex >= 0 ? `row-${selectedIndex}` : undefined}
      onKeyDown={handleKeyDown}
      onFocus={(event) => {
        if (event.target !== event.currentTarget) return;
        setFocus(true);
        const first = rows.find((row) => row.kind === "entry");
        if (selected === null && first?.kind === "entry") tree.$selected.set(first.entry.path);
      }}
      onBlur={() => setFocus(false)}
      data-drop={dropInto !== null && dropInto === root}
      {...handlers}
      onContextMenu={(event) => {
        event.preventDefault();
        if (event.target === event.currentTarget) void tree.menu(null);
      }}
    >
      <div className="anchor full" role="presentation" style={{ height: `${virtual.getTotalSize()}px` }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          const style = { transform: `translateY(${start}px)`, height: `${line}px` };
          if (row.kind === "new")
            return <NameLine key={key} id={`row-${index}`} level={row.level} style={style} what={row.what} name="" />;
          if (row.kind === "failed")
            return <FailedLine key={key} level={row.level} style={style} why={row.why} folder={row.folder} />;
          if (row.kind !== "entry") {
            const none = row.kind === "loading" ? messages.loading : messages.files.empty;
            const sentence = row.kind === "more" ? messages.files.more(row.hiddenCount) : none;
            return <QuietLine key={key} level={row.level} style={style} sentence={sentence} />;
          }
          if (naming?.kind === "rename" && naming.entry.path === row.entry.path) {
            return (
              <NameLine
                key={key}
                id={`row-${index}`}
                level={row.level}
                style={style}
                what={row.entry.kind}
                name={row.entry.name}
              />
            );
          }
          return (
            <EntryLine
              key={key}
              id={`row-${index}`}
              row={row}
              style={style}
              isSelected={row.entry.path === selected}
              isFocused={hasFocus && row.entry.path === selected}
              isCut={held?.how === "cut" && held.path === row.entry.path}
              isDropTarget={dropInto !== null && row.entry.path === dropInto}
              onPick={(where) => {
                box.current?.focus();
                void tree.openEntry(row.entry.path, "stays", where);
              }}
              onPickTwice={() => {
                if (row.entry.kind === "file") void tabs.openPath(row.entry.path);
              }}
              onMenu={() => {
                box.current?.focus();
                void tree.menu(row.entry.path);
              }}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Moves an entry that is dragged onto the tree. `dropInto` is the folder that a drop would go to now. */
function useTreeDrop(rows: readonly TreeRow[], root: string | null) {
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

/** The keys of the file tree; `pageSize()` is the number of lines in view. Keys in the field of a name are left alone. */
function useTreeKeys(pageSize: () => number): (event: KeyboardEvent) => void {
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
