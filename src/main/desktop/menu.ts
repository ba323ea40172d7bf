import { Menu, type MenuItemConstructorOptions } from "electron";
import type { Command, MenuItem, Settings } from "../../shared/contract";
import type { Recent } from "../app/desktop";

/** What a menu item can lead to besides a command to the page. */
export type MenuActions = {
  command(command: Command): void;
  open(path: string): void;
  clearRecent(): void;
  theme(theme: Settings["theme"]): void;
};

/** The application menu as it stands with these recent documents and settings. */
export function setApplicationMenu(
  state: { recent: Recent; settings: Settings; isMac: boolean },
  actions: MenuActions,
): void {
  Menu.setApplicationMenu(Menu.buildFromTemplate(applicationMenu(state, actions)));
}

/** The menu's plan; on macOS with the app's own menu in front. */
function applicationMenu(
  { recent, settings, isMac }: { recent: Recent; settings: Settings; isMac: boolean },
  actions: MenuActions,
): MenuItemConstructorOptions[] {
  const item = (label: string, command: Command, accelerator?: string): MenuItemConstructorOptions => ({
    label,
    click: () => actions.command(command),
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  const line: MenuItemConstructorOptions = { type: "separator" };
  const recentMenu: MenuItemConstructorOptions[] = recent.map(({ path }) => ({
    // A single & in a label underlines the next letter.
    label: path.replaceAll("&", "&&"),
    click: () => actions.open(path),
  }));
  const theme = (label: string, value: Settings["theme"]): MenuItemConstructorOptions => ({
    label,
    type: "radio",
    checked: settings.theme === value,
    click: () => actions.theme(value),
  });
  const file: MenuItemConstructorOptions = {
    label: "&File",
    submenu: [
      item("&New", "new", "CmdOrCtrl+N"),
      item("&Open…", "open-file", "CmdOrCtrl+O"),
      item("Open &Folder…", "open-folder", "CmdOrCtrl+Shift+O"),
      {
        label: "Open &Recent",
        enabled: recent.length > 0,
        submenu: [...recentMenu, line, { label: "Clear Recent", click: () => actions.clearRecent() }],
      },
      line,
      item("&Save", "save", "CmdOrCtrl+S"),
      item("Save &As…", "save-as", "CmdOrCtrl+Shift+S"),
      line,
      item("&Close Tab", "close-tab", "CmdOrCtrl+W"),
      item("Reopen Closed &Tab", "reopen-tab", "CmdOrCtrl+Shift+T"),
      ...(isMac ? [] : [line, { role: "quit" as const, accelerator: "Ctrl+Q" }]),
    ],
  };
  return [
    ...(isMac ? [{ role: "appMenu" as const }] : []),
    file,
    {
      label: "&Edit",
      submenu: [
        item("&Undo", "undo", "CmdOrCtrl+Z"),
        item("&Redo", "redo", isMac ? "Cmd+Shift+Z" : "Ctrl+Y"),
        line,
        { role: "cut" },
        { role: "copy" },
        { role: "paste" },
        { role: "selectAll" },
        line,
        item("&Find…", "find", "CmdOrCtrl+F"),
        item("R&eplace…", "replace", isMac ? "Cmd+Alt+F" : "Ctrl+H"),
      ],
    },
    {
      label: "&View",
      submenu: [
        item("Toggle &Sidebar", "toggle-sidebar", "CmdOrCtrl+\\"),
        item("&Outline", "outline", "CmdOrCtrl+Shift+L"),
        item("Toggle Line &Wrap", "toggle-wrap", "Alt+Z"),
        line,
        item("Next Tab", "next-tab", "Ctrl+Tab"),
        item("Previous Tab", "previous-tab", "Ctrl+Shift+Tab"),
        line,
        item("Zoom &In", "zoom-in", "CmdOrCtrl+Plus"),
        { ...item("Zoom In", "zoom-in", "CmdOrCtrl+="), visible: false, acceleratorWorksWhenHidden: true },
        item("Zoom &Out", "zoom-out", "CmdOrCtrl+-"),
        item("&Actual Size", "zoom-reset", "CmdOrCtrl+0"),
        line,
        {
          label: "&Theme",
          submenu: [theme("As the &System", "system"), theme("&Light", "light"), theme("&Dark", "dark")],
        },
        line,
        { role: "togglefullscreen" },
      ],
    },
    { label: "Hi&story", submenu: [item("&Versions of This Document", "history", "CmdOrCtrl+Shift+H")] },
    ...(isMac ? [{ role: "windowMenu" as const }] : []),
    { role: "help", label: "&Help", submenu: [item("&Connect an Agent…", "connect-agent")] },
  ];
}

/** A context menu at the pointer; answers with the id picked, null for none. */
export function showContextMenu(items: readonly MenuItem[]): Promise<string | null> {
  return new Promise((resolve) => {
    let picked: string | null = null;
    const template = items.map((item): MenuItemConstructorOptions => {
      if (item === "separator") return { type: "separator" };
      return {
        id: item.id,
        label: item.label.replaceAll("&", "&&"),
        enabled: item.enabled ?? true,
        click: () => {
          picked = item.id;
        },
      };
    });
    // The menu may close before its click arrives.
    Menu.buildFromTemplate(template).popup({ callback: () => setImmediate(() => resolve(picked)) });
  });
}
