import type { OfficeDraft } from "../../../shared/office";
import type { RoomCopy } from "../../workbench/tabs/custom-editor-tab";
import { createDrafts, type Draft } from "./drafts";

/** Milliseconds until what is typed is kept, at the latest. */
const SOON = 250;

/** A cell as a draft is named. */
export const cellId = (sheet: string, address: string): string => `${address}!${sheet}`;

/** What a draft of a workbook names. */
export function cellOfId(id: string): { sheet: string; address: string } {
  const [address = "", ...rest] = id.split("!");
  return { sheet: rest.join("!"), address };
}

export type OfficeTyping = ReturnType<typeof createOfficeTyping>;

/**
 * What is typed in an Office document and not in its file, the same in all of its tabs. Main keeps it over a crash: all of it,
 * each time something of it is another.
 */
function createOfficeTyping({ bridge, doc, office }: RoomCopy) {
  const drafts = createDrafts();
  /** Typing that left its place and is on its way into the file; it is kept until it is there. */
  const held = new Map<string, Draft>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let broughtBack: Promise<Draft[]> | null = null;
  let users = 0;
  /** What main keeps by now. */
  let last = "[]";

  const kept = ({ id, before, text }: Draft): OfficeDraft =>
    office?.kind === "spreadsheet" ? { ...cellOfId(id), before, text } : { paragraph: id, before, text };

  /** Once what was kept before is back, for each time replaces all that is kept. */
  async function keepNow(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    await bringBack();
    if (broughtBack === null || users === 0) return;
    const all = new Map([...drafts.$drafts.get(), ...held]);
    const list = [...all.values()].filter(({ before, text, now }) => text !== before || now !== undefined).map(kept);
    const next = JSON.stringify(list);
    if (next === last) return;
    last = next;
    await bridge.request("office:typed", { doc, drafts: list });
  }
  const keepSoon = () => {
    timer ??= setTimeout(() => void keepNow(), SOON);
  };
  drafts.$drafts.listen(keepSoon);

  /** Puts back what was typed before a crash. Answers with what came back, once. */
  async function bringBack(): Promise<Draft[]> {
    if (broughtBack !== null) {
      await broughtBack;
      return [];
    }
    const asked = bridge.request("office:drafts", doc).then((answer) => {
      // It is asked for again before anything is kept in its place.
      if (!answer.ok) {
        broughtBack = null;
        return [];
      }
      if (answer.drafts.length === 0) return [];
      // What is in the file already, or is found elsewhere, is kept otherwise from here on.
      last = "";
      keepSoon();
      return answer.drafts.flatMap((each) => drafts.back(idOf(each), each, apartOf(each)) ?? []);
    });
    broughtBack = asked;
    return asked;
  }

  return {
    drafts,
    /** What is being saved, by its draft. */
    savings: new Map<string, Promise<boolean>>(),
    bringBack,
    keepNow,
    /** Keeps a draft that is no longer one, for as long as `work` takes. */
    async hold<T>(draft: Draft, work: () => Promise<T>): Promise<T> {
      held.set(draft.id, draft);
      try {
        return await work();
      } finally {
        // Another one may have left the same place meanwhile.
        if (held.get(draft.id) === draft) held.delete(draft.id);
        keepSoon();
      }
    },
    /** A tab uses it, until it calls `leave`. */
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

/** The same words as those of a place that is not there: a paragraph, or a sheet, that no document has. */
const apartOf = (draft: OfficeDraft): string =>
  "paragraph" in draft ? `gone:${draft.paragraph}`.slice(0, 100) : cellId(`${draft.sheet}:`, draft.address);

const all = new WeakMap<RoomCopy["$about"], OfficeTyping>();

/** The typing of a tab's document. */
export function officeTypingOf(copy: RoomCopy): OfficeTyping {
  const typing = all.get(copy.$about) ?? createOfficeTyping(copy);
  all.set(copy.$about, typing);
  return typing;
}
