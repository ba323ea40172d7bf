import type { OfficeDraft } from "../../../../shared/office";
import type { CustomEditorTab } from "../../../editor/custom-editor-tab";
import { lazyStore } from "../../../ui/lazy-store";
import { createDrafts, type Draft } from "./drafts";

/** The longest delay before drafts are stored, in milliseconds. */
const STORE_DELAY_MS = 250;

/** The draft id of a cell. */
export const cellId = (sheet: string, address: string): string => `${address}!${sheet}`;

/** The cell of a draft id. */
export function cellOfId(id: string): { sheet: string; address: string } {
  const [address = "", ...rest] = id.split("!");
  return { sheet: rest.join("!"), address };
}

export type OfficeTyping = ReturnType<typeof createOfficeTyping>;

/** The unsaved edits of an Office document, shared by its tabs. Main stores all of them after each change, so that they survive a crash. */
function createOfficeTyping({ bridge, doc, office }: CustomEditorTab) {
  const drafts = createDrafts();
  /** Text that is no longer a draft but not written yet; stored until it is. */
  const held = new Map<string, Draft>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let recovery: Promise<Draft[]> | null = null;
  let users = 0;
  /** The JSON that main has stored. */
  let stored = "[]";

  const toStored = ({ id, before, text }: Draft): OfficeDraft =>
    office?.kind === "spreadsheet" ? { ...cellOfId(id), before, text } : { paragraph: id, before, text };

  /** Waits for recovery first, because storing replaces everything that is stored. */
  async function storeNow(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    await recover();
    if (recovery === null || users === 0) return;
    const all = new Map([...drafts.$drafts.get(), ...held]);
    const list = [...all.values()]
      .filter(({ before, text, now }) => text !== before || now !== undefined)
      .map(toStored);
    const next = JSON.stringify(list);
    if (next === stored) return;
    stored = next;
    await bridge.request("office:typed", { doc, drafts: list });
  }
  const storeSoon = () => {
    timer ??= setTimeout(() => void storeNow(), STORE_DELAY_MS);
  };
  drafts.$drafts.listen(storeSoon);

  /** Restores the drafts from before a crash; returns them once, to the first caller. */
  async function recover(): Promise<Draft[]> {
    if (recovery !== null) {
      await recovery;
      return [];
    }
    const asked = bridge.request("office:drafts", doc).then((answer) => {
      // On failure, recovery is requested again before anything is stored.
      if (!answer.ok) {
        recovery = null;
        return [];
      }
      if (answer.drafts.length === 0) return [];
      // Recovered drafts may have changed: store them again.
      stored = "";
      storeSoon();
      return answer.drafts.flatMap((each) => drafts.restore(idOf(each), each, separateIdOf(each)) ?? []);
    });
    recovery = asked;
    return asked;
  }

  return {
    drafts,
    /** Running saves by draft id. */
    savings: new Map<string, Promise<boolean>>(),
    recover,
    storeNow,
    /** Stores a text that is no longer a draft while `work` runs. */
    async hold<T>(draft: Draft, work: () => Promise<T>): Promise<T> {
      held.set(draft.id, draft);
      try {
        return await work();
      } finally {
        // Another text may use the same id meanwhile.
        if (held.get(draft.id) === draft) held.delete(draft.id);
        storeSoon();
      }
    },
    /** The same without an end: until a later text takes its id, or `isKept` is false. */
    keep(draft: Draft, isKept: boolean): void {
      if (isKept) held.set(draft.id, draft);
      else if (held.get(draft.id) === draft) held.delete(draft.id);
      storeSoon();
    },
    /** Registers a tab, until it calls `leave`. */
    use(): void {
      users += 1;
    },
    leave(): void {
      users -= 1;
      if (users === 0) clearTimeout(timer);
    },
  };
}

const idOf = (draft: OfficeDraft): string =>
  "paragraph" in draft ? draft.paragraph : cellId(draft.sheet, draft.address);

/** An id for a draft whose paragraph or sheet does not exist; no document has such an id. */
const separateIdOf = (draft: OfficeDraft): string =>
  "paragraph" in draft ? `gone:${draft.paragraph}`.slice(0, 100) : cellId(`${draft.sheet}:`, draft.address);

const typingOf = lazyStore((_document: CustomEditorTab["$info"], tab: CustomEditorTab) => createOfficeTyping(tab));

/** The unsaved edits of a tab's document. */
export const officeTypingOf = (tab: CustomEditorTab): OfficeTyping => typingOf(tab.$info, tab);
