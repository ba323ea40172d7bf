import type { Command, MenuName } from "../../shared/commands";
import type { Keyboard } from "../../shared/keys";
import { type CommandWords, english } from "../../shared/messages/commands.en";
import { spoken } from "./language";
import { shortcut } from "./shortcuts";

let now: CommandWords = english;
spoken<CommandWords>(
  { en: english, "zh-CN": async () => (await import("../../shared/messages/commands.zh")).chinese },
  (words) => {
    now = words;
  },
);

/** The title of a command in the interface language, without its mnemonic. */
export const titleOf = (command: Command): string => withoutLetter(now.titles[command]);

/** The title of a system menu item, such as Cut or Copy. */
export const itemTitleOf = (item: keyof CommandWords["items"]): string => withoutLetter(now.items[item]);

/** The title for use in a sentence, without the trailing “…”. */
export const nameOf = (command: Command): string => titleOf(command).replace(/…$/, "");

/** The title of a menu, without its mnemonic. */
export const menuTitleOf = (menu: MenuName): string => withoutLetter(now.menus[menu]);

/** The title with the command's first key: `History (Ctrl+Alt+H)`. */
export function hintOf(command: Command, { keys, platform }: Keyboard): string {
  const [key] = keys[command];
  return key === undefined ? titleOf(command) : `${titleOf(command)} (${shortcut(key, platform)})`;
}

const withoutLetter = (title: string) => title.replace(/\(&.\)/, "").replace("&", "");
