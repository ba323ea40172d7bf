import type { Command } from "./commands";
import type { GuestFacts } from "./guest";

/** What the page for guests does not have: files, windows, agents, models and settings of the machine. The server rejects their requests in any case. */
const notForGuests: ReadonlySet<Command> = new Set<Command>([
  ...(["new", "new-window", "open-file", "open-folder", "open-folder-in-new-window", "save-as"] as const),
  ...(["export-pdf", "export-html", "export-docx", "export-epub", "export-pandoc", "export-markdown"] as const),
  ...(["export-text", "export-other-office", "open-in-program", "print", "close-folder", "share-folder"] as const),
  ...(["close-window", "undo-rename", "copy-path", "copy-link", "reveal-file", "rename-file", "move-file"] as const),
  ...(["duplicate-file", "delete-file", "daily-note", "insert-template", "settings", "replace-in-folder"] as const),
  ...(["rename-heading", "spelling", "suggest-spelling", "next-misspelling", "previous-misspelling"] as const),
  ...(["rewrite", "suggest-edits", "protect-paragraph", "protect-section", "show-tags"] as const),
  ...(["protect-part", "protect-document", "limit-document", "authorship-statement"] as const),
  ...([
    "show-unresolved-links",
    "library",
    "book-desk",
    "concordance",
    "assistant",
    "go-to-approval",
    "new-conversation",
  ] as const),
  ...(["reading-marks", "clear-reading-marks", "move-tab-to-new-window", "connect-agent", "show-agents"] as const),
  ...(["pause-agents", "resume-agents", "set-up-models", "diagnostics", "show-approvals"] as const),
]);
const notForReaders: ReadonlySet<Command> = new Set<Command>(["comment"]);
const forEditors: ReadonlySet<Command> = new Set<Command>([
  "keep-edit",
  "undo-edit",
  "keep-all-edits",
  "undo-all-edits",
]);

/** Whether the user has a command: in the app every one, on the page for guests what their role allows. */
export function hasCommand(guest: GuestFacts | null, command: Command): boolean {
  if (guest === null) return true;
  if (notForGuests.has(command) || (guest.role === "reader" && notForReaders.has(command))) return false;
  return guest.role === "editor" || !forEditors.has(command);
}
