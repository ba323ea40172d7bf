/**
 * Every command of the editor. The application menu, the command palette, keys and button hints are derived from this
 * table. To add a command:
 *
 * 1. one line below (its position is its position within its section of the menu),
 * 2. its title in each language, in `messages/commands.*.ts` beside this file,
 * 3. its implementation: one line in the file of its menu in `src/renderer/workbench/commands/` or, if it `acts` on the text
 *    at the cursor, a CodeMirror command in `src/renderer/editor/writing/writing-commands.ts` (marks, lists, tables) or
 *    `src/renderer/editor/editor-commands.ts` (all others).
 *
 * A command without a title or an implementation does not compile. Keys are written `Mod+Alt+Shift+K`; see `keys.ts`.
 * Tests report duplicate keys, and duplicate access keys in a menu.
 */

import type { Settings } from "./settings";

/** The menus, in the order of the menu bar. The palette shows them as categories. */
export const menuNames = ["file", "edit", "format", "view", "go", "history", "window", "help"] as const;
export type MenuName = (typeof menuNames)[number];

/**
 * What must be there for a command: `text` is a document in the text editor, `commentable` one that can have comments, `paragraphs` and `sections` one that has these: a text or a Word document, `book` one of the translation view, `table` the cursor in a Markdown table, `pending edits` are those of the
 * document in front, `approvals` the assistant's calls that wait for one, `several tabs` those of the active group, `groups` are several groups of tabs, locations those of *Back* and *Forward*.
 */
export const needNames = [
  "document",
  "text",
  "text or book",
  "commentable",
  "paragraphs",
  "sections",
  "book",
  "markdown",
  "office",
  "markdown or office",
  "cells or slides",
  "file",
  "folder",
  "table",
  "pending edits",
  "approvals",
  "several tabs",
  "groups",
  "closed tab",
  "earlier location",
  "later location",
  "paused agents",
] as const;
export type Need = (typeof needNames)[number];

type Row = {
  /** The name in the settings file. */
  readonly id: string;
  readonly menu: MenuName;
  /** Sections of a menu are separated by lines and numbered from 1. Null: only in the palette. */
  readonly section: number | null;
  /** The first one is shown. `Mod` is ⌘ on macOS and Ctrl elsewhere. */
  readonly keys: readonly string[];
  /** Keys on macOS, if they differ. */
  readonly mac?: readonly string[];
  /** Without it the command is greyed. */
  readonly needs?: Need;
  /**
   * `on text`: an editor command, whose keys apply only while the cursor is in the editor. `on book`: its keys apply only while a book is in front, so that
   * they may be those of a command on text, too.
   */
  readonly acts?: "on text" | "on book";
  /** The setting without which the menu does not have it; the palette always has it. */
  readonly shownBy?: "showLibrary" | "showBooks";
  /** The setting that it toggles; the menu shows its state. */
  readonly turns?: { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings];
};

const table = [
  { id: "new", menu: "file", section: 1, keys: ["Mod+N"] },
  { id: "new-window", menu: "file", section: 1, keys: ["Mod+Shift+N"] },
  { id: "open-file", menu: "file", section: 1, keys: ["Mod+O"] },
  { id: "open-folder", menu: "file", section: 1, keys: ["Mod+Shift+O"] },
  { id: "open-folder-in-new-window", menu: "file", section: null, keys: [] },
  { id: "save", menu: "file", section: 2, keys: ["Mod+S"], needs: "document" },
  { id: "save-as", menu: "file", section: 2, keys: ["Mod+Shift+S"], needs: "text" },
  { id: "export-pdf", menu: "file", section: 3, keys: [], needs: "markdown or office" },
  { id: "export-html", menu: "file", section: 3, keys: [], needs: "markdown or office" },
  { id: "export-docx", menu: "file", section: 3, keys: [], needs: "markdown" },
  { id: "export-epub", menu: "file", section: 3, keys: [], needs: "markdown" },
  { id: "export-pandoc", menu: "file", section: 3, keys: [], needs: "markdown" },
  { id: "export-markdown", menu: "file", section: 3, keys: [], needs: "office" },
  { id: "export-text", menu: "file", section: 3, keys: [], needs: "office" },
  { id: "export-other-office", menu: "file", section: 3, keys: [], needs: "office" },
  { id: "open-in-program", menu: "file", section: 3, keys: [], needs: "office" },
  { id: "print", menu: "file", section: 3, keys: ["Mod+Alt+P"], needs: "markdown" },
  { id: "close-tab", menu: "file", section: 4, keys: ["Mod+W"], needs: "document" },
  { id: "reopen-tab", menu: "file", section: 4, keys: ["Mod+Shift+T"], needs: "closed tab" },
  { id: "close-folder", menu: "file", section: 4, keys: [], needs: "folder" },
  { id: "share-folder", menu: "file", section: 4, keys: [] },
  { id: "close-window", menu: "file", section: 4, keys: ["Mod+Shift+W"] },
  { id: "undo-rename", menu: "file", section: null, keys: [] },
  { id: "copy-path", menu: "file", section: null, keys: [], needs: "file" },
  { id: "copy-link", menu: "file", section: null, keys: [], needs: "file" },
  { id: "reveal-file", menu: "file", section: null, keys: [], needs: "file" },
  { id: "reveal-in-side-bar", menu: "file", section: null, keys: [], needs: "file" },
  { id: "rename-file", menu: "file", section: null, keys: [], needs: "file" },
  { id: "move-file", menu: "file", section: null, keys: [], needs: "file" },
  { id: "duplicate-file", menu: "file", section: null, keys: [], needs: "file" },
  { id: "delete-file", menu: "file", section: null, keys: [], needs: "file" },
  { id: "new-entry", menu: "file", section: null, keys: [], needs: "folder" },
  { id: "daily-note", menu: "file", section: null, keys: ["Mod+Alt+D"], needs: "folder" },
  { id: "insert-template", menu: "file", section: null, keys: [], needs: "text" },
  { id: "settings", menu: "file", section: 5, keys: ["Mod+,"] },

  { id: "undo", menu: "edit", section: 1, keys: ["Mod+Z"] },
  { id: "redo", menu: "edit", section: 1, keys: ["Mod+Y", "Mod+Shift+Z"], mac: ["Mod+Shift+Z"] },
  { id: "copy-rich", menu: "edit", section: 2, keys: [], needs: "markdown" },
  { id: "find", menu: "edit", section: 3, keys: ["Mod+F"], needs: "document" },
  { id: "replace", menu: "edit", section: 3, keys: ["Mod+H"], mac: ["Mod+Alt+F"], needs: "text or book" },
  { id: "find-next", menu: "edit", section: 3, keys: ["F3"], mac: ["Mod+G", "F3"], needs: "document" },
  {
    id: "find-previous",
    menu: "edit",
    section: 3,
    keys: ["Shift+F3"],
    mac: ["Mod+Shift+G", "Shift+F3"],
    needs: "document",
  },
  {
    id: "concordance",
    menu: "edit",
    section: 3,
    keys: ["Mod+K"],
    needs: "book",
    acts: "on book",
    shownBy: "showBooks",
  },

  { id: "find-in-folder", menu: "edit", section: 4, keys: ["Mod+Shift+F"] },
  { id: "replace-in-folder", menu: "edit", section: 4, keys: ["Mod+Shift+H"] },
  { id: "next-result", menu: "edit", section: 4, keys: ["F4"], needs: "folder" },
  { id: "previous-result", menu: "edit", section: 4, keys: ["Shift+F4"], needs: "folder" },
  { id: "rename-heading", menu: "edit", section: 4, keys: ["F2"], needs: "markdown", acts: "on text" },
  { id: "spelling", menu: "edit", section: 6, keys: [], turns: "spelling" },
  { id: "suggest-spelling", menu: "edit", section: 6, keys: ["Mod+."], needs: "markdown", acts: "on text" },
  { id: "next-misspelling", menu: "edit", section: 6, keys: ["Alt+F8"], needs: "markdown", acts: "on text" },
  {
    id: "previous-misspelling",
    menu: "edit",
    section: null,
    keys: ["Alt+Shift+F8"],
    needs: "markdown",
    acts: "on text",
  },
  { id: "move-line-up", menu: "edit", section: 5, keys: ["Alt+Up"], needs: "text", acts: "on text" },
  { id: "move-line-down", menu: "edit", section: 5, keys: ["Alt+Down"], needs: "text", acts: "on text" },
  { id: "copy-line-up", menu: "edit", section: null, keys: ["Alt+Shift+Up"], needs: "text", acts: "on text" },
  { id: "copy-line-down", menu: "edit", section: 5, keys: ["Alt+Shift+Down"], needs: "text", acts: "on text" },
  { id: "sort-lines", menu: "edit", section: null, keys: [], needs: "text", acts: "on text" },
  { id: "sort-lines-back", menu: "edit", section: null, keys: [], needs: "text", acts: "on text" },
  { id: "upper-case", menu: "edit", section: null, keys: [], needs: "text", acts: "on text" },
  { id: "lower-case", menu: "edit", section: null, keys: [], needs: "text", acts: "on text" },
  { id: "title-case", menu: "edit", section: null, keys: [], needs: "text", acts: "on text" },
  { id: "insert-date", menu: "edit", section: null, keys: [], needs: "text", acts: "on text" },
  { id: "rewrite", menu: "edit", section: 2, keys: ["Mod+Alt+R"], needs: "text" },
  { id: "comment", menu: "edit", section: 2, keys: ["Mod+Alt+M"], needs: "commentable" },
  { id: "suggest-edits", menu: "edit", section: 2, keys: ["Mod+Alt+S"], needs: "text" },
  { id: "ask-readers", menu: "edit", section: 2, keys: [], needs: "text" },
  { id: "protect-paragraph", menu: "edit", section: null, keys: [], needs: "paragraphs" },
  { id: "protect-section", menu: "edit", section: null, keys: [], needs: "sections" },
  { id: "protect-part", menu: "edit", section: null, keys: [], needs: "cells or slides" },
  { id: "protect-document", menu: "edit", section: null, keys: [], needs: "commentable" },
  { id: "limit-document", menu: "edit", section: null, keys: [], needs: "paragraphs" },
  { id: "select-section", menu: "edit", section: null, keys: [], needs: "markdown", acts: "on text" },
  { id: "move-section-up", menu: "edit", section: null, keys: [], needs: "markdown", acts: "on text" },
  { id: "move-section-down", menu: "edit", section: null, keys: [], needs: "markdown", acts: "on text" },
  { id: "roll-dice", menu: "edit", section: null, keys: ["Mod+Alt+Shift+D"], needs: "markdown", acts: "on text" },
  { id: "insert-roll", menu: "edit", section: null, keys: [], needs: "markdown", acts: "on text" },

  { id: "bold", menu: "format", section: 1, keys: ["Mod+B"], needs: "markdown", acts: "on text" },
  { id: "italic", menu: "format", section: 1, keys: ["Mod+I"], needs: "markdown", acts: "on text" },
  { id: "strikethrough", menu: "format", section: 1, keys: ["Mod+Shift+X"], needs: "markdown", acts: "on text" },
  { id: "highlight", menu: "format", section: 1, keys: ["Mod+Shift+M"], needs: "markdown", acts: "on text" },
  {
    id: "inline-code",
    menu: "format",
    section: 1,
    keys: ["Mod+`"],
    mac: ["Ctrl+`"],
    needs: "markdown",
    acts: "on text",
  },
  { id: "link", menu: "format", section: 1, keys: ["Mod+K"], needs: "markdown", acts: "on text" },
  { id: "heading-1", menu: "format", section: 2, keys: ["Mod+Alt+1"], needs: "markdown", acts: "on text" },
  { id: "heading-2", menu: "format", section: 2, keys: ["Mod+Alt+2"], needs: "markdown", acts: "on text" },
  { id: "heading-3", menu: "format", section: 2, keys: ["Mod+Alt+3"], needs: "markdown", acts: "on text" },
  { id: "heading-4", menu: "format", section: null, keys: ["Mod+Alt+4"], needs: "markdown", acts: "on text" },
  { id: "heading-5", menu: "format", section: null, keys: ["Mod+Alt+5"], needs: "markdown", acts: "on text" },
  { id: "heading-6", menu: "format", section: null, keys: ["Mod+Alt+6"], needs: "markdown", acts: "on text" },
  { id: "heading-none", menu: "format", section: 2, keys: ["Mod+Alt+0"], needs: "markdown", acts: "on text" },
  {
    id: "raise-heading",
    menu: "format",
    section: 2,
    keys: ["Alt+Shift+Left"],
    mac: ["Mod+Ctrl+Left"],
    needs: "markdown",
    acts: "on text",
  },
  {
    id: "lower-heading",
    menu: "format",
    section: 2,
    keys: ["Alt+Shift+Right"],
    mac: ["Mod+Ctrl+Right"],
    needs: "markdown",
    acts: "on text",
  },
  {
    id: "quote",
    menu: "format",
    section: 3,
    keys: ["Mod+Shift+Q"],
    mac: ["Mod+Alt+Q"],
    needs: "markdown",
    acts: "on text",
  },
  { id: "bullet-list", menu: "format", section: 3, keys: ["Mod+Shift+8"], needs: "markdown", acts: "on text" },
  { id: "numbered-list", menu: "format", section: 3, keys: ["Mod+Shift+7"], needs: "markdown", acts: "on text" },
  { id: "task-list", menu: "format", section: 3, keys: ["Mod+Shift+9"], needs: "markdown", acts: "on text" },
  { id: "toggle-task", menu: "format", section: 3, keys: ["Mod+Enter"], needs: "markdown", acts: "on text" },
  { id: "code-block", menu: "format", section: 4, keys: ["Mod+Alt+K"], needs: "markdown", acts: "on text" },
  { id: "insert-table", menu: "format", section: 4, keys: ["Mod+Alt+T"], needs: "markdown", acts: "on text" },
  {
    id: "insert-footnote",
    menu: "format",
    section: 4,
    keys: ["Mod+Alt+F"],
    mac: [],
    needs: "markdown",
    acts: "on text",
  },
  { id: "tidy-table", menu: "format", section: 4, keys: [], needs: "table", acts: "on text" },
  { id: "table-row-above", menu: "format", section: null, keys: [], needs: "table", acts: "on text" },
  { id: "table-row-below", menu: "format", section: null, keys: [], needs: "table", acts: "on text" },
  { id: "table-delete-row", menu: "format", section: null, keys: [], needs: "table", acts: "on text" },
  { id: "table-row-up", menu: "format", section: null, keys: [], needs: "table", acts: "on text" },
  { id: "table-row-down", menu: "format", section: null, keys: [], needs: "table", acts: "on text" },
  { id: "table-column-left", menu: "format", section: null, keys: [], needs: "table", acts: "on text" },
  { id: "table-column-right", menu: "format", section: null, keys: [], needs: "table", acts: "on text" },
  { id: "table-delete-column", menu: "format", section: null, keys: [], needs: "table", acts: "on text" },
  { id: "table-move-column-left", menu: "format", section: null, keys: [], needs: "table", acts: "on text" },
  { id: "table-move-column-right", menu: "format", section: null, keys: [], needs: "table", acts: "on text" },
  { id: "table-align-left", menu: "format", section: null, keys: [], needs: "table", acts: "on text" },
  { id: "table-align-center", menu: "format", section: null, keys: [], needs: "table", acts: "on text" },
  { id: "table-align-right", menu: "format", section: null, keys: [], needs: "table", acts: "on text" },
  { id: "table-align-none", menu: "format", section: null, keys: [], needs: "table", acts: "on text" },
  { id: "image-wider", menu: "format", section: null, keys: ["Mod+Shift+."], needs: "markdown", acts: "on text" },
  { id: "image-narrower", menu: "format", section: null, keys: ["Mod+Shift+,"], needs: "markdown", acts: "on text" },
  { id: "image-own-size", menu: "format", section: null, keys: [], needs: "markdown", acts: "on text" },
  { id: "insert-rule", menu: "format", section: 4, keys: [], needs: "markdown", acts: "on text" },
  { id: "insert-page-break", menu: "format", section: 4, keys: [], needs: "markdown", acts: "on text" },
  { id: "edit-properties", menu: "format", section: 4, keys: ["Mod+;"], needs: "markdown", acts: "on text" },
  { id: "insert-contents", menu: "format", section: null, keys: [], needs: "markdown", acts: "on text" },

  { id: "show-commands", menu: "view", section: 1, keys: ["Mod+Shift+P", "F1"] },
  { id: "show-files", menu: "view", section: 2, keys: ["Mod+Shift+E"] },
  { id: "toggle-sidebar", menu: "view", section: 2, keys: ["Mod+\\"] },
  { id: "outline", menu: "view", section: 2, keys: ["Mod+Shift+L"] },
  { id: "show-tags", menu: "view", section: 2, keys: ["Mod+Alt+G"] },
  { id: "show-unresolved-links", menu: "view", section: null, keys: [], needs: "folder" },
  { id: "library", menu: "view", section: 2, keys: ["Mod+Shift+B"], shownBy: "showLibrary" },
  { id: "book-desk", menu: "view", section: 2, keys: ["Mod+Shift+D"], shownBy: "showBooks" },
  { id: "assistant", menu: "view", section: 2, keys: ["Mod+J"] },
  { id: "go-to-approval", menu: "view", section: 2, keys: ["Mod+Shift+J"], needs: "approvals" },
  { id: "new-conversation", menu: "view", section: null, keys: ["Mod+Alt+J"] },
  { id: "toggle-source", menu: "view", section: 2, keys: ["Mod+/"], needs: "markdown", acts: "on text" },
  { id: "toggle-reading", menu: "view", section: 2, keys: ["Mod+E"], needs: "markdown" },
  { id: "toggle-wrap", menu: "view", section: 2, keys: ["Alt+Z"] },
  { id: "reading-marks", menu: "view", section: 2, keys: [], turns: "readingMarks" },
  { id: "clear-reading-marks", menu: "view", section: null, keys: [], needs: "text" },
  { id: "zoom-in", menu: "view", section: 3, keys: ["Mod+Plus", "Mod+="] },
  { id: "zoom-out", menu: "view", section: 3, keys: ["Mod+-"] },
  { id: "zoom-reset", menu: "view", section: 3, keys: ["Mod+0"] },
  { id: "focus-mode", menu: "view", section: 4, keys: ["F8"], turns: "focusMode" },
  { id: "typewriter-mode", menu: "view", section: 4, keys: ["Shift+F8"], turns: "typewriterMode" },
  {
    id: "fold",
    menu: "view",
    section: 5,
    keys: ["Mod+Shift+["],
    mac: ["Mod+Alt+["],
    needs: "markdown",
    acts: "on text",
  },
  {
    id: "unfold",
    menu: "view",
    section: 5,
    keys: ["Mod+Shift+]"],
    mac: ["Mod+Alt+]"],
    needs: "markdown",
    acts: "on text",
  },
  { id: "fold-all", menu: "view", section: 5, keys: ["Mod+Alt+["], mac: [], needs: "markdown", acts: "on text" },
  { id: "unfold-all", menu: "view", section: 5, keys: ["Mod+Alt+]"], mac: [], needs: "markdown", acts: "on text" },
  { id: "fold-level-1", menu: "view", section: null, keys: [], needs: "markdown", acts: "on text" },
  { id: "fold-level-2", menu: "view", section: null, keys: [], needs: "markdown", acts: "on text" },
  { id: "fold-level-3", menu: "view", section: null, keys: [], needs: "markdown", acts: "on text" },
  { id: "fold-level-4", menu: "view", section: null, keys: [], needs: "markdown", acts: "on text" },
  { id: "theme-system", menu: "view", section: null, keys: [] },
  { id: "theme-light", menu: "view", section: null, keys: [] },
  { id: "theme-dark", menu: "view", section: null, keys: [] },
  { id: "split-right", menu: "view", section: 8, keys: ["Mod+Shift+\\"], needs: "document" },
  { id: "split-down", menu: "view", section: 8, keys: ["Mod+Alt+\\"], needs: "document" },
  { id: "reading-beside", menu: "view", section: 8, keys: ["Mod+Alt+E"], needs: "markdown" },
  { id: "move-to-next-group", menu: "view", section: 8, keys: ["Ctrl+Alt+PageDown"], needs: "document" },
  { id: "move-to-previous-group", menu: "view", section: null, keys: ["Ctrl+Alt+PageUp"], needs: "document" },
  { id: "even-groups", menu: "view", section: null, keys: [], needs: "groups" },
  { id: "join-groups", menu: "view", section: 8, keys: [], needs: "groups" },
  { id: "close-group", menu: "view", section: 8, keys: ["Mod+Alt+W"], needs: "groups" },
  { id: "full-screen", menu: "view", section: 9, keys: ["F11"], mac: ["Mod+Ctrl+F"] },

  { id: "quick-open", menu: "go", section: 1, keys: ["Mod+P"] },
  { id: "go-to-heading", menu: "go", section: 1, keys: ["Mod+R"], needs: "markdown" },
  { id: "go-to-line", menu: "go", section: 1, keys: ["Ctrl+G"], needs: "text" },
  { id: "preview-link", menu: "go", section: null, keys: ["Mod+Alt+Enter"], needs: "markdown", acts: "on text" },
  { id: "follow-link", menu: "go", section: 1, keys: ["Alt+Enter", "F12"], needs: "markdown", acts: "on text" },
  {
    id: "follow-link-beside",
    menu: "go",
    section: null,
    keys: ["Alt+Shift+Enter"],
    needs: "markdown",
    acts: "on text",
  },
  { id: "go-back", menu: "go", section: 2, keys: ["Alt+Left"], mac: ["Ctrl+-"], needs: "earlier location" },
  { id: "go-forward", menu: "go", section: 2, keys: ["Alt+Right"], mac: ["Ctrl+Shift+-"], needs: "later location" },
  { id: "next-tab", menu: "go", section: 3, keys: ["Ctrl+Tab", "Ctrl+PageDown"], needs: "several tabs" },
  { id: "previous-tab", menu: "go", section: 3, keys: ["Ctrl+Shift+Tab", "Ctrl+PageUp"], needs: "several tabs" },
  { id: "move-tab-left", menu: "go", section: null, keys: ["Ctrl+Shift+PageUp"], needs: "several tabs" },
  { id: "move-tab-right", menu: "go", section: null, keys: ["Ctrl+Shift+PageDown"], needs: "several tabs" },
  { id: "next-group", menu: "go", section: 4, keys: ["Ctrl+F6"], mac: ["Mod+Alt+Right"], needs: "groups" },
  { id: "previous-group", menu: "go", section: 4, keys: ["Ctrl+Shift+F6"], mac: ["Mod+Alt+Left"], needs: "groups" },
  { id: "group-1", menu: "go", section: null, keys: ["Alt+Shift+1"], mac: ["Mod+Ctrl+1"], needs: "document" },
  { id: "group-2", menu: "go", section: null, keys: ["Alt+Shift+2"], mac: ["Mod+Ctrl+2"], needs: "groups" },
  { id: "group-3", menu: "go", section: null, keys: ["Alt+Shift+3"], mac: ["Mod+Ctrl+3"], needs: "groups" },
  { id: "group-4", menu: "go", section: null, keys: ["Alt+Shift+4"], mac: ["Mod+Ctrl+4"], needs: "groups" },
  { id: "next-room", menu: "go", section: null, keys: ["F6"] },
  { id: "previous-room", menu: "go", section: null, keys: ["Shift+F6"] },

  { id: "history", menu: "history", section: 1, keys: ["Mod+Alt+H"], mac: ["Mod+Shift+Y"], needs: "document" },

  { id: "show-comments", menu: "history", section: 2, keys: [] },
  { id: "authorship", menu: "history", section: 2, keys: ["Mod+Alt+Y"], needs: "text" },
  { id: "authorship-statement", menu: "history", section: 2, keys: [], needs: "text" },
  { id: "show-edits", menu: "history", section: 2, keys: ["Mod+Shift+R"] },
  { id: "next-edit", menu: "history", section: 2, keys: ["F7"], needs: "document" },
  { id: "previous-edit", menu: "history", section: 2, keys: ["Shift+F7"], needs: "document" },
  { id: "keep-edit", menu: "history", section: 3, keys: ["Mod+F7"], needs: "pending edits" },
  { id: "undo-edit", menu: "history", section: 3, keys: ["Mod+Shift+F7"], needs: "pending edits" },
  { id: "keep-all-edits", menu: "history", section: 3, keys: [], needs: "pending edits" },
  { id: "undo-all-edits", menu: "history", section: 3, keys: [], needs: "pending edits" },

  { id: "move-tab-to-new-window", menu: "window", section: 1, keys: [], needs: "document" },

  { id: "connect-agent", menu: "help", section: 1, keys: [] },
  { id: "show-agents", menu: "help", section: 1, keys: [] },
  { id: "pause-agents", menu: "help", section: 1, keys: ["Mod+Shift+F9"] },
  { id: "resume-agents", menu: "help", section: 1, keys: [], needs: "paused agents" },
  { id: "set-up-models", menu: "help", section: 1, keys: [] },
  { id: "diagnostics", menu: "help", section: 2, keys: [] },
  { id: "show-approvals", menu: "help", section: null, keys: [] },
] as const satisfies readonly Row[];

/** Whether what a command needs exists only in Markdown documents. */
export const isForMarkdown = (needs: Need | undefined): boolean => needs === "markdown" || needs === "table";

/** The id of a command. */
export type Command = (typeof table)[number]["id"];

/** Commands that act on the text in the editor. */
export type EditorCommand = Extract<(typeof table)[number], { acts: "on text" }>["id"];

/** Whether two commands may have the same key, because never both apply. */
export const mayShareKeys = (one: Command, other: Command): boolean => {
  const acts = [one, other].map((id) => commands.find((row) => row.id === id)?.acts);
  return acts.includes("on text") && acts.includes("on book");
};

/** The implementations of the commands of a menu, without those that act on text. */
export type MenuCommands<M extends MenuName> = Record<
  Exclude<Extract<(typeof table)[number], { menu: M }>["id"], EditorCommand>,
  () => unknown
>;

export type CommandRow = Row & { readonly id: Command };

/** The table, in menu order. */
export const commands: readonly CommandRow[] = Object.freeze(table);
