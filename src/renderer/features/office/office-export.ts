import { atom } from "nanostores";
import type { OfficeEvents, OfficeFormat, OfficeRequests } from "../../../shared/office";
import type { Notices } from "../../ui/notices";
import type { RoomCopy } from "../../workbench/tabs/custom-editor-tab";
import { officeWords } from "./messages";

type Kind = Parameters<OfficeRequests["office:export"]>[0]["kind"];

/** Leading out of Galley: the document as a file of another kind, and in the program that the system has for it. */
export function createOfficeExport(
  copy: RoomCopy,
  { notices, flush }: { notices: Pick<Notices, "problem" | "tell">; flush(): Promise<void> },
) {
  const { bridge, doc, office } = copy;
  /** An export that is at work; `step` is null while the person is asked where it goes. */
  const $running = atom<{ kind: Kind; step: OfficeEvents["office:progress"]["step"] | null } | null>(null);

  /** Whether the person has ended the one that runs; then an answer without a path is no cancelled dialog. */
  let isStopped = false;

  return {
    $running,
    heard({ step }: OfficeEvents["office:progress"]): void {
      const running = $running.get();
      if (running) $running.set({ ...running, step });
    },
    /** One at a time: a second one would end the first. */
    async start(kind: Kind): Promise<void> {
      if ($running.get() !== null) {
        notices.tell(officeWords.exports.busy);
        return;
      }
      isStopped = false;
      $running.set({ kind, step: null });
      try {
        await flush();
        // A conflict, or a file that could not be written: what is exported is the file.
        const isLeftOut = copy.isDirty();
        const answer = await bridge.request("office:export", { doc, kind });
        if (!answer.ok) {
          notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
          return;
        }
        const { path } = answer;
        if (path === null) {
          if (isStopped) notices.tell(officeWords.exports.stopped);
          return;
        }
        const action = { label: officeWords.showInFolder, run: () => void bridge.request("export:reveal", path) };
        notices.tell(officeWords.exports.done(path.split(/[\\/]/).at(-1) ?? path), { action });
        if (isLeftOut) notices.problem(officeWords.exports.leftOut);
      } finally {
        $running.set(null);
      }
    },
    /** In the other format of its kind: a Word document as an OpenDocument text, and so on. */
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
      if (!answer.ok) notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
    },
  };
}

/** The other format of a document's kind, which an installed LibreOffice can make of it. */
export const otherFormats = {
  ...{ docx: "odt", odt: "docx", xlsx: "ods", ods: "xlsx", pptx: "odp", odp: "pptx" },
} as const satisfies Record<OfficeFormat, OfficeFormat>;
