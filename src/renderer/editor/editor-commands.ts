import { redo, undo } from "@codemirror/commands";
import { openSearchPanel } from "@codemirror/search";
import type { Command, EditorView, KeyBinding } from "@codemirror/view";
import { commands, type EditorCommand, isForMarkdown } from "../../shared/commands";
import { defaultKeys, type Keyboard, type Platform, readKey } from "../../shared/keys";
import { toNextMatch, toPreviousMatch } from "./find/finder";
import { showReplace } from "./find/search-panel";
import { insertRoll, rollDiceAtCursor } from "./live/dice";
import { editPropertiesCommand } from "./live/edit-properties-command";
import { followLinkAtCursor, followLinkBeside } from "./live/follow-link";
import { resetImageSize, resizeImage } from "./live/image-resize";
import { previewLinkAtCursor } from "./live/link-hover";
import { toggleSource } from "./live/mode";
import { toggleTask } from "./live/toggle-task";
import { renameHeadingAtCursor } from "./rename-heading";
import { writingCommands } from "./writing/writing-commands";

const always = (act: (view: EditorView) => unknown) => (view: EditorView) => {
  act(view);
  return true;
};

/** The spell-check module is already loaded if spell-check is on; otherwise there is nothing to do. */
const spelling =
  (act: (module: typeof import("./spelling/spelling"), view: EditorView) => unknown): Command =>
  (view) => {
    void import("./spelling/spelling").then((module) => act(module, view));
    return true;
  };

/**
 * The commands that edit text, one line each. A command that returns false did nothing, and its key keeps its other
 * meaning.
 */
const onText: Record<EditorCommand, Command> = {
  ...writingCommands,
  "toggle-task": toggleTask,
  "preview-link": previewLinkAtCursor,
  "roll-dice": rollDiceAtCursor,
  "insert-roll": insertRoll,
  "follow-link": followLinkAtCursor,
  "follow-link-beside": followLinkBeside,
  "image-wider": resizeImage(1),
  "image-narrower": resizeImage(-1),
  "image-own-size": resetImageSize,
  "rename-heading": renameHeadingAtCursor,
  "toggle-source": toggleSource,
  "edit-properties": editPropertiesCommand,
  "suggest-spelling": spelling(({ suggestSpelling }, view) => suggestSpelling(view)),
  "next-misspelling": spelling(({ goToMisspelling }, view) => goToMisspelling(view, 1)),
  "previous-misspelling": spelling(({ goToMisspelling }, view) => goToMisspelling(view, -1)),
};

/** All commands of an editor: those that edit text, and those that the window runs on the document in front. */
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

/** The editor's key bindings, without Markdown commands in plain text. */
export function editorKeys({ keys }: Keyboard, format: "markdown" | "text"): KeyBinding[] {
  return commands.flatMap(({ id, needs }) =>
    isOnText(id) && (format === "markdown" || !isForMarkdown(needs))
      ? keys[id].map((key) => ({ key: editorKey(key), run: onText[id] }))
      : [],
  );
}

/**
 * Removes bindings whose key the command table uses. Only the table assigns these keys, so a command whose key was
 * removed does not keep a default of CodeMirror.
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

/** Whether a command applies to this format: bold is for Markdown. */
export const isFor = (command: CanvasCommand, format: "markdown" | "text"): boolean =>
  format === "markdown" || !isForMarkdown(commands.find(({ id }) => id === command)?.needs);

const ARROWS = /^(?:Left|Right|Up|Down)$/;

/** Converts `Mod+Shift+Left` to CodeMirror's `Mod-Shift-ArrowLeft`. */
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
