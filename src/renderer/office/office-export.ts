import { atom } from "nanostores";
import type { OfficeEvents, OfficeRequests } from "../../shared/office";
import type { RoomCopy } from "../tabs/room-copy";
import type { Notices } from "../ui/notices";
import { officeWords } from "./words";

type Kind = Parameters<OfficeRequests["office:export"]>[0]["kind"];

/** Leading out of Galley: the document as a file of another kind, and in the program that the system has for it. */
export function createOfficeExport(
  { bridge, doc, $about }: RoomCopy,
  { notices, flush }: { notices: Pick<Notices, "problem" | "tell">; flush(): Promise<void> },
) {
  /** An export that is at work; `step` is null while the person is asked where it goes. */
  const $running = atom<{ kind: Kind; step: OfficeEvents["office:progress"]["step"] | null } | null>(null);

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
      $running.set({ kind, step: null });
      try {
        await flush();
        const answer = await bridge.request("office:export", { doc, kind });
        if (!answer.ok) {
          if (answer.error.code !== "cancelled")
            notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
          return;
        }
        const { path } = answer;
        if (path === null) return;
        const isBeside = folderOf(path) === folderOf($about.get().path ?? "");
        const show = { label: officeWords.showInFolder, run: () => void bridge.request("workspace:reveal", path) };
        notices.tell(officeWords.exports.done(path.slice(folderOf(path).length + 1)), isBeside ? { action: show } : {});
      } finally {
        $running.set(null);
      }
    },
    stop: () => void bridge.request("office:stop-export", doc),
    async openInProgram(): Promise<void> {
      await flush();
      const answer = await bridge.request("office:open-in-program", doc);
      if (!answer.ok) notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
    },
  };
}

const folderOf = (path: string): string => path.replace(/[\\/][^\\/]*$/, "");
