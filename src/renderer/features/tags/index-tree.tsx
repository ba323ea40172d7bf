import { useStore } from "@nanostores/react";
import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { interfaceZoom } from "../../ui/appearance";
import { within } from "../../ui/file-paths";
import { TreeChevron, TreeLine } from "../../ui/kit/tree";
import { useVirtualLines } from "../../ui/kit/virtual-lines";
import { messages } from "../../ui/messages";
import type { IndexRow } from "../../workbench/api/feature-stores";
import { useLayout, useNavigation, useSettingsStore, useTagsModel, useWorkspace } from "../../workbench/api/parts";
import { canOpen, stepIn } from "./index-rows";
import { tagsMessages } from "./messages";

/** The height of a row in pixels, before zooming. */
const LINE_HEIGHT = 24;

/** The rows as a tree, virtualized. The tree has the focus and the keys. */
export function IndexTree({ rows }: { rows: readonly IndexRow[] }) {
  const model = useTagsModel();
  const selected = useStore(model.$selected);
  const view = useStore(model.$view);
  const activate = useActivate();
  const zoom = interfaceZoom(useStore(useSettingsStore()).fontSize);
  const [hasFocus, setFocus] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const line = Math.round(LINE_HEIGHT * zoom);
  const at = useMemo(() => rows.findIndex(({ key }) => key === selected), [rows, selected]);
  const virtual = useVirtualLines({ box, count: rows.length, estimateSize: () => line, overscan: 8, kept: [at] });
  useEffect(() => virtual.measure(), [line]);
  useEffect(() => {
    if (at >= 0) virtual.scrollToIndex(at);
  }, [selected, at < 0]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows[at];
    if ((event.key === "Enter" || event.key === " ") && row) activate(row);
    else {
      const page = Math.floor((box.current?.clientHeight ?? line) / line);
      const step = stepIn(rows, selected, event.key, page);
      if (step === null && !/^(?:Arrow|Page|Home|End)/.test(event.key)) return;
      if (step && "select" in step) model.$selected.set(step.select);
      else if (step) model.toggle(step.toggle);
    }
    event.preventDefault();
  };
  return (
    <div
      ref={box}
      className="tree"
      role="tree"
      aria-label={view === "tags" ? tagsMessages.tags : tagsMessages.links}
      tabIndex={0}
      aria-activedescendant={at >= 0 ? `index-row-${at}` : undefined}
      onKeyDown={handleKeyDown}
      // The focus moves explicitly, so that it does not leave the text in between.
      onMouseDown={(event) => event.preventDefault()}
      onFocus={() => {
        setFocus(true);
        if (at < 0) model.$selected.set(rows[0]?.key ?? null);
      }}
      onBlur={() => setFocus(false)}
    >
      <div className="anchor full" role="presentation" style={{ height: `${virtual.getTotalSize()}px` }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row ? (
            <IndexLine
              key={row.key}
              id={`index-row-${index}`}
              row={row}
              style={{ transform: `translateY(${start}px)`, height: `${line}px` }}
              isSelected={index === at}
              isFocused={hasFocus && index === at}
              pick={() => {
                model.$selected.set(row.key);
                if (canOpen(row)) box.current?.focus();
                activate(row);
              }}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}

type LineProps = {
  id: string;
  row: IndexRow;
  style: CSSProperties;
  isSelected: boolean;
  isFocused: boolean;
  pick(): void;
};

function IndexLine({ id, row, style, isSelected, isFocused, pick }: LineProps) {
  const t = tagsMessages;
  return (
    <TreeLine
      id={id}
      className="index-line"
      aria-level={row.depth}
      aria-setsize={row.count}
      aria-posinset={row.position}
      aria-selected={isSelected}
      aria-expanded={canOpen(row) ? row.isOpen : undefined}
      data-kind={row.kind}
      data-focused={isFocused}
      title={row.kind === "place" ? `${t.line(row.place.path, row.place.line)}\n${row.place.text}` : undefined}
      style={{ ...style, paddingLeft: `${0.5 + (row.depth - 1) * 0.95}rem` }}
      onClick={pick}
    >
      <TreeChevron isOpen={canOpen(row) ? row.isOpen : null} />
      <LineText row={row} />
    </TreeLine>
  );
}

function LineText({ row }: { row: IndexRow }) {
  const t = tagsMessages;
  switch (row.kind) {
    case "loading":
      return <span className="tree-name tree-quiet">{messages.loading}</span>;
    case "create":
      return <span className="tree-name accented">{t.create(row.path)}</span>;
    case "place":
      return (
        <span className="tree-name">
          <span className="strong">{row.place.path.replace(/^.*\//, "")}</span>
          <span className="soft"> {row.place.text}</span>
        </span>
      );
    default:
      return (
        <>
          <span className="tree-name">{row.kind === "tag" && row.depth === 1 ? `#${row.label}` : row.label}</span>
          <span className="visually-hidden">, </span>
          <span className="keeps before faint small digits" title={t.uses(row.uses)}>
            {messages.count(row.uses)}
          </span>
        </>
      );
  }
}

/** What a click or Enter on a row does: opens or closes it, goes to the place, or creates the note. */
function useActivate(): (row: IndexRow) => void {
  const model = useTagsModel();
  const layout = useLayout();
  const navigation = useNavigation();
  const workspace = useWorkspace();
  return (row) => {
    const root = workspace.$workspace.get()?.root;
    if (root === undefined) return;
    if (canOpen(row)) model.toggle(row.key);
    else if (row.kind === "place") {
      layout.leaveSidebar();
      void navigation.goTo({
        path: row.place.path.split("/").reduce(within, root),
        location: { line: row.place.line },
      });
    } else if (row.kind === "create") {
      layout.leaveSidebar();
      void workspace.createFile(root, row.path).then((path) => path !== null && navigation.goTo({ path }));
    }
  };
}
