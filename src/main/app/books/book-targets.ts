import { join } from "node:path";
import type { BookPath, TargetDraft } from "../../../shared/book";
import type { WindowHandle } from "../core/desktop";
import type { RecoveredTyping } from "../core/recovered-typing";
import type { BookAccess } from "./book-access";
import { createTargetJournal } from "./target-journal";

/** Targets that are being typed: they survive a crash, also if they were typed while main was busy. */
export function createBookTargets({
  dataDir,
  opened,
  windowExists,
  leftoverTargets,
  notice,
  failed,
  reportError,
}: {
  dataDir: string;
  opened: BookAccess["opened"];
  windowExists(id: string): boolean;
  /** Unsaved edits of targets that were typed in an earlier run while main was busy. */
  leftoverTargets(): Promise<RecoveredTyping[]>;
  notice(message: string): void;
  failed(error: unknown): void;
  reportError(error: unknown): void;
}) {
  const targets = createTargetJournal(join(dataDir, "journal", "targets"), { notice, failed });
  let taking: Promise<void> | null = null;
  const leftTaken = (): Promise<void> => {
    taking ??= takeLeftover();
    return taking;
  };
  async function takeLeftover(): Promise<void> {
    for (const { typing, window, remove } of await leftoverTargets()) {
      if (typing.name !== "book:keep-targets") continue;
      const { book, drafts } = typing.argument;
      // Drafts that cannot be written stay in memory and are left for the next start.
      await targets.keep(book, window, drafts).then(remove, reportError);
    }
  }

  return {
    release: (book: BookPath, window: WindowHandle): void => targets.release(book, window.id),
    idle: (): Promise<void> => targets.idle(),
    recoverTargets: (book: BookPath, window: WindowHandle): Promise<Readonly<Record<string, TargetDraft>>> =>
      leftTaken().then(() =>
        targets.recover(book, window.id, windowExists, async () => (await opened(book)).book.positions),
      ),
    keepTargets: (book: BookPath, window: WindowHandle, drafts: Readonly<Record<string, TargetDraft>>): Promise<void> =>
      leftTaken().then(() => targets.keep(book, window.id, drafts)),
  };
}
