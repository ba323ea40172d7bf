import { map } from "nanostores";
import type { BookRow, TargetDraft } from "../../../../shared/book";
import type { Notice } from "../../../../shared/contract";

/** An unsaved translation of a paragraph. */
export type UnsavedTarget = {
  text: string;
  /** The version that it is based on, and the text of that version. */
  base: string | null;
  baseText: string;
  /** The target language of this text; the book may be shown in another language before it is saved. */
  language: string;
  /** The text that is being saved; null if none. */
  saving: string | null;
  /** Why saving failed. */
  why: string | null;
  /** The current version, if another writer has changed the paragraph: a conflict. */
  theirs: { version: string | null; text: string } | null;
};

type Deps = {
  /** Saves a text over a version and accepts it if wanted, like `book:translate`. */
  store(
    paragraph: string,
    typed: Pick<UnsavedTarget, "text" | "base" | "language">,
    as: SavedState,
  ): Promise<{ ok: true; row: BookRow } | Rejected>;
  /** The current row of a paragraph; null if it was deleted. */
  currentRow(paragraph: string): Promise<BookRow | null>;
  /** Called with the row after it was saved. */
  onStored(row: BookRow): void;
  /** The message for an empty translation. */
  emptyMessage(): string;
  /** Writes all unsaved translations to the journal, by paragraph. */
  journal(drafts: Record<string, TargetDraft>): void;
  /** The language that the book is shown in. */
  language(): string;
};

/** What a translation is after it was saved. */
export type SavedState = "translated" | "accepted";

type Rejected = { ok: false; error: Notice };

/** Milliseconds from the first key until the edits are journaled; later keys do not extend it. */
const JOURNAL_DELAY_MS = 300;

const draftsOf = (all: Readonly<Record<string, UnsavedTarget>>): Record<string, TargetDraft> =>
  Object.fromEntries(
    Object.entries(all).map(([id, { text, base, baseText, language }]) => [id, { text, base, baseText, language }]),
  );

/**
 * The unsaved translations of a book, from the first key until they are saved. They survive scrolling and refreshing. If another
 * writer changes the paragraph meanwhile, both texts are shown as a conflict and saving is on hold.
 */
export function createUnsavedTargets({ store, currentRow, onStored, emptyMessage, journal, language }: Deps) {
  const $all = map<Record<string, UnsavedTarget>>({});
  const saving = new Map<string, Promise<boolean>>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const journalNow = () => {
    clearTimeout(timer);
    timer = undefined;
    journal(draftsOf($all.get()));
  };
  const put = (id: string, target: UnsavedTarget | undefined) => {
    // A nanostores map deletes a key that is set to undefined.
    $all.setKey(id, target as UnsavedTarget);
    timer ??= setTimeout(journalNow, JOURNAL_DELAY_MS);
  };
  const of = (id: string): UnsavedTarget | undefined => $all.get()[id];

  /** Compares the current row with an unsaved text that is based on an older version. */
  function reconcile(row: BookRow): void {
    const unsaved = of(row.id);
    // The row is in the language that the book is shown in.
    if (!unsaved || unsaved.language !== language()) return;
    if (unsaved.saving !== null || row.version === (unsaved.theirs?.version ?? unsaved.base)) return;
    const text = row.translation ?? "";
    if (text === unsaved.text) put(row.id, undefined);
    else if (text === unsaved.baseText) put(row.id, { ...unsaved, base: row.version, theirs: null });
    else put(row.id, { ...unsaved, theirs: { version: row.version, text } });
  }

  async function saved(id: string, unsaved: UnsavedTarget, as: SavedState): Promise<boolean> {
    const { text } = unsaved;
    put(id, { ...unsaved, saving: text, why: null });
    const answer = await store(id, unsaved, as).catch(
      (error: unknown): Rejected => ({ ok: false, error: { code: "failed", message: String(error) } }),
    );
    const now = of(id);
    if (!now) return answer.ok;
    if (answer.ok) {
      const { row } = answer;
      // What was typed during the save is based on the saved version.
      put(
        id,
        now.text === text
          ? undefined
          : { ...now, base: row.version, baseText: row.translation ?? "", saving: null, theirs: null },
      );
      onStored(row);
      return now.text === text;
    }
    put(id, { ...now, saving: null, why: answer.error.code === "stale" ? null : answer.error.message });
    if (answer.error.code !== "stale") return false;
    const row = await currentRow(id).catch(() => null);
    if (row) {
      onStored(row);
      reconcile(row);
    } else {
      // The text may have changed or been discarded while the row was read.
      const typed = of(id);
      if (typed) put(id, { ...typed, why: answer.error.message });
    }
    return of(id) === undefined;
  }

  /** Whether a translation can be saved: not while it is in conflict or empty. An empty one is marked. */
  function canSave(id: string): boolean {
    const unsaved = of(id);
    if (!unsaved) return true;
    if (unsaved.theirs !== null) return false;
    if (unsaved.text.trim() !== "") return true;
    put(id, { ...unsaved, why: emptyMessage() });
    return false;
  }

  /** Saves a text; false if it stays unsaved because of an error, a conflict, an empty text or further typing. */
  function save(id: string, as: SavedState = "translated"): Promise<boolean> {
    const running = saving.get(id);
    if (running) return running.then((isDone) => isDone || save(id, as));
    const unsaved = of(id);
    if (!unsaved) return Promise.resolve(true);
    if (!canSave(id)) return Promise.resolve(false);
    const work = saved(id, unsaved, as).finally(() => saving.delete(id));
    saving.set(id, work);
    return work;
  }

  return {
    /** By paragraph id. */
    $all,
    of,
    /** Records typing; the first key sets the base version. Text that equals its base is no longer unsaved. */
    type(row: BookRow, text: string): void {
      const before = of(row.id);
      const {
        base,
        baseText,
        language: into,
      } = before ?? {
        base: row.version,
        baseText: row.translation ?? "",
        language: language(),
      };
      const isAsBefore = text === baseText && before?.theirs == null && before?.saving == null;
      put(
        row.id,
        isAsBefore
          ? undefined
          : {
              text,
              base,
              baseText,
              language: into,
              saving: before?.saving ?? null,
              why: null,
              theirs: before?.theirs ?? null,
            },
      );
    },
    reconcile,
    canSave,
    save,
    /** Discards an unsaved text; the saved one shows again. */
    discard: (id: string): void => put(id, undefined),
    /** Resolves a conflict: overwrites their text with the user's, or discards the user's. */
    async resolve(id: string, whose: "mine" | "theirs"): Promise<boolean> {
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
    /** Saves all texts; false if any stays unsaved. */
    async saveAll(): Promise<boolean> {
      const done = await Promise.all(Object.keys($all.get()).map((id) => save(id).catch(() => false)));
      journalNow();
      return done.every((each) => each);
    },
    journalNow,
    /** Restores the recovered edits. */
    restore(recovered: Readonly<Record<string, TargetDraft>>): void {
      for (const [id, draft] of Object.entries(recovered))
        if (!of(id)) put(id, { ...draft, saving: null, why: null, theirs: null });
    },
  };
}
