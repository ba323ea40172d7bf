import { useStore } from "@nanostores/react";
import { type KeyboardEvent, useRef } from "react";
import { commandTitle } from "../../ui/command-messages";
import { messages } from "../../ui/messages";
import { useBridge, useComments, useLinks, useTabs } from "../../workbench/api/parts";
import type { Tab } from "../../workbench/api/tabs";
import { outlineStep, typedTitle } from "./outline-keys";
import type { OutlineModel } from "./outline-model";

/** Milliseconds after which typed letters start a new search. */
const TYPING_PAUSE = 700;

type Options = {
  tab: Tab;
  model: OutlineModel;
  /** Goes to a section in the text. */
  go(row: number): void;
  /** The number of lines in view. */
  pageSize(): number;
  /** Focuses the outline. */
  focus(): void;
};

/** The keys and the context menu of the outline: select, collapse, move and rename sections, find one by its first letters. */
export function useOutlineKeys({ tab, model, go, pageSize, focus }: Options) {
  const tabs = useTabs();
  const bridge = useBridge();
  const links = useLinks();
  const comments = useComments();
  const view = useStore(model.$view);
  const typed = useRef({ text: "", at: 0 });
  const { rows, selected } = view;
  const selectedSection = rows[selected]?.kind === "section" ? selected : null;

  const rename = async (row: number) => {
    const line = rows[row]?.lineStart;
    if (line !== undefined) await links.renameHeading(tab.doc, line);
  };

  const menu = async (row: number) => {
    const t = messages.outline;
    const id = await bridge.request("app:menu", [
      { id: "up", label: t.up },
      { id: "down", label: t.down },
      "separator",
      { id: "promote", label: t.promote },
      { id: "demote", label: t.demote },
      "separator",
      { id: "rename", label: t.rename },
      "separator",
      { id: "protect", label: commandTitle("protect-section") },
    ]);
    if (id === null) return;
    model.select(row);
    focus();
    if (id === "rename") await rename(row);
    else if (id === "protect") {
      const at = model.positionOf(row);
      if (at !== null) await comments.protect("section", at);
    } else if (id === "up" || id === "down") await model.step(id === "up" ? -1 : 1);
    else await model.level(id === "promote" ? -1 : 1);
  };

  /** Moves the selected section. Whether the key is one that does. */
  const moveSection = (key: string): boolean => {
    const moves: Record<string, () => Promise<void>> = {
      ArrowUp: () => model.step(-1),
      ArrowDown: () => model.step(1),
      ArrowLeft: () => model.level(-1),
      ArrowRight: () => model.level(1),
    };
    const move = moves[key];
    if (move && selectedSection !== null) void move();
    return move !== undefined;
  };

  /** Selects the section whose title starts with the letters typed so far. Whether the key continues them. */
  const typeTitle = ({ key, timeStamp }: KeyboardEvent): boolean => {
    const isContinuing = timeStamp - typed.current.at < TYPING_PAUSE && typed.current.text !== "";
    const isLetter = [...key].length === 1 && (key !== " " || isContinuing) && key !== "*";
    if (!isLetter) return false;
    const isRepeated = isContinuing && typed.current.text === key;
    typed.current = { text: isContinuing && !isRepeated ? typed.current.text + key : key, at: timeStamp };
    const found = typedTitle(view, typed.current.text);
    if (found >= 0) model.select(found);
    return true;
  };

  const handleKey = (event: KeyboardEvent): boolean => {
    const { key } = event;
    if (event.altKey) return moveSection(key);
    if (key === "ContextMenu" || (key === "F10" && event.shiftKey)) {
      if (selectedSection !== null) void menu(selectedSection);
    } else if (key === "F2") {
      if (selectedSection !== null) void rename(selectedSection);
    } else if (key === "Enter") {
      if (selected >= 0) go(selected);
    } else if (key === "Escape") tabs.activate(tab.doc);
    else if (!typeTitle(event)) {
      const step = outlineStep(view, key, pageSize());
      if (step?.do === "select") model.select(step.row);
      else if (step?.do === "collapse") model.close(step.rows);
      else if (step?.do === "expand") model.open(step.rows);
      else return /^(Arrow|Page|Home|End)/.test(key);
    }
    return true;
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
    if (handleKey(event)) event.preventDefault();
  };
  return { menu, handleKeyDown };
}
