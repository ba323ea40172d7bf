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

/** What a command is called in the page's language, without the mark of the letter that picks it in a menu. */
export const titleOf = (command: Command): string => withoutLetter(now.titles[command]);

/** What the system's own item of the menu is called: Cut, Copy and the like. */
export const itemTitleOf = (item: keyof CommandWords["items"]): string => withoutLetter(now.items[item]);

/** The same within a sentence, without the dots that promise a question. */
export const nameOf = (command: Command): string => titleOf(command).replace(/…$/, "");

/** What a menu is called, likewise. */
export const menuTitleOf = (menu: MenuName): string => withoutLetter(now.menus[menu]);

/** The same with the first key that does it: `History (Ctrl+Alt+H)`. */
export function hintOf(command: Command, { keys, platform }: Keyboard): string {
  const [key] = keys[command];
  return key === undefined ? titleOf(command) : `${titleOf(command)} (${shortcut(key, platform)})`;
}

const withoutLetter = (title: string) => title.replace(/\(&.\)/, "").replace("&", "");
