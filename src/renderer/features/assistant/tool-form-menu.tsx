import { type RefObject, useEffect, useId, useRef, useState } from "react";
import "./tool-form.css";
import type { ToolForm } from "../../../shared/conversation";
import { candidate, queryWords, scoreOf } from "../../ui/fuzzy";
import { Option } from "../../ui/kit/list";
import { ToolFormSheet } from "./tool-form";
import { titleOfTool, toolFormMessages } from "./tool-form-messages";
import { usePanel } from "./use-panel";

type Props = {
  /** The text after the `/`. */
  query: string;
  /** The composer's field. It keeps the focus and names the active option until a tool is picked. */
  field: RefObject<HTMLTextAreaElement | null>;
  /** Returns the focus to the field and sets its text. */
  leave(text: string): void;
};

/** The tool menu behind `/`: lists the tools that match, then shows the form of the picked one. */
export default function ToolFormMenu({ query, field, leave }: Props) {
  const panel = usePanel();
  const [tools, setTools] = useState<readonly ToolForm[] | null>(panel.$tools.get());
  const [picked, setPicked] = useState<string | null>(null);
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const t = toolFormMessages;

  useEffect(() => {
    void panel.tools().then(setTools);
  }, [panel]);

  const found = tools === null ? [] : fittingTools(tools, query);
  const at = Math.min(chosen, found.length - 1);
  const tool = tools?.find(({ name }) => name === picked && name === query.trim()) ?? null;
  const isListing = tool === null;

  const pick = ({ name }: ToolForm) => {
    setPicked(name);
    leave(`/${name}`);
  };

  // While the list is open it handles the field's keys first, except during composition.
  const keys = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, shiftKey } = event;
    const count = found.length;
    const chosenTool = found[at];
    if (key === "ArrowDown" && count > 0) setChosen((at + 1) % count);
    else if (key === "ArrowUp" && count > 0) setChosen((at + count - 1) % count);
    else if ((key === "Enter" || key === "Tab") && !shiftKey && chosenTool) pick(chosenTool);
    else if (key === "Escape") leave("");
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const handlerRef = useRef(keys);
  handlerRef.current = keys;
  useEffect(() => {
    const element = field.current;
    if (!isListing || !element) return;
    const listener = (event: KeyboardEvent) => handlerRef.current(event);
    element.addEventListener("keydown", listener);
    return () => element.removeEventListener("keydown", listener);
  }, [isListing, field]);

  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
    const element = field.current;
    if (!isListing || !element || found.length === 0) return;
    const attributes = {
      "aria-haspopup": "listbox",
      "aria-controls": id,
      "aria-autocomplete": "list",
      "aria-activedescendant": `${id}-${at}`,
    };
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return () => {
      for (const name of Object.keys(attributes)) element.removeAttribute(name);
    };
  }, [isListing, field, found.length, at, id]);

  if (tool) {
    return (
      <ToolFormSheet
        key={tool.name}
        tool={tool}
        back={() => {
          setPicked(null);
          leave("/");
        }}
        leave={() => leave("")}
      />
    );
  }
  if (tools === null) return <p className="tool-list floating soft">{t.loading}</p>;
  if (tools.length === 0) return <p className="tool-list floating soft">{t.failed}</p>;
  if (found.length === 0)
    return (
      <p className="tool-list floating soft" role="status">
        {t.none(query)}
      </p>
    );
  return (
    <div
      ref={list}
      id={id}
      className="tool-list floating"
      role="listbox"
      aria-label={t.tools}
      aria-activedescendant={`${id}-${at}`}
      tabIndex={0}
      onKeyDown={(event) => keys(event.nativeEvent)}
    >
      {found.map((each, index) => (
        <Option key={each.name} id={`${id}-${index}`} isSelected={index === at} onClick={() => pick(each)}>
          <span className="tool-title">{titleOfTool(each)}</span>
          <code className="clip faint mono small">{each.name}</code>
          <span className="tool-changes faint small" data-changes={each.changes}>
            {each.changes === "nothing" ? t.reads : t.writes}
          </span>
        </Option>
      ))}
    </div>
  );
}

function fittingTools(tools: readonly ToolForm[], query: string): ToolForm[] {
  const words = queryWords(query);
  if (words.length === 0) return [...tools];
  const scored = tools.flatMap((tool) => {
    const score = scoreOf(candidate(`${titleOfTool(tool)} ${tool.title} ${tool.name}`, "words"), words);
    return score === null ? [] : [{ tool, score }];
  });
  return scored.sort((one, other) => other.score - one.score).map(({ tool }) => tool);
}
