import {
  type EditorCommand,
  isForMarkdown,
  type MenuCommands,
  type MenuName,
  commands as table,
} from "../../../shared/commands";
import type { Command } from "../../../shared/contract";
import { hasCommand } from "../../../shared/guest-commands";
import { commandName } from "../../ui/command-messages";
import { messages } from "../../ui/messages";
import { type CommandDeps, commandContext } from "./command-context";
import { editCommands } from "./edit-commands";
import { fileCommands } from "./file-commands";
import { goCommands } from "./go-commands";
import { historyCommands } from "./history-commands";
import { viewCommands } from "./view-commands";
import { windowAndHelpCommands } from "./window-and-help-commands";

/**
 * Runs the commands of menu, palette, keys and buttons; each menu has a file beside this one. Commands that edit text belong to the
 * editor.
 */
export function createCommands(deps: CommandDeps): (command: Command) => void {
  const { notices } = deps;

  const run = (command: Command) => {
    start(command).catch((error) => {
      notices.error(messages.unexpectedError(error instanceof Error ? error.message : String(error)));
    });
  };

  const context = commandContext(deps, run);
  const { front, isPreview } = context;
  const commands: MenuCommands<MenuName> = {
    ...fileCommands(context),
    ...editCommands(context),
    ...viewCommands(context),
    ...goCommands(context),
    ...historyCommands(context),
    ...windowAndHelpCommands(context),
  };

  const isOnText = (command: Command): command is EditorCommand => !Object.hasOwn(commands, command);
  const areForTexts = new Set<Command>(
    table.flatMap(({ id, needs }) =>
      needs === "text" || needs === "text or book" || needs === "markdown or office" || isForMarkdown(needs)
        ? [id]
        : [],
    ),
  );
  /** Custom editors run the commands they know; undo and redo may belong to a field in them. */
  const isDone = (command: Command): boolean => {
    const editor = front();
    if (!editor || editor.kind === "text" || command === "undo" || command === "redo") return false;
    if (editor.run(command)) return true;
    if (areForTexts.has(command)) notices.info(messages.forTexts(commandName(command)));
    return areForTexts.has(command);
  };
  const start = async (command: Command) => {
    if (!hasCommand(deps.guest, command)) {
      notices.info(messages.notForGuests(commandName(command)));
      return;
    }
    if (isDone(command)) return;
    // Commands that edit text need the editor: a preview has no cursor.
    if (isOnText(command)) {
      if (!isPreview()) front()?.run(command);
    } else await commands[command]();
  };

  return run;
}
