import { useStore } from "@nanostores/react";
import { type CSSProperties, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { $draggedFile } from "../../ui/dragged-file";
import { useEarlyComposition } from "../../ui/early-typing";
import { FileName } from "../../ui/file-name";
import { DRAGGED, folderOf, stemLength } from "../../ui/file-paths";
import { DocumentIcon, FileIcon, FolderIcon } from "../../ui/icons";
import { Badge } from "../../ui/kit/badge";
import { BareField } from "../../ui/kit/field";
import { TreeChevron, TreeLine } from "../../ui/kit/tree";
import { messages } from "../../ui/messages";
import { visibleText } from "../../ui/visible-text";
import type { TreeRow } from "../../workbench/api/feature-stores";
import { usePendingEdits, useTabs, useTree } from "../../workbench/api/parts";

type LineStyle = CSSProperties;

/** The indentation of a level. */
const inset = (level: number): LineStyle => ({ paddingLeft: `${0.5 + (level - 1) * 1.05}rem` });

type EntryLineProps = {
  id: string;
  row: Extract<TreeRow, { kind: "entry" }>;
  style: LineStyle;
  isSelected: boolean;
  isFocused: boolean;
  /** Whether the entry was cut and waits to be pasted. */
  isCut: boolean;
  /** Whether a drag would move something into it. */
  isDropTarget: boolean;
  onPick(where: "here" | "beside"): void;
  onPickTwice(): void;
  onMenu(): void;
};

/** A file or folder. The tree handles the keys; a row handles only the pointer. */
export function EntryLine(props: EntryLineProps) {
  const { id, row, style, isSelected, isFocused, isCut, isDropTarget, onPick, onPickTwice, onMenu } = props;
  const tabs = useTabs();
  const pending = usePendingEdits();
  const front = useStore(tabs.$front);
  const documents = useStore(pending.$documents);
  const { entry, level, expanded } = row;
  const pendingCount = expanded === true ? 0 : pending.countIn(entry.path, documents);
  const isOpenInFront = front !== null && front.editor.$info.get().path === entry.path;
  return (
    <TreeLine
      id={id}
      aria-label={visibleText(entry.name)}
      aria-description={pendingCount > 0 ? messages.toReview(pendingCount) : undefined}
      aria-level={level}
      aria-setsize={row.count}
      aria-posinset={row.position}
      aria-selected={isSelected}
      aria-expanded={expanded ?? undefined}
      data-focused={isFocused}
      data-front={isOpenInFront}
      data-cut={isCut}
      data-folder={entry.kind === "folder" ? entry.path : folderOf(entry.path)}
      data-text={entry.kind === "folder" || entry.isText}
      title={visibleText(entry.name)}
      style={{ ...style, ...inset(level) }}
      data-drop={isDropTarget}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED, entry.path);
        event.dataTransfer.setData("text/plain", entry.path);
        event.dataTransfer.effectAllowed = "copyMove";
        if (entry.kind === "file" && entry.isText) $draggedFile.set(entry.path);
      }}
      onDragEnd={() => $draggedFile.set(null)}
      onClick={(event) => {
        if (event.detail < 2) onPick(event.altKey ? "beside" : "here");
      }}
      onDoubleClick={onPickTwice}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu();
      }}
    >
      <TreeChevron isOpen={expanded} />
      <span className="tree-icon">
        {entry.kind === "folder" ? <FolderIcon /> : entry.isText ? <DocumentIcon /> : <FileIcon />}
      </span>
      <FileName className="tree-name" name={entry.name} />
      {pendingCount > 0 ? (
        <Badge tone="agent" className="waiting-count" data-count={messages.count(pendingCount)} />
      ) : null}
    </TreeLine>
  );
}

/** A message in place of a folder's entries. */
export function QuietLine({ level, style, sentence }: { level: number; style: LineStyle; sentence: string }) {
  return (
    <TreeLine
      className="tree-quiet"
      aria-selected={false}
      aria-disabled="true"
      aria-level={level}
      style={{ ...style, ...inset(level) }}
    >
      <TreeChevron isOpen={null} />
      <span className="tree-name">{sentence}</span>
    </TreeLine>
  );
}

/** Why a folder could not be read; a click tries again. */
export function FailedLine({
  level,
  style,
  why,
  folder,
}: {
  level: number;
  style: LineStyle;
  why: string;
  folder: string;
}) {
  const tree = useTree();
  return (
    <TreeLine
      className="bad"
      aria-selected={false}
      aria-level={level}
      title={`${why}\n${messages.tryAgain}`}
      style={{ ...style, ...inset(level) }}
      onClick={() => void tree.refresh(folder)}
    >
      <TreeChevron isOpen={null} />
      <span className="tree-name">{why}</span>
    </TreeLine>
  );
}

/** The name field of a new or renamed entry. Enter accepts, Escape cancels. */
export function NameLine(props: {
  id: string;
  level: number;
  style: LineStyle;
  what: "file" | "folder";
  name: string;
}) {
  const { id: lineId, level, style, what, name } = props;
  const tree = useTree();
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const isDone = useRef(false);
  const id = useId();
  const t = messages.files;
  const label = name !== "" ? t.nameOf(name) : what === "folder" ? t.nameOfNewFolder : t.nameOfNewFile;

  const isComposing = useEarlyComposition();
  useLayoutEffect(() => {
    const input = field.current;
    if (isComposing || !input) return;
    const typed = tree.nameFieldShown();
    input.focus();
    input.setSelectionRange(0, stemLength(name));
    if (typed === "") return;
    input.setRangeText(typed, 0, stemLength(name), "end");
    setError(tree.nameErrorOf(input.value));
  }, [name, isComposing, tree]);

  const finish = async (value: string) => {
    if (isDone.current) return;
    isDone.current = true;
    if (await tree.finishNaming(value)) return;
    isDone.current = false;
    setError(tree.nameErrorOf(value));
    field.current?.focus();
  };
  const giveUp = () => {
    if (isDone.current) return;
    isDone.current = true;
    tree.stopNaming();
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") void finish(event.currentTarget.value);
    else if (event.key === "Escape") giveUp();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <TreeLine
      id={lineId}
      className="tree-naming"
      aria-selected={true}
      aria-level={level}
      aria-label={label}
      style={{ ...style, ...inset(level) }}
    >
      <TreeChevron isOpen={null} />
      <span className="tree-icon">{what === "folder" ? <FolderIcon /> : <DocumentIcon />}</span>
      <BareField
        ref={field}
        className="tree-field grow"
        defaultValue={name}
        spellCheck={false}
        aria-label={label}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : id}
        onChange={(event) => setError(event.target.value === "" ? null : tree.nameErrorOf(event.target.value))}
        onKeyDown={handleKeyDown}
        onBlur={(event) => {
          // On blur, a valid name is accepted and any other discarded, as in a file manager.
          const { value } = event.currentTarget;
          if (!document.hasFocus()) return;
          if (value !== "" && value !== name && tree.nameErrorOf(value) === null) void finish(value);
          else giveUp();
        }}
      />
      {error === null ? null : (
        <p id={id} className="tree-problem" role="alert">
          {error}
        </p>
      )}
    </TreeLine>
  );
}
