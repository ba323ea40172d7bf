import { useStore } from "@nanostores/react";
import { type RefObject, useEffect, useId, useRef, useState } from "react";
import "./tool-form.css";
import type { ToolForm } from "../../../../shared/conversation";
import { classes } from "../../../ui/kit/classes";
import { Option } from "../../../ui/kit/list";
import { panelMessages } from "../messages";
import { usePanel } from "../model/use-panel";
import { expandCommand, expandPrompt, type SlashEntry, slashEntries } from "./slash-entries";
import { ToolFormSheet } from "./tool-form";
import { titleOfTool, toolFormMessages } from "./tool-form-messages";

type Props = {
  /** The text after the `/`. */
  query: string;
  /** The composer's field. It keeps the focus and names the active option until a tool is picked. */
  field: RefObject<HTMLTextAreaElement | null>;
  /** Returns the focus to the field and sets its text. */
  leave(text: string): void;
  /** Puts a text into the field, with the cursor at its end. */
  insert(text: string): void;
  /** Enter was pressed after this query before anything was found: it picks what is found once it has loaded. */
  isEntered: boolean;
  taken(): void;
};

/** The menu behind `/`: own commands, skills, Galley's requests and tools that match. A tool shows its form, a command becomes the question, a skill is added to it. */
export default function ToolFormMenu({ query, field, leave, insert, isEntered, taken }: Props) {
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

  const commands = useStore(panel.rules.$commands);
  const rules = useStore(panel.rules.$rules);
  const found = slashEntries(query, { commands, rules, tools: tools ?? [] });
  const at = Math.min(chosen, found.length - 1);
  const tool = tools?.find(({ name }) => name === picked && name === query.trim()) ?? null;
  const isListing = tool === null;

  const pick = (entry: SlashEntry) => {
    if (entry.kind === "tool") {
      setPicked(entry.name);
      leave(`/${entry.name}`);
    } else if (entry.kind === "command" || entry.kind === "prompt") {
      leave("");
      insert(entry.kind === "command" ? expandCommand(entry.command, query) : expandPrompt(entry.prompt, query));
    } else {
      panel.add({ kind: "skill", name: entry.name });
      leave(query.replace(/^\S*\s*/, ""));
    }
  };

  const first = found[0];
  const pickRef = useRef(pick);
  pickRef.current = pick;
  useEffect(() => {
    if (!isEntered || first === undefined) return;
    taken();
    pickRef.current(first);
  }, [isEntered, first, taken]);

  // While the list is open it handles the field's keys first, except during composition.
  const keys = (event: KeyboardEvent) => {
    if (event.isComposing || event.keyCode === 229 || event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, shiftKey } = event;
    const count = found.length;
    const chosenEntry = found[at];
    if (key === "ArrowDown" && count > 0) setChosen((at + 1) % count);
    else if (key === "ArrowUp" && count > 0) setChosen((at + count - 1) % count);
    else if ((key === "Enter" || key === "Tab") && !shiftKey && chosenEntry) pick(chosenEntry);
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
  if (tools === null) return <p className="tool-list inset-small floating soft">{t.loading}</p>;
  if (tools.length === 0) return <p className="tool-list inset-small floating soft">{t.failed}</p>;
  if (found.length === 0)
    return (
      <p className="tool-list inset-small floating soft" role="status">
        {t.none(query)}
      </p>
    );
  return (
    <div
      ref={list}
      id={id}
      className="tool-list inset-small floating"
      role="listbox"
      aria-label={t.tools}
      aria-activedescendant={`${id}-${at}`}
      tabIndex={0}
      onKeyDown={(event) => keys(event.nativeEvent)}
    >
      {found.map((each, index) => (
        <Option
          key={`${each.kind} ${each.name}`}
          id={`${id}-${index}`}
          isSelected={index === at}
          onClick={() => pick(each)}
        >
          <EntryText entry={each} />
        </Option>
      ))}
    </div>
  );
}

function EntryText({ entry }: { entry: SlashEntry }) {
  const t = toolFormMessages;
  if (entry.kind === "tool") {
    const { tool } = entry;
    return (
      <>
        <span className="keeps part">{titleOfTool(tool)}</span>
        <code className="clip faint mono small">{tool.name}</code>
        <span
          className={classes("tool-changes keeps to-end small", tool.changes === "documents" ? "by-agent" : "faint")}
        >
          {tool.changes === "nothing" ? t.reads : t.writes}
        </span>
      </>
    );
  }
  if (entry.kind === "prompt") {
    const { title, description, hint } = entry.prompt;
    return (
      <>
        <span className="keeps part" title={description}>
          {title}
        </span>
        <span className="clip faint small">
          <code className="mono">/{entry.name}</code> {hint}
        </span>
        <span className="tool-changes keeps to-end faint small">{panelMessages.writersRequest}</span>
      </>
    );
  }
  const { description, origin } = entry.kind === "command" ? entry.command : entry.skill;
  const hint = entry.kind === "command" ? entry.command.hint : panelMessages.rules.addSkill;
  return (
    <>
      <span className="keeps part" title={description}>
        /{entry.name} {hint === "" ? null : <span className="faint small">{hint}</span>}
      </span>
      <span className="clip faint small">{description}</span>
      <span className="tool-changes keeps to-end faint small">{panelMessages.rules.from[origin]}</span>
    </>
  );
}
