import type { ReadableAtom } from "nanostores";
import { serialQueue } from "../../../../core/async/serial-queue";
import type { OfficeContent, OfficeEdit, OfficeWritten } from "../../../../shared/office";
import type { CustomEditorTab } from "../../../editor/custom-editor-tab";
import type { Notices } from "../../../ui/notices";
import { officeMessages } from "../messages";
import type { Draft } from "./drafts";
import type { OfficeParts } from "./office-parts";
import { cellOfId, type OfficeTyping } from "./office-typing";

type Deps = {
  notices: Pick<Notices, "announce" | "error" | "info">;
  parts: Pick<OfficeParts, "textNow" | "showWritten">;
  typing: OfficeTyping;
  /** Whether edits are written as tracked changes. */
  $suggests: ReadableAtom<boolean>;
  /** How many steps can be undone and redone after a save. */
  onWritten(steps: OfficeContent["steps"]): void;
};

/** Saves edits of an Office document, one after the other: drafts, other edits, undo and redo. */
export function createOfficeSaving(tab: CustomEditorTab, { notices, parts, typing, $suggests, onWritten }: Deps) {
  const { bridge, doc, office } = tab;
  const { drafts, savings } = typing;
  const enqueue = serialQueue();

  /** Compares unsaved edits with the loaded text, and marks conflicts. */
  function reconcileDrafts(): void {
    if (drafts.$drafts.get().size === 0) return;
    for (const { id } of drafts.$drafts.get().values()) {
      if (savings.has(id)) continue;
      const now = parts.textNow(id);
      if (now !== undefined) drafts.updateCurrent(id, now);
    }
  }

  /** Runs one edit at a time; false if it was rejected, or another writer has changed the text. */
  const write = (ask: () => ReturnType<typeof send>, stale: (written: OfficeWritten) => void): Promise<boolean> =>
    enqueue(async () => {
      tab.update({ isSaving: true });
      const answer = await ask();
      tab.update({ isSaving: false, failure: answer.ok ? null : answer.error });
      if (!answer.ok) {
        notices.error(answer.error.message, { hint: answer.error.hint ?? null });
        return false;
      }
      const { written } = answer;
      if (written.status === "stale") {
        stale(written);
        return false;
      }
      for (const warning of written.warnings) notices.info(warning);
      onWritten(written.steps);
      return true;
    });
  const send = (edits: OfficeEdit[]) =>
    bridge.request("office:edit", { doc, edits, how: $suggests.get() ? "suggested" : "written" });
  const overwritten = () => notices.error(officeMessages.stale);

  /** Saves one draft. False if it stays because of an error or a conflict. */
  const commit = (id: string): Promise<boolean> => {
    const running = savings.get(id);
    if (running) return running;
    const draft = drafts.of(id);
    if (!draft) return Promise.resolve(true);
    if (draft.now !== undefined) return Promise.resolve(false);
    const { before, text } = draft;
    if (text === before) {
      drafts.drop(id);
      return Promise.resolve(true);
    }
    const { sheet, address } = cellOfId(id);
    const edit: OfficeEdit =
      office?.kind === "spreadsheet"
        ? { edit: "cells", sheet, cells: { [address]: text }, before: { [address]: before } }
        : { edit: "text", paragraph: id, before, text };
    const work = write(
      () => send([edit]),
      (written) => {
        if (written.status === "stale") drafts.updateCurrent(id, written.now);
      },
    )
      .then((isWritten) => {
        const now = drafts.of(id);
        if (isWritten) {
          if (!$suggests.get()) parts.showWritten(id, text);
          // Typed during the save: the rest is based on the saved text.
          if (now && now.text !== text) {
            drafts.drop(id);
            drafts.begin(id, text);
            drafts.type(id, now.text);
          } else drafts.drop(id);
        }
        savings.delete(id);
        // Apply changes that arrived during the save. After a rejection, main has already sent the current text.
        if (isWritten) reconcileDrafts();
        return isWritten;
      })
      .finally(() => savings.delete(id));
    savings.set(id, work);
    return work;
  };

  const step = async (way: "undo" | "redo") => {
    await flush();
    const done = await write(
      () => bridge.request(way === "undo" ? "office:undo" : "office:redo", doc),
      () => notices.error(officeMessages.notUndone),
    );
    if (done) notices.announce(way === "undo" ? officeMessages.undone : officeMessages.redone);
  };

  async function flush(): Promise<void> {
    await Promise.allSettled([...drafts.$drafts.get().keys()].map(commit));
    // Edits without a draft may still be running.
    await enqueue.idle();
    await typing.storeNow();
  }

  return {
    reconcileDrafts,
    commit,
    flush,
    undo: () => step("undo"),
    redo: () => step("redo"),
    /**
     * Applies edits that are not drafts: a new paragraph, several cells. Shows an error if another writer has changed the text.
     * `typed` is the unsaved text that they contain; it is stored until they are written.
     */
    edit(edits: OfficeEdit[], typed: Draft | null = null): Promise<boolean> {
      const work = () => write(() => send(edits), overwritten);
      return typed ? typing.hold(typed, work) : work();
    },
    /** Accepts or rejects tracked changes. */
    resolve: (ids: string[] | "all", how: "accept" | "reject"): Promise<boolean> =>
      write(() => bridge.request("office:settle", { doc, ids, how }), overwritten),
  };
}
