import type { MenuCommands } from "../../../shared/commands";
import type { Command } from "../../../shared/contract";
import { commandName } from "../../ui/command-messages";
import { nameOf } from "../../ui/file-paths";
import { messages } from "../../ui/messages";
import type { ExportFormat } from "../api/layout";
import type { CommandContext } from "./command-context";

/** The commands of the menu File. */
export function fileCommands(context: CommandContext): MenuCommands<"file"> {
  const { bridge, tabs, workspace, layout, notices, tree, front, palette } = context;
  const pathInFront = () => front()?.$info.get().path ?? null;
  const showExportDialog = (way: ExportFormat) => {
    if (front()?.$info.get().format === "markdown") layout.showExport(way);
  };
  /** Office documents run these commands themselves. */
  const announceOfficeOnly = (command: Command) => {
    if (front()) notices.info(messages.forOffice(commandName(command)));
  };
  /** Shows the file in front in the tree; null if it has none, or the folder does not contain it. */
  const revealFront = async (): Promise<string | null> => {
    const path = pathInFront();
    if (path === null) return null;
    layout.showView("files");
    layout.openSidebar();
    if (await tree.follow(path)) return path;
    notices.info(messages.files.notInFolder);
    return null;
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
    "export-epub": () => showExportDialog("epub"),
    "export-pandoc": () => showExportDialog("pandoc"),
    "export-markdown": () => announceOfficeOnly("export-markdown"),
    "export-text": () => announceOfficeOnly("export-text"),
    "export-other-office": () => announceOfficeOnly("export-other-office"),
    "open-in-program": () => announceOfficeOnly("open-in-program"),
    print: () => showExportDialog("print"),
    "close-tab": () => tabs.closeFront(),
    "reopen-tab": () => tabs.reopen(),
    "close-folder": () => workspace.close(),
    "share-folder": () => layout.showSharing(),
    "close-window": () => bridge.request("window:close", undefined),
    "undo-rename": () => context.undoRename(),
    "copy-path": async () => {
      const path = pathInFront();
      if (path === null) return;
      await bridge.request("app:copy", path);
      notices.announce(messages.copied);
    },
    "copy-link": async () => {
      const path = pathInFront();
      if (path !== null) await context.copyLink(path);
    },
    "reveal-file": async () => {
      const path = pathInFront();
      if (path !== null) await bridge.request("workspace:reveal", path);
    },
    "reveal-in-side-bar": async () => {
      if ((await revealFront()) !== null) tree.requestFocus();
    },
    "rename-file": () => (pathInFront() === null ? undefined : tree.startRenaming(revealFront)),
    "move-file": async () => {
      const path = await revealFront();
      if (path === null) return;
      tree.cut(path);
      tree.requestFocus();
      notices.info(messages.files.chooseFolder(nameOf(path)));
    },
    "duplicate-file": async () => {
      const path = await revealFront();
      if (path !== null) await tree.duplicate(path);
    },
    "delete-file": async () => {
      const path = await revealFront();
      if (path !== null) await tree.trash(path);
    },
    "daily-note": async () => {
      const answer = await bridge.request("notes:today", undefined);
      if (answer.ok) await context.navigation.goTo({ path: answer.path });
      else notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    },
    "new-entry": async () => {
      context.layout.enterNewEntry();
      if (!context.$settings.get().showLibrary) await context.saveSettings({ showLibrary: true });
    },
    "insert-template": () => palette.open("+"),
    settings: () => layout.showSettings(),
  };
}
