import type { BaseWindow, MenuItemConstructorOptions } from "electron";
import { type CommandRow, commands, type MenuName, menuNames, type Need } from "../../shared/commands";
import type { Command, Settings } from "../../shared/contract";
import { effectiveKeys, type Platform } from "../../shared/keys";
import type { Language } from "../../shared/language";
import { type CommandMessages, english } from "../../shared/messages/commands.en";
import { chinese } from "../../shared/messages/commands.zh";
import type { Recent } from "../app/core/desktop";

/** What the menu items do. `from` is the window of the menu, if the system reports it. */
export type MenuActions = {
  command(command: Command, from: BaseWindow | undefined): void;
  open(path: string, from: BaseWindow | undefined): void;
  openInNewWindow(path: string): void;
  clearRecent(): void;
  theme(theme: Settings["theme"]): void;
};

/** What the menu shows besides the commands. */
export type MenuState = {
  recent: Recent;
  settings: Settings;
  platform: Platform;
  language: Language;
  windows: readonly WindowEntry[];
  /** What commands can work on in the window in front; null if that is unknown. */
  available: readonly Need[] | null;
};

/** Whether a command can do anything. */
export const isAvailable = ({ needs }: CommandRow, available: readonly Need[] | null): boolean =>
  available === null || needs === undefined || available.includes(needs);

/** A window in the list of windows. */
export type WindowEntry = { title: string; isFront: boolean; show(): void };

const MESSAGES: Record<Language, CommandMessages> = { en: english, "zh-CN": chinese };

/** The application menu, built from the table of commands. On macOS the app menu comes first. */
export function applicationMenu(state: MenuState, actions: MenuActions): MenuItemConstructorOptions[] {
  const { platform } = state;
  const t = MESSAGES[state.language];
  const isMac = platform === "darwin";
  const keys = effectiveKeys(state.settings.keys, platform);
  const others = otherItems(state, t.items, actions);
  const menus = menuNames.map((menu): MenuItemConstructorOptions => {
    const rows = commands.filter((row) => row.menu === menu && row.section !== null);
    const sections = [...new Set([...rows.map(({ section }) => section), ...others[menu].keys()])];
    const submenu = sections
      .sort((a, b) => (a ?? 0) - (b ?? 0))
      .map((section) => [
        ...rows.filter((row) => row.section === section).flatMap((row) => commandItems(row, keys[row.id])),
        ...(others[menu].get(section ?? 0) ?? []),
      ])
      .flatMap((items, index) => (index === 0 ? items : [SEPARATOR, ...items]));
    return { label: t.menus[menu], submenu, ...roleOf(menu) };
  });
  const help = menus.pop() as MenuItemConstructorOptions;
  return isMac ? [{ role: "appMenu" }, ...menus, help] : [...menus, help];

  /** One item, and a hidden one for each further key. */
  function commandItems(row: CommandRow, [first, ...more]: readonly string[]): MenuItemConstructorOptions[] {
    const item: MenuItemConstructorOptions = {
      id: row.id,
      label: t.titles[row.id],
      enabled: isAvailable(row, state.available),
      ...(row.shownBy === undefined || state.settings[row.shownBy]
        ? {}
        : { visible: false, acceleratorWorksWhenHidden: true }),
      ...(row.turns === undefined ? {} : { type: "checkbox", checked: state.settings[row.turns] }),
      click: (_item, from, { triggeredByAccelerator }) => {
        // The page handles this key first. If it arrives here, the cursor is not in the text, or no book is in front.
        if (row.acts === undefined || !triggeredByAccelerator) actions.command(row.id, from);
      },
    };
    // With this role macOS recognises the item, and adds none of its own.
    if (row.id === "full-screen") item.role = "togglefullscreen";
    if (first === undefined) return [item];
    const shown = { ...item, accelerator: accelerator(first), registerAccelerator: row.acts === undefined };
    if (row.acts !== undefined) return [shown];
    const hidden = more.map((key) => ({
      ...item,
      // A key works as in the page, which says what a command needs.
      id: `${row.id} ${key}`,
      enabled: true,
      accelerator: accelerator(key),
      visible: false,
      acceleratorWorksWhenHidden: true,
    }));
    return [shown, ...hidden];
  }
}

/** With these roles macOS recognises a menu and adds its own items. */
const roleOf = (menu: MenuName): Pick<MenuItemConstructorOptions, "role"> =>
  menu === "help" || menu === "window" ? { role: menu } : {};

const SEPARATOR: MenuItemConstructorOptions = { type: "separator" };

const accelerator = (key: string) => key.replace("Mod", "CmdOrCtrl");

/** macOS lists the windows of an app by itself; other systems do not. */
function windowItems(platform: Platform, windows: readonly WindowEntry[]): MenuItemConstructorOptions[] {
  if (platform === "darwin") return [{ role: "minimize" }, { role: "zoom" }, SEPARATOR, { role: "front" }];
  return windows.map(({ title, isFront, show }) => ({
    label: title.replaceAll("&", "&&"),
    type: "checkbox",
    checked: isFront,
    click: show,
  }));
}

/** The menu items that are not commands of ours, by menu and by the section that they end. */
function otherItems(
  { recent, settings, platform, windows }: MenuState,
  t: CommandMessages["items"],
  actions: MenuActions,
): Record<MenuName, Map<number, MenuItemConstructorOptions[]>> {
  const recentItems: MenuItemConstructorOptions[] = recent.map(({ path }) => ({
    // A single & in a label underlines the next letter.
    label: path.replaceAll("&", "&&"),
    // As with a link: with Ctrl it opens in a new window.
    click: (_item, from, { ctrlKey = false, metaKey = false }) =>
      ctrlKey || metaKey ? actions.openInNewWindow(path) : actions.open(path, from),
  }));
  const recentMenu: MenuItemConstructorOptions = {
    label: t.recent,
    enabled: recent.length > 0,
    submenu: [...recentItems, SEPARATOR, { label: t.clearRecent, click: () => actions.clearRecent() }],
  };
  const theme = (value: Settings["theme"]): MenuItemConstructorOptions => ({
    label: t[value],
    type: "radio",
    checked: settings.theme === value,
    click: () => actions.theme(value),
  });
  const themes = { label: t.theme, submenu: [theme("system"), theme("light"), theme("dark")] };
  const quit: [number, MenuItemConstructorOptions[]][] =
    platform === "darwin" ? [] : [[9, [{ role: "quit", label: t.quit, accelerator: "Ctrl+Q" }]]];
  const clipboard = (["cut", "copy", "paste", "selectAll"] as const).map((role) => ({ role, label: t[role] }));
  const pastePlain: MenuItemConstructorOptions = {
    role: "pasteAndMatchStyle",
    label: t.pastePlain,
    accelerator: "CmdOrCtrl+Shift+V",
  };
  return {
    file: new Map([[1, [recentMenu]], ...quit]),
    edit: new Map([[2, [...clipboard.slice(0, 3), pastePlain, ...clipboard.slice(3)]]]),
    format: new Map(),
    view: new Map([[8, [themes]]]),
    go: new Map(),
    history: new Map(),
    window: new Map(windows.length > 0 || platform === "darwin" ? [[2, windowItems(platform, windows)]] : []),
    help: new Map(),
  };
}
