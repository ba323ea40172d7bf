import type { MenuCommands } from "../../../shared/commands";
import type { Command } from "../../../shared/contract";
import { commandName } from "../../ui/command-messages";
import { messages } from "../../ui/messages";
import type { CommandContext } from "./command-context";

/** The commands of the menu File. */
export function fileCommands(context: CommandContext): MenuCommands<"file"> {
  const { bridge, tabs, workspace, layout, notices, front } = context;
  const pathInFront = () => front()?.$info.get().path ?? null;
  const showExportDialog = (way: "pdf" | "html" | "docx" | "print") => {
    if (front()?.$info.get().format === "markdown") layout.showExport(way);
  };
  /** Office documents run these commands themselves. */
  const announceOfficeOnly = (command: Command) => {
    if (front()) notices.info(messages.forOffice(commandName(command)));
  };
  return {
    new: () => tabs.create(),
    "new-window": () => bridge.request("window:new", undefined),
    "open-file": () => tabs.pick(),
    "open-folder": () => workspace.open(null),
    "open-folder-in-new-window": () => workspace.openInNewWindow(null),
    save: () => {
      const editor = front();
      return editor?.$info.get().path === null ? editor.saveAs() : editor?.save("by hand");
    },
    "save-as": () => front()?.saveAs(),
    "export-pdf": () => showExportDialog("pdf"),
    "export-html": () => showExportDialog("html"),
    "export-docx": () => showExportDialog("docx"),
    "export-markdown": () => announceOfficeOnly("export-markdown"),
    "export-text": () => announceOfficeOnly("export-text"),
    "export-other-office": () => announceOfficeOnly("export-other-office"),
    "open-in-program": () => announceOfficeOnly("open-in-program"),
    print: () => showExportDialog("print"),
    "close-tab": () => tabs.closeFront(),
    "reopen-tab": () => tabs.reopen(),
    "close-folder": () => workspace.close(),
    "close-window": () => bridge.request("window:close", undefined),
    "undo-rename": () => context.undoRename(),
    "copy-path": async () => {
      const path = pathInFront();
      if (path === null) return;
      await bridge.request("app:copy", path);
      notices.announce(messages.copied);
    },
    "reveal-file": async () => {
      const path = pathInFront();
      if (path !== null) await bridge.request("workspace:reveal", path);
    },
    settings: () => layout.showSettings(),
  };
}
