import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { commands } from "../../../shared/commands";
import type { Command } from "../../../shared/contract";
import type { Keyboard } from "../../../shared/keys";
import { keyChords } from "../../ui/key-chords";
import { TextField } from "../../ui/kit/field";
import { Option } from "../../ui/kit/list";
import { visibleText } from "../../ui/visible-text";
import { useFolderList, useKeyboard, usePalette, usePlatform, useRun, useWorkspace } from "../../workbench/api/parts";
import type { Item, PickMode } from "./item";
import { type PaletteQuery, parseQuery } from "./query";
import "./palette.css";
import { paletteMessages } from "./messages";
import { usePaletteResults } from "./use-palette-results";

/** The commands that open the palette, with the prefix that each enters. */
const PREFIXES: { [C in Command]?: string } = {
  "show-commands": ">",
  "go-to-heading": "@",
  "go-to-line": ":",
  "insert-template": "+",
  "quick-open": "",
};

/** The palette: a field and the matching commands, files, headings or a line. */
export default function PaletteView() {
  const palette = usePalette();
  const query = useStore(palette.$request);
  return query ? <Overlay input={query.input} turn={query.turn} /> : null;
}

function Overlay({ input, turn }: { input: string; turn: number }) {
  const palette = usePalette();
  const folderList = useFolderList();
  const workspace = useWorkspace();
  const platform = usePlatform();
  const $keyboard = useKeyboard();
  const run = useRun();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const before = useRef<Element | null>(null);
  const [text, setText] = useState(input);
  const [chosen, setChosen] = useState<{ text: string; index: number } | null>(null);
  const id = useId();
  const root = useStore(workspace.$workspace)?.root ?? null;

  useLayoutEffect(() => {
    const typed = palette.onShown();
    before.current = document.activeElement;
    dialog.current?.showModal();
    if (typed) setText((now) => now + typed);
    return palette.onHidden;
  }, [palette]);
  // Opened again with another prefix; a command of the palette that does this has closed it first.
  const answered = useRef(turn);
  useLayoutEffect(() => {
    if (answered.current !== turn) {
      setText(input);
      if (!dialog.current?.open) dialog.current?.showModal();
    }
    answered.current = turn;
  }, [input, turn]);
  useEffect(() => void folderList.refresh(root), [folderList, root]);

  const query = useMemo(() => parseQuery(text), [text]);
  const { items, count, status, start } = usePaletteResults(query);
  const index = Math.min(chosen?.text === text ? chosen.index : start, items.length - 1);
  const item = items[index];

  const close = () => {
    // Close first: behind a modal dialog nothing can take the focus.
    dialog.current?.close();
    palette.close();
    const { current } = before;
    if (current instanceof HTMLElement && current.isConnected) current.focus();
  };
  const pick = (picked: Item | undefined, how: PickMode) => {
    if (!picked || picked.isOff) return;
    const staysOpen = how === "goes on" && query.kind === "files";
    // Close before running: the action may move the focus.
    if (!staysOpen) close();
    picked.pick(staysOpen || how === "beside" ? how : "and closes");
  };
  const step = (by: number) => {
    if (items.length > 0) setChosen({ text, index: (((index + by) % items.length) + items.length) % items.length });
  };
  const jump = (to: number) => setChosen({ text, index: Math.max(0, Math.min(items.length - 1, to)) });

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const act = actionOf(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  };
  const actionOf = (event: KeyboardEvent): (() => void) | null => {
    const { key, ctrlKey, altKey } = event;
    if (key === "Enter") return () => pick(item, howPicked(event));
    if (key === "ArrowDown" || (platform === "darwin" && ctrlKey && key === "n")) return () => step(1);
    if (key === "ArrowUp" || (platform === "darwin" && ctrlKey && key === "p")) return () => step(-1);
    if (key === "PageDown" && !ctrlKey) return () => jump(index + 10);
    if (key === "PageUp" && !ctrlKey) return () => jump(index - 10);
    if (altKey && key === "Home") return () => jump(0);
    if (key === "Tab" && !ctrlKey) return () => step(event.shiftKey ? -1 : 1);
    const command = commandOf(keyChords(event.nativeEvent, platform), $keyboard.get());
    // The field has its own undo.
    if (command === null || command === "undo" || command === "redo") return null;
    const prefix = PREFIXES[command];
    if (prefix !== undefined) return () => (kindOf(prefix) === query.kind ? step(1) : setText(prefix));
    return () => {
      close();
      run(command);
    };
  };

  return (
    // biome-ignore lint/correctness/noRestrictedElements: it has no heading and closes by a click beside it
    <dialog
      ref={dialog}
      className="palette"
      aria-label={paletteMessages.label[query.kind]}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onPointerDown={(event) => {
        if (event.target === dialog.current) close();
      }}
      onKeyDown={handleKeyDown}
    >
      <div className="palette-sheet column raised">
        <TextField
          ref={field}
          className="palette-field large"
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-label={paletteMessages.ask[query.kind]}
          aria-activedescendant={item ? `${id}-${index}` : undefined}
          aria-describedby={status ? `${id}-status` : undefined}
          placeholder={paletteMessages.ask[query.kind]}
          value={text}
          onChange={(event) => setText(event.target.value)}
          spellCheck={false}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="off"
        />
        <Results id={id} kind={query.kind} items={items} index={index} pick={pick} />
        {status ? (
          <p className="keeps inset soft" id={`${id}-status`}>
            {status}
          </p>
        ) : null}
        {count > items.length && items.length > 0 ? (
          <p className="keeps inset soft">{paletteMessages.more(count - items.length)}</p>
        ) : null}
        <Hints kind={query.kind} />
        <div className="visually-hidden" role="status">
          {items.length > 0 ? paletteMessages.results(count) : (status ?? "")}
        </div>
      </div>
    </dialog>
  );
}

/** The command that is bound to one of these keys. */
function commandOf(candidates: readonly string[], { keys }: Keyboard): Command | null {
  for (const key of candidates) {
    const row = commands.find(({ id, acts }) => acts === undefined && keys[id].includes(key));
    if (row) return row.id;
  }
  return null;
}

const kindOf = (prefix: string): PaletteQuery["kind"] => parseQuery(prefix).kind;

type ResultsProps = {
  id: string;
  kind: PaletteQuery["kind"];
  items: readonly Item[];
  index: number;
  pick(item: Item, how: PickMode): void;
};

function Results({ id, kind, items, index, pick }: ResultsProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.querySelector(`[id="${CSS.escape(`${id}-${index}`)}"]`)?.scrollIntoView({ block: "nearest" });
  }, [id, index, items]);
  return (
    <div
      ref={list}
      className="palette-list"
      role="listbox"
      id={`${id}-list`}
      aria-label={paletteMessages.label[kind]}
      tabIndex={-1}
    >
      {items.map((item, at) => (
        <Option
          key={item.id}
          id={`${id}-${at}`}
          isSelected={at === index}
          aria-disabled={item.isOff || undefined}
          className="palette-item"
          style={{ paddingInlineStart: `${0.9 + item.depth}rem` }}
          onClick={(event) => pick(item, howPicked(event))}
        >
          <span className="palette-label clip">
            <Marked text={item.label} marks={item.marks} />
          </span>
          {item.detail ? (
            <span className="palette-detail grow clip faint small">
              <Marked text={item.detail} marks={item.detailMarks} />
            </span>
          ) : null}
          {item.note ? <span className="palette-note keeps nowrap faint small">{item.note}</span> : null}
          {item.key ? <kbd className="palette-key keeps nowrap soft small">{item.key}</kbd> : null}
        </Option>
      ))}
    </div>
  );
}

/** A text with the matched letters highlighted; adjacent letters share an element, so that cursive scripts stay joined. */
function Marked({ text, marks }: { text: string; marks: readonly number[] }) {
  if (marks.length === 0) return visibleText(text);
  const parts: { text: string; isMarked: boolean; at: number }[] = [];
  let at = 0;
  for (let from = 0; from < marks.length; ) {
    const start = marks[from] as number;
    let to = from;
    while (marks[to + 1] === (marks[to] as number) + 1) to += 1;
    const end = (marks[to] as number) + 1;
    if (start > at) parts.push({ text: text.slice(at, start), isMarked: false, at });
    parts.push({ text: text.slice(start, end), isMarked: true, at: start });
    at = end;
    from = to + 1;
  }
  parts.push({ text: text.slice(at), isMarked: false, at });
  // Invisible characters are escaped piece by piece, because the marks are offsets into the original text.
  return parts.map((part) =>
    part.isMarked ? <mark key={part.at}>{visibleText(part.text)}</mark> : visibleText(part.text),
  );
}

const howPicked = ({ ctrlKey, metaKey, altKey }: { ctrlKey: boolean; metaKey: boolean; altKey: boolean }): PickMode =>
  ctrlKey || metaKey ? "goes on" : altKey ? "beside" : "and closes";

function Hints({ kind }: { kind: PaletteQuery["kind"] }) {
  const platform = usePlatform();
  const { hints } = paletteMessages;
  const main = platform === "darwin" ? "⌘" : "Ctrl+";
  const keys: [string, string][] = [
    ["↑↓", hints.choose],
    [
      "Enter",
      kind === "files" ? hints.open : kind === "commands" ? hints.run : kind === "templates" ? hints.insert : hints.go,
    ],
    ...(kind === "files"
      ? ([
          [`${main}Enter`, hints.goOn],
          [platform === "darwin" ? "⌥Enter" : "Alt+Enter", hints.beside],
        ] as [string, string][])
      : []),
    ["Esc", hints.close],
  ];
  return (
    <p className="palette-hints keeps line-above inset faint small wraps" aria-hidden="true">
      {keys.map(([key, what]) => (
        <span key={key}>
          <kbd>{key}</kbd> {what}
        </span>
      ))}
    </p>
  );
}
