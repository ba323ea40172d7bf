import { useStore } from "@nanostores/react";
import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useState } from "react";
import { containsAllWords, queryWords, scoreOf } from "../../../ui/fuzzy";
import { TextArea, TextField } from "../../../ui/kit/field";
import { Option } from "../../../ui/kit/list";
import { useFolderList, useWorkspace } from "../../../workbench/api/parts";
import { toolFormMessages } from "./tool-form-messages";

/** The maximum number of files offered. */
const MAX_FILES = 8;

type Props = {
  id: string;
  value: string;
  set(value: string): void;
  /** Accepts several paths, one per line; the line with the cursor is completed. */
  many: boolean;
  "data-field": string;
  "aria-required": boolean;
  "aria-invalid": boolean;
  "aria-describedby": string;
};

/** A path in the open folder with completion. Any other text, such as a glob, is accepted. */
export function ToolFormPath({ value, set, many, ...field }: Props) {
  const folderList = useFolderList();
  const workspace = useWorkspace();
  const list = useStore(folderList.$list);
  const root = useStore(workspace.$workspace)?.root ?? null;
  const [cursor, setCursor] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  useEffect(() => {
    void folderList.refresh(root);
  }, [folderList, root]);

  const from = cursor === null ? 0 : value.lastIndexOf("\n", cursor - 1) + 1;
  const end = value.indexOf("\n", from);
  const to = end < 0 ? value.length : end;
  const query = value.slice(from, to).trim();
  const files = list?.root === root ? list.files : [];
  const words = queryWords(query);
  // A complete path needs no completion.
  const isWhole = files.some(({ text }) => text === query);
  const found =
    cursor === null || isWhole
      ? []
      : words.length === 0
        ? files.slice(0, MAX_FILES)
        : files
            .flatMap((file) => {
              const score = containsAllWords(file, words) ? scoreOf(file, words) : null;
              return score === null ? [] : [{ file, score }];
            })
            .sort((one, other) => other.score - one.score)
            .slice(0, MAX_FILES)
            .map(({ file }) => file);
  const at = Math.min(chosen, found.length - 1);

  const take = (path: string) => {
    set(value.slice(0, from) + path + value.slice(to));
    setCursor(null);
  };
  const typed = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    set(target.value);
    setCursor(target.selectionStart);
    setChosen(0);
  };
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const { key } = event;
    const file = found[at];
    if (!file) {
      if (key !== "ArrowDown" || many || cursor !== null) return;
      setCursor(event.currentTarget.selectionStart);
    } else if (key === "ArrowDown") setChosen((at + 1) % found.length);
    else if (key === "ArrowUp") setChosen((at + found.length - 1) % found.length);
    else if (key === "Enter" || (key === "Tab" && query !== "")) {
      take(file.text);
      // Tab also moves to the next field.
      if (key === "Tab") return;
    } else if (key === "Escape") setCursor(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const shared = {
    ...field,
    autoComplete: "off",
    spellCheck: false,
    dir: "auto",
    value,
    "aria-controls": found.length > 0 ? listId : undefined,
    "aria-activedescendant": found.length > 0 ? `${listId}-${at}` : undefined,
    "aria-autocomplete": "list" as const,
    onChange: typed,
    onBlur: () => setCursor(null),
    onKeyDown: handleKeyDown,
  };
  return (
    <div className="tool-path">
      {many ? (
        <TextArea {...shared} rows={2} aria-haspopup="listbox" />
      ) : (
        <TextField {...shared} role="combobox" aria-expanded={found.length > 0} />
      )}
      {found.length > 0 ? (
        <div id={listId} className="card inset-small above-small" role="listbox" aria-label={toolFormMessages.files}>
          {found.map(({ text, name }, index) => (
            <Option key={text} id={`${listId}-${index}`} isSelected={index === at} onClick={() => take(text)}>
              <span>{text.slice(name)}</span>
              <span className="clip faint">{text.slice(0, Math.max(0, name - 1))}</span>
            </Option>
          ))}
        </div>
      ) : null}
    </div>
  );
}
