import { type BrowserWindow, dialog, shell } from "electron";
import { officeExtensions } from "../../core/text/format";
import type { BookExportKind } from "../../shared/book";
import type { ExportKind } from "../../shared/export";
import type { OfficeExportKind } from "../../shared/office";
import { linkOf } from "./link";
import type { DesktopMessages } from "./messages";

const texts = ["md", "markdown", "txt", "text"];

const filtersIn = ({ textFiles, allFiles }: DesktopMessages, extensions: readonly string[] = texts) => [
  { name: textFiles, extensions: [...extensions] },
  { name: allFiles, extensions: ["*"] },
];

const EXPORTS: Record<ExportKind | OfficeExportKind | BookExportKind, string> = {
  pdf: "PDF",
  html: "HTML",
  docx: "Word",
  epub: "EPUB",
  md: "Markdown",
  txt: "TXT",
  xlsx: "Excel",
  pptx: "PowerPoint",
  odt: "OpenDocument",
  ods: "OpenDocument",
  odp: "OpenDocument",
  tex: "LaTeX",
  rst: "reStructuredText",
  adoc: "AsciiDoc",
  org: "Org",
  wiki: "MediaWiki",
  textile: "Textile",
  rtf: "RTF",
  xml: "DocBook",
  xlf: "XLIFF",
  tmx: "TMX",
};

/** The system's dialogs, attached to the window if there is one, in the current language. Cancelled is null. */
export function createDialogs(window: () => BrowserWindow | null, messages: () => DesktopMessages) {
  const over = <T>(withWindow: (parent: BrowserWindow) => Promise<T>, alone: () => Promise<T>): Promise<T> => {
    const parent = window();
    return parent ? withWindow(parent) : alone();
  };

  async function pick(
    kind: "openFile" | "openDirectory",
    extensions: readonly string[] = [...texts, ...officeExtensions],
  ): Promise<string | null> {
    const options = {
      properties: kind === "openFile" ? (["openFile"] as const) : (["openDirectory", "createDirectory"] as const),
      ...(kind === "openFile" ? { filters: filtersIn(messages(), extensions) } : {}),
    };
    const dialogOptions = { ...options, properties: [...options.properties] };
    const { canceled, filePaths } = await over(
      (parent) => dialog.showOpenDialog(parent, dialogOptions),
      () => dialog.showOpenDialog(dialogOptions),
    );
    return canceled ? null : (filePaths[0] ?? null);
  }

  return {
    pickFile: (extensions?: readonly string[]) => pick("openFile", extensions),
    pickFolder: () => pick("openDirectory"),
    async pickSavePath(suggested: string): Promise<string | null> {
      const options = { defaultPath: suggested, filters: filtersIn(messages()) };
      const { canceled, filePath } = await over(
        (parent) => dialog.showSaveDialog(parent, options),
        () => dialog.showSaveDialog(options),
      );
      return canceled || !filePath ? null : filePath;
    },
    async pickExportPath(
      suggested: string,
      kind: ExportKind | OfficeExportKind | BookExportKind,
    ): Promise<string | null> {
      const options = { defaultPath: suggested, filters: [{ name: EXPORTS[kind], extensions: [kind] }] };
      const { canceled, filePath } = await over(
        (parent) => dialog.showSaveDialog(parent, options),
        () => dialog.showSaveDialog(options),
      );
      return canceled || !filePath ? null : filePath;
    },
    /** A link in a document is untrusted: only web and mail links open, shown in full, and only if the user agrees. */
    async offerLink(text: string): Promise<boolean> {
      const url = linkOf(text);
      if (!url) return false;
      const options = {
        type: "question" as const,
        message: (url.protocol === "mailto:" ? messages().openMail : messages().openPage)(url.host || url.pathname),
        detail: url.href.length > 500 ? `${url.href.slice(0, 500)}…` : url.href,
        buttons: [messages().open, messages().cancel],
        defaultId: 1,
        cancelId: 1,
        noLink: true,
      };
      const { response } = await over(
        (parent) => dialog.showMessageBox(parent, options),
        () => dialog.showMessageBox(options),
      );
      if (response !== 0) return false;
      await shell.openExternal(url.href);
      return true;
    },
    /** The window hangs. True if the user wants to restart it. */
    async askToRestartWindow(): Promise<boolean> {
      const options = {
        type: "warning" as const,
        message: messages().hangs,
        detail: messages().hangsDetail,
        buttons: [messages().wait, messages().startAgain],
        defaultId: 0,
        cancelId: 0,
      };
      const { response } = await over(
        (parent) => dialog.showMessageBox(parent, options),
        () => dialog.showMessageBox(options),
      );
      return response === 1;
    },
    async showError(message: string, detail: string): Promise<void> {
      const options = { type: "error" as const, message, detail, buttons: [messages().ok] };
      await over(
        (parent) => dialog.showMessageBox(parent, options),
        () => dialog.showMessageBox(options),
      );
    },
  };
}
