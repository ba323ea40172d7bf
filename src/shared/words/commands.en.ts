import type { Command, MenuName } from "../commands";

/** What the system does by itself. */
type SystemItem = "cut" | "copy" | "paste" | "selectAll" | "quit";

/**
 * What commands and menus are called, in one language. A `&` stands before the letter that picks the item in an open
 * menu; where the title has no such letter, the title ends in `(&X)`. No two commands have the same title.
 */
export type CommandWords = {
  menus: Record<MenuName, string>;
  titles: Record<Command, string>;
  /** What stands in the menus and is no command. */
  items: Record<"recent" | "clearRecent" | "theme" | "system" | "light" | "dark" | SystemItem, string>;
};

export const english: CommandWords = {
  menus: {
    file: "&File",
    edit: "&Edit",
    format: "F&ormat",
    view: "&View",
    go: "&Go",
    history: "Hi&story",
    help: "&Help",
  },
  titles: {
    new: "&New",
    "open-file": "&Open…",
    "open-folder": "Open &Folder…",
    save: "&Save",
    "save-as": "Save &As…",
    "export-pdf": "Export as &PDF…",
    "export-html": "Export as &HTML…",
    "export-docx": "Export as &Word Document…",
    print: "Pr&int…",
    "copy-rich": "Copy as Ri&ch Text",
    "close-tab": "&Close Tab",
    "reopen-tab": "Reopen Closed &Tab",
    "copy-path": "Copy Path of This File",
    "reveal-file": "Show This File in the File Manager",
    settings: "Settin&gs…",
    "close-folder": "Close Fol&der",
    undo: "&Undo",
    redo: "&Redo",
    find: "&Find…",
    replace: "R&eplace…",
    "find-next": "Find &Next",
    "find-previous": "Find &Previous",
    "find-in-folder": "Find in Fo&lder…",
    "next-result": "Ne&xt Result",
    "previous-result": "Previous Resul&t",
    bold: "&Bold",
    italic: "&Italic",
    "toggle-task": "Tick or Untick &Task",
    "show-commands": "Command &Palette…",
    "show-files": "&Files",
    "toggle-sidebar": "Toggle &Sidebar",
    outline: "&Outline",
    "toggle-source": "Toggle Source &Mode",
    "toggle-reading": "&Reading View",
    "toggle-wrap": "Toggle Line &Wrap",
    "clear-reading-marks": "Clear Marks of What Agents Read",
    "reading-marks": "Show What A&gents Read",
    "zoom-in": "Zoom &In",
    "zoom-out": "Zoom O&ut",
    "zoom-reset": "&Actual Size",
    "theme-system": "Theme: As the System",
    "theme-light": "Theme: Light",
    "theme-dark": "Theme: Dark",
    "full-screen": "Toggle Full S&creen",
    "quick-open": "Quick &Open…",
    "go-to-heading": "Go to &Heading…",
    "go-to-line": "Go to &Line…",
    "follow-link": "Follow Link at &Cursor",
    "go-back": "&Back",
    "go-forward": "&Forward",
    "next-tab": "&Next Tab",
    "previous-tab": "&Previous Tab",
    "move-tab-left": "Move Tab Left",
    "move-tab-right": "Move Tab Right",
    "next-room": "To the Next Part of the Window",
    "previous-room": "To the Part of the Window Before",
    history: "&Versions of This Document",
    "connect-agent": "&Connect an Agent…",
  },
  items: {
    recent: "Open &Recent",
    clearRecent: "Clear Recent",
    theme: "&Theme",
    system: "As the &System",
    light: "&Light",
    dark: "&Dark",
    cut: "Cu&t",
    copy: "&Copy",
    paste: "&Paste",
    selectAll: "Select &All",
    quit: "&Quit",
  },
};
