import { atom, computed, type ReadableAtom } from "nanostores";
import type { BookPath, ReplacedVersion, RowPosition, TargetReplacements } from "../../../../shared/book";
import type { Bridge, Outcome } from "../../../../shared/contract";
import type { Shell } from "../../../workbench/api/shell";
import { bookMessages } from "../messages";
import type { BookRows } from "./book-rows";
import { selectedWords } from "./concordance-query";
import { fieldOf } from "./field-of";
import type { TableItem } from "./row-items";
import {
  firstFrom,
  followingMatch,
  type MatchPosition,
  matchAt,
  matchesById,
  positionOf,
  stepFrom,
  type TargetMatches,
} from "./target-matches";
import { throttledTask } from "./throttled-task";
import type { createUnsavedTargets } from "./unsaved-targets";

/** What is looked for in translations, and what takes its place. */
export type ReplaceForm = {
  find: string;
  template: string;
  regex: boolean;
  caseSensitive: boolean;
  wholeWord: boolean;
  keepCase: boolean;
  accepted: "no" | "too";
};

const emptyForm: ReplaceForm = {
  find: "",
  template: "",
  regex: false,
  caseSensitive: false,
  wholeWord: false,
  keepCase: false,
  accepted: "no",
};

type Deps = {
  bridge: Bridge;
  book: BookPath;
  $items: ReadableAtom<readonly TableItem[]>;
  $active: ReadableAtom<RowPosition | null>;
  rows: Pick<BookRows, "$rows" | "rowAt" | "refreshRows">;
  unsaved: Pick<ReturnType<typeof createUnsavedTargets>, "saveAll" | "save" | "of">;
  notices: Pick<Shell["notices"], "info" | "announce" | "dismiss">;
  goTo(position: RowPosition, focus: "target" | "stays"): Promise<void>;
  isOk<T extends object>(answer: Outcome<T>): answer is { ok: true } & T;
};

/** Debounce of the fields, and how long the notice with its undo stays, in milliseconds. */
const DEBOUNCE_MS = 180;
const NOTICE_MS = 20_000;
const PAUSE = { times: 1, maxMs: 500 };
/** How many replacements can be undone one after the other. */
const MAX_UNDO = 50;

/** Finds and replaces in the translations that the table lists. Unsaved ones are left out until they are saved. */
export function createTargetReplacer(deps: Deps) {
  const { bridge, book, $items, $active, rows, unsaved, notices, goTo, isOk } = deps;
  const $isOpen = atom(false);
  /** Incremented to focus the field. */
  const $focus = atom(0);
  const $form = atom<ReplaceForm>(emptyForm);
  const $found = atom<TargetReplacements | null>(null);
  const $isBusy = atom(false);
  const $error = atom<string | null>(null);
  const $current = atom<MatchPosition | null>(null);
  /** Whether the changes are shown, for the user to agree. */
  const $isReviewing = atom(false);
  const $byId: ReadableAtom<ReadonlyMap<string, TargetMatches>> = computed([$found, $current], matchesById);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const task = throttledTask(async () => {
    // What the user looks at stays as it is; what changes meanwhile is left out by main.
    if ($isReviewing.get()) return;
    const form = $form.get();
    if (!$isOpen.get() || form.find === "") {
      $found.set(null);
      $error.set(null);
      $isBusy.set(false);
      return;
    }
    const listed = $items.get().flatMap((item) => (item.kind === "row" && !unsaved.of(item.id) ? [item.id] : []));
    const answer = await bridge.request("book:find-replacements", { book, ...form, only: listed });
    if (form !== $form.get() || !$isOpen.get()) return;
    $isBusy.set(false);
    $error.set(answer.ok ? null : answer.error.message);
    const before = matchAt($found.get(), $current.get());
    $found.set(answer.ok ? answer : null);
    $current.set(before && positionOf($found.get(), before));
  }, PAUSE);
  const refresh = (): Promise<void> => {
    if (!$isOpen.get() || $isReviewing.get()) return Promise.resolve();
    clearTimeout(timer);
    $isBusy.set($form.get().find !== "");
    return task.run();
  };
  const history = createReplaceHistory(deps, refresh);
  $items.listen(() => void refresh());
  rows.$rows.listen(() => void refresh());
  $isReviewing.listen(() => void refresh());

  const show = (position: MatchPosition): Promise<void> => {
    $current.set(position);
    const place = $found.get()?.places[position.place];
    return place ? goTo(place, "stays") : Promise.resolve();
  };

  /** Goes to the next match or the one before, first from the paragraph with the cursor, wrapping around. */
  async function step(by: 1 | -1): Promise<void> {
    if ($isBusy.get()) await refresh();
    const found = $found.get();
    if (found === null || found.places.length === 0) return;
    const now = $current.get();
    if (now === null) return show(firstFrom(found, $items.get(), $active.get(), by));
    return show(stepFrom(found, now, by));
  }

  /** Replaces the match that is shown, and goes to the next one; without one it only goes there. A key that repeats meanwhile does nothing. */
  const replaceOne = oneAtATime(async () => {
    if ($isBusy.get()) await refresh();
    const [found, now] = [$found.get(), $current.get()];
    const place = now && found?.places[now.place];
    if (!found || !now || !place) return step(1);
    const row = rows.rowAt(place);
    if (row === null || row.version !== place.version || unsaved.of(place.id)) {
      await unsaved.save(place.id);
      return refresh();
    }
    const answer = await bridge.request("book:replace", {
      book,
      plan: found.plan,
      one: { paragraph: place.id, match: now.match },
    });
    if (!isOk(answer)) return refresh();
    history.keep(answer.replaced);
    await rows.refreshRows([place.id]);
    await refresh();
    const grown = (rows.rowAt(place)?.translation?.length ?? 0) - (row.translation?.length ?? 0);
    const end = (place.spans[2 * now.match + 1] ?? 0) + grown;
    const next = followingMatch($found.get(), { ...now, id: place.id, end });
    if (answer.replaced.length > 0) notices.announce(bookMessages.replace.replacedOne);
    else notices.info(bookMessages.replace.replaced(0, answer.left));
    if (next) await show(next);
    else $current.set(null);
  });

  /** Replaces everything that was found, as the user has seen it. */
  async function replaceAll(): Promise<void> {
    const found = $found.get();
    if (found === null) return;
    const answer = await bridge.request("book:replace", { book, plan: found.plan, one: null });
    $isReviewing.set(false);
    if (!isOk(answer)) return refresh();
    $current.set(null);
    await rows.refreshRows(answer.replaced.map(({ paragraph }) => paragraph));
    void refresh();
    history.offer(answer);
  }

  return {
    $isOpen,
    $focus,
    $form,
    $found,
    $isBusy,
    $error,
    $current,
    $byId,
    $isReviewing,
    $undo: history.$undo,
    step,
    replaceOne,
    replaceAll,
    undo: () => history.undo(),
    /** Opens the fields, with what is selected in a translation. */
    open(): void {
      const selected = selectedWords();
      $isOpen.set(true);
      if (selected?.in === "translation") $form.set({ ...$form.get(), find: selected.words });
      $focus.set($focus.get() + 1);
      void refresh();
    },
    /** Closes the fields; the cursor returns to the paragraph that is shown. */
    close(): void {
      $isOpen.set(false);
      $found.set(null);
      $current.set(null);
      $isBusy.set(false);
      const active = $active.get();
      if (active) returnTo(active, goTo);
    },
    change(changed: Partial<ReplaceForm>): void {
      $form.set({ ...$form.get(), ...changed });
      $isBusy.set($form.get().find !== "");
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(), DEBOUNCE_MS);
    },
    /** Saves what is typed, looks again, and shows what would be replaced. */
    async review(): Promise<void> {
      await unsaved.saveAll();
      await refresh();
      if (($found.get()?.matches ?? 0) > 0) $isReviewing.set(true);
      else notices.announce(bookMessages.replace.none);
    },
  };
}

/** Moves the cursor to the translation of a paragraph; the table may have been scrolled away from it. */
function returnTo(position: RowPosition, goTo: Deps["goTo"]): void {
  const field = fieldOf(position.id);
  if (field) field.focus();
  else void goTo(position, "target");
}

/** Runs `work` unless it is running. */
function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= work().finally(() => {
      running = null;
    });
    return running;
  };
}

/** The replacements that can be undone, the last one first. */
function createReplaceHistory({ bridge, book, rows, notices, isOk }: Deps, refresh: () => Promise<void>) {
  const $undo = atom<readonly (readonly ReplacedVersion[])[]>([]);
  /** The notice that offers to undo. */
  let offered: number | null = null;

  function keep(replaced: readonly ReplacedVersion[]): void {
    if (replaced.length > 0) $undo.set([...$undo.get(), replaced].slice(-MAX_UNDO));
  }
  function dismissOffer(): void {
    if (offered !== null) notices.dismiss(offered);
    offered = null;
  }
  async function undo(replaced = $undo.get().at(-1)): Promise<void> {
    if (replaced === undefined) return;
    const answer = await bridge.request("book:undo-replacements", { book, replaced: [...replaced] });
    if (!isOk(answer)) return;
    $undo.set($undo.get().filter((each) => each !== replaced));
    dismissOffer();
    await rows.refreshRows(replaced.map(({ paragraph }) => paragraph));
    void refresh();
    notices.info(bookMessages.replace.undone(answer.undone, replaced.length - answer.undone));
  }

  return {
    $undo,
    keep,
    undo,
    /** Keeps a replacement and shows what was replaced, with its undo. */
    offer({ replaced, left }: { replaced: readonly ReplacedVersion[]; left: number }): void {
      keep(replaced);
      dismissOffer();
      const t = bookMessages.replace;
      const action = { label: t.undo, run: () => void undo(replaced) };
      offered = notices.info(t.replaced(replaced.length, left), {
        stay: NOTICE_MS,
        ...(replaced.length > 0 && { action }),
      });
    },
  };
}
