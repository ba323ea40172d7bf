import { redo, undo } from "@codemirror/commands";
import { openSearchPanel } from "@codemirror/search";
import type { Command, EditorView, KeyBinding } from "@codemirror/view";
import { commands, type EditorCommand } from "../../shared/commands";
import { defaultKeys, type Keyboard, type Platform, readKey } from "../../shared/keys";
import { toNextMatch, toPreviousMatch } from "./finder";
import { followLinkAtCursor, followLinkBeside } from "./live/follow-link";
import { toggleSource } from "./live/mode";
import { toggleTask } from "./live/toggle-task";
import { renameHeadingAtCursor } from "./rename-heading";
import { showReplace } from "./search-panel";
import { writingCommands } from "./writing/writing-commands";

const always = (act: (view: EditorView) => unknown) => (view: EditorView) => {
  act(view);
  return true;
};

/** What each command on the text does: one line a command. False: there was nothing to do, and the key means what else it means. */
const onText: Record<EditorCommand, Command> = {
  ...writingCommands,
  "toggle-task": toggleTask,
  "follow-link": followLinkAtCursor,
  "follow-link-beside": followLinkBeside,
  "rename-heading": renameHeadingAtCursor,
  "toggle-source": toggleSource,
};

/** What can be asked of a document's editor: the commands on the text, and what the page asks of the one in front. */
export const editorCommands = {
  ...onText,
  undo,
  redo,
  find: openSearchPanel,
  replace: always(showReplace),
  "find-next": toNextMatch,
  "find-previous": toPreviousMatch,
} satisfies Record<string, Command>;

export type CanvasCommand = keyof typeof editorCommands;

/** The editor's bindings of the commands on the text, by the keys that hold; those of Markdown only in Markdown. */
export function editorKeys({ keys }: Keyboard, format: "markdown" | "text"): KeyBinding[] {
  return commands.flatMap(({ id, needs }) =>
    isOnText(id) && (needs !== "markdown" || format === "markdown")
      ? keys[id].map((key) => ({ key: editorKey(key), run: onText[id] }))
      : [],
  );
}

/**
 * `bindings` without those whose key the table gives to a command: what the table names is bound by the table alone, so
 * that a command whose key was taken away has none, and keeps none that came with the editor.
 */
export function withoutCommandKeys(bindings: readonly KeyBinding[], platform: Platform): KeyBinding[] {
  const taken = new Set(commands.flatMap(({ id }) => defaultKeys(id, platform)));
  const isMac = platform === "darwin";
  return bindings.filter(({ key, mac }) => {
    const own = (isMac ? mac : undefined) ?? key ?? "";
    const read = readKey(own.split(/-(?!$)/).join("+"), platform);
    return read === null || !taken.has(read);
  });
}

const isOnText = (id: string): id is EditorCommand => Object.hasOwn(onText, id);

/** Whether a command is for this kind of text: bold is for Markdown. */
export const isFor = (command: CanvasCommand, format: "markdown" | "text"): boolean =>
  format === "markdown" || commands.find(({ id }) => id === command)?.needs !== "markdown";

const ARROWS = /^(?:Left|Right|Up|Down)$/;

/** `Mod+Shift+Left` as CodeMirror writes it: `Mod-Shift-ArrowLeft`. */
function editorKey(key: string): string {
  const parts = key.split("+");
  const last = parts.pop() ?? "";
  const name = ARROWS.test(last)
    ? `Arrow${last}`
    : last === "Plus"
      ? "+"
      : last.length === 1
        ? last.toLowerCase()
        : last;
  return [...parts, name].join("-");
}
