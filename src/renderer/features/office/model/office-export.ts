import { atom } from "nanostores";
import type { OfficeEvents, OfficeFormat, OfficeRequests } from "../../../../shared/office";
import type { CustomEditorTab } from "../../../editor/custom-editor-tab";
import type { Notices } from "../../../ui/notices";
import { officeMessages } from "../messages";

type Kind = Parameters<OfficeRequests["office:export"]>[0]["kind"];

/** Exports the document to another format, or opens it in the program that the system uses for it. */
export function createOfficeExport(
  tab: CustomEditorTab,
  { notices, flush }: { notices: Pick<Notices, "error" | "info">; flush(): Promise<void> },
) {
  const { bridge, doc, office } = tab;
  /** The running export; `step` is null while the user chooses the file. */
  const $running = atom<{ kind: Kind; step: OfficeEvents["office:progress"]["step"] | null } | null>(null);

  /** Whether the user cancelled the export; otherwise an answer without a path is a cancelled dialog. */
  let isStopped = false;

  return {
    $running,
    handleProgress({ step }: OfficeEvents["office:progress"]): void {
      const running = $running.get();
      if (running) $running.set({ ...running, step });
    },
    /** One export at a time: a second would end the first. */
    async start(kind: Kind): Promise<void> {
      if ($running.get() !== null) {
        notices.info(officeMessages.exports.busy);
        return;
      }
      isStopped = false;
      $running.set({ kind, step: null });
      try {
        await flush();
        // With a conflict or a failed save, the export has the content of the file only.
        const isLeftOut = tab.isDirty();
        const answer = await bridge.request("office:export", { doc, kind });
        if (!answer.ok) {
          notices.error(answer.error.message, { hint: answer.error.hint ?? null });
          return;
        }
        const { path } = answer;
        if (path === null) {
          if (isStopped) notices.info(officeMessages.exports.stopped);
          return;
        }
        const action = { label: officeMessages.showInFolder, run: () => void bridge.request("export:reveal", path) };
        notices.info(officeMessages.exports.done(path.split(/[\\/]/).at(-1) ?? path), { action });
        if (isLeftOut) notices.error(officeMessages.exports.unsavedNotExported);
      } finally {
        $running.set(null);
      }
    },
    /** Converts to the other format of its kind: a Word document to OpenDocument text, and so on. */
    async startOther(): Promise<void> {
      if (office !== null) await this.start(otherFormats[office.format]);
    },
    stop(): void {
      isStopped = true;
      void bridge.request("office:stop-export", doc);
    },
    async openInProgram(): Promise<void> {
      await flush();
      const answer = await bridge.request("office:open-in-program", doc);
      if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    },
  };
}

/** The counterpart of each format, which an installed LibreOffice can convert to. */
export const otherFormats = {
  docx: "odt",
  odt: "docx",
  xlsx: "ods",
  ods: "xlsx",
  pptx: "odp",
  odp: "pptx",
} as const satisfies Record<OfficeFormat, OfficeFormat>;
