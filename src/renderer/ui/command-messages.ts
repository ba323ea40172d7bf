import type { Command, MenuName } from "../../shared/commands";
import type { Keyboard } from "../../shared/keys";
import { type CommandMessages, english } from "../../shared/messages/commands.en";
import { registerMessages } from "./language";
import { shortcut } from "./shortcuts";

let current: CommandMessages = english;
registerMessages<CommandMessages>(
  { en: english, "zh-CN": async () => (await import("../../shared/messages/commands.zh")).chinese },
  (messages) => {
    current = messages;
  },
);

/** The title of a command in the interface language, without its mnemonic. */
export const commandTitle = (command: Command): string => withoutLetter(current.titles[command]);

/** The title of a system menu item, such as Cut or Copy. */
export const systemItemTitle = (item: keyof CommandMessages["items"]): string => withoutLetter(current.items[item]);

/** The title for use in a sentence, without the trailing “…”. */
export const commandName = (command: Command): string => commandTitle(command).replace(/…$/, "");

/** The title of a menu, without its mnemonic. */
export const menuTitle = (menu: MenuName): string => withoutLetter(current.menus[menu]);

/** The title with the command's first key: `History (Ctrl+Alt+H)`. */
export function commandHint(command: Command, { keys, platform }: Keyboard): string {
  const [key] = keys[command];
  return key === undefined ? commandTitle(command) : `${commandTitle(command)} (${shortcut(key, platform)})`;
}

const withoutLetter = (title: string) => title.replace(/\(&.\)/, "").replace("&", "");
