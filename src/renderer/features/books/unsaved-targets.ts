import { map } from "nanostores";
import type { BookRow, TargetDraft } from "../../../shared/book";
import type { Notice } from "../../../shared/contract";

/** What is typed into a paragraph's target and not stored yet. */
export type UnsavedTarget = {
  text: string;
  /** The version that it was typed over, and its text. */
  base: string | null;
  baseText: string;
  /** What it is a translation into: the book may be shown in another language before it is stored. */
  language: string;
  /** On its way to be stored: this text. */
  saving: string | null;
  /** Why it could not be stored, in a sentence. */
  why: string | null;
  /** Somebody else wrote the paragraph meanwhile: what they wrote, as it stands now. */
  theirs: { version: string | null; text: string } | null;
};

type World = {
  /** Stores a text over a version, as `book:translate`. */
  store(
    paragraph: string,
    typed: Pick<UnsavedTarget, "text" | "base" | "language">,
  ): Promise<{ ok: true; row: BookRow } | Refused>;
  /** The paragraph as it stands now; null where it is gone. */
  look(paragraph: string): Promise<BookRow | null>;
  /** A row as it is after it was stored. */
  stored(row: BookRow): void;
  /** Why an empty text is not stored. */
  emptyWhy(): string;
  /** Puts all unsaved edits into the journal, by paragraph. */
  keep(drafts: Record<string, TargetDraft>): void;
  /** What the book is shown in. */
  language(): string;
};

type Refused = { ok: false; error: Notice };

/** Milliseconds from a key to the journal, whether or not more keys follow. */
const JOURNAL_DELAY = 300;

/**
 * What is typed into targets, from the first key until it is stored. It outlives its row: scrolling and refreshing take nothing away,
 * and a paragraph that somebody else wrote meanwhile is a conflict that shows both texts, with storing on hold.
 */
export function createUnsavedTargets({ store, look, stored, emptyWhy, keep, language }: World) {
  const $all = map<Record<string, UnsavedTarget>>({});
  const saving = new Map<string, Promise<boolean>>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const keepNow = () => {
    clearTimeout(timer);
    timer = undefined;
    keep(
      Object.fromEntries(
        Object.entries($all.get()).map(([id, { text, base, baseText, language: into }]) => [
          id,
          { text, base, baseText, language: into },
        ]),
      ),
    );
  };
  const put = (id: string, target: UnsavedTarget | undefined) => {
    // A map of nanostores takes a key away for undefined.
    $all.setKey(id, target as UnsavedTarget);
    timer ??= setTimeout(keepNow, JOURNAL_DELAY);
  };
  const of = (id: string): UnsavedTarget | undefined => $all.get()[id];

  /** A row as somebody sees it now, beside what is typed over an older one. */
  function meet(row: BookRow): void {
    const unsaved = of(row.id);
    if (!unsaved || unsaved.saving !== null || row.version === (unsaved.theirs?.version ?? unsaved.base)) return;
    const text = row.translation ?? "";
    if (text === unsaved.text) put(row.id, undefined);
    else if (text === unsaved.baseText) put(row.id, { ...unsaved, base: row.version, theirs: null });
    else put(row.id, { ...unsaved, theirs: { version: row.version, text } });
  }

  async function saved(id: string, unsaved: UnsavedTarget): Promise<boolean> {
    const { text } = unsaved;
    put(id, { ...unsaved, saving: text, why: null });
    const answer = await store(id, unsaved).catch(
      (error: unknown): Refused => ({ ok: false, error: { code: "failed", message: String(error) } }),
    );
    const now = of(id);
    if (!now) return answer.ok;
    if (answer.ok) {
      const { row } = answer;
      // What was typed while it was on its way is typed over it.
      put(
        id,
        now.text === text
          ? undefined
          : { ...now, base: row.version, baseText: row.translation ?? "", saving: null, theirs: null },
      );
      stored(row);
      return now.text === text;
    }
    put(id, { ...now, saving: null, why: answer.error.code === "stale" ? null : answer.error.message });
    if (answer.error.code !== "stale") return false;
    const row = await look(id).catch(() => null);
    if (row) {
      stored(row);
      meet(row);
    } else {
      // Typed on, or given up, while it was looked for.
      const typed = of(id);
      if (typed) put(id, { ...typed, why: answer.error.message });
    }
    return of(id) === undefined;
  }

  /** Stores what is typed; false where it stays unsaved: refused, empty, in conflict, or typed on meanwhile. */
  function save(id: string): Promise<boolean> {
    const running = saving.get(id);
    if (running) return running.then((isDone) => isDone || save(id));
    const unsaved = of(id);
    if (!unsaved) return Promise.resolve(true);
    if (unsaved.theirs !== null) return Promise.resolve(false);
    if (unsaved.text.trim() === "") {
      put(id, { ...unsaved, why: emptyWhy() });
      return Promise.resolve(false);
    }
    const work = saved(id, unsaved).finally(() => saving.delete(id));
    saving.set(id, work);
    return work;
  }

  return {
    /** By paragraph. */
    $all,
    of,
    /** The person typed; the first time, over this row. What is as the row has it again is no longer unsaved. */
    type(row: BookRow, text: string): void {
      const before = of(row.id);
      const {
        base,
        baseText,
        language: into,
      } = before ?? {
        ...{ base: row.version, baseText: row.translation ?? "", language: language() },
      };
      const isAsBefore = text === baseText && before?.theirs == null && before?.saving == null;
      put(
        row.id,
        isAsBefore
          ? undefined
          : {
              ...{ text, base, baseText, language: into },
              ...{ saving: before?.saving ?? null, why: null, theirs: before?.theirs ?? null },
            },
      );
    },
    meet,
    save,
    /** Gives up what is typed: what is stored shows again. */
    giveUp: (id: string): void => put(id, undefined),
    /** Ends a conflict: one's own text goes over theirs, or goes. */
    async settle(id: string, whose: "mine" | "theirs"): Promise<boolean> {
      const unsaved = of(id);
      if (!unsaved?.theirs) return true;
      if (whose === "theirs") {
        put(id, undefined);
        return true;
      }
      const { version, text } = unsaved.theirs;
      put(id, { ...unsaved, base: version, baseText: text, theirs: null });
      return save(id);
    },
    /** Stores all that can be; false where something stays unsaved. */
    async saveAll(): Promise<boolean> {
      const done = await Promise.all(Object.keys($all.get()).map((id) => save(id).catch(() => false)));
      keepNow();
      return done.every((each) => each);
    },
    keepNow,
    /** Puts back the unsaved edits that were recovered. */
    restore(recovered: Readonly<Record<string, TargetDraft>>): void {
      for (const [id, draft] of Object.entries(recovered))
        if (!of(id)) put(id, { ...draft, saving: null, why: null, theirs: null });
    },
  };
}
