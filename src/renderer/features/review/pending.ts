import type { Text } from "@codemirror/state";
import { atom, computed, type ReadableAtom } from "nanostores";
import { textsOfHunks } from "../../../core/review/pending-edits";
import type { Bridge, ReviewedDocument, ReviewedHunk } from "../../../shared/contract";
import type { PageReview } from "../../editor/review/review-host";

/** Debounce of the request, in milliseconds. */
const REST = 150;

/** An open document; its editor knows the pending edits before main does. */
type OpenCopy = {
  kind: string;
  $about: ReadableAtom<{ path: string | null; name: string }>;
  $review: ReadableAtom<PageReview | null>;
  $waits: ReadableAtom<number>;
  content(): Text;
};

export type Waiting = ReturnType<typeof createWaiting>;

/** The number of pending edits in each document of the folder, open or not. Nothing is requested before main reports a change. */
export function createWaiting(bridge: Bridge, restMs = REST) {
  const $told = atom<readonly ReviewedDocument[]>([]);
  /** Editors that have had pending edits; for others, main may know more. */
  const $open = atom<readonly OpenCopy[]>([]);
  const $documents = computed([$told, $open], (told, open) => asOpen(told, open, readers > 0));
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of views that show the edits; without one, only counts are requested. */
  let readers = 0;

  const ask = async () => {
    asked += 1;
    const mine = asked;
    const answer = await bridge.request("review:list", readers > 0 ? "hunks" : "counts");
    if (answer.ok && mine === asked) $told.set(answer.documents);
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), restMs);
  };
  bridge.listen("review:changed", soon);
  bridge.listen("workspace:opened", soon);

  const known = new WeakSet<OpenCopy>();
  const watched = new Map<OpenCopy, () => void>();
  const look = () => {
    for (const copy of watched.keys()) if (copy.$waits.get() > 0) known.add(copy);
    $open.set([...watched.keys()].filter((copy) => known.has(copy)));
  };
  const watch = (copy: OpenCopy) => {
    const stops = [copy.$waits.listen(look), copy.$about.listen(look)];
    watched.set(copy, () => {
      for (const stop of stops) stop();
    });
  };

  return {
    /** Counts the pending edits of open documents from their editors: without delay, and even if nothing can be saved. */
    follow($tabs: ReadableAtom<readonly { copy: OpenCopy }[]>): void {
      $tabs.subscribe((tabs) => {
        const copies = tabs.flatMap(({ copy }) => (copy.kind === "text" ? [copy] : []));
        for (const [copy, stop] of watched)
          if (!copies.includes(copy)) {
            stop();
            watched.delete(copy);
          }
        for (const copy of copies) if (!watched.has(copy)) watch(copy);
        look();
      });
    },
    /** The most recently written document first; hunks are loaded while a view shows them. */
    $documents,
    /** Loads the hunks until the returned function is called. */
    show(): () => void {
      readers += 1;
      void ask();
      return () => {
        readers -= 1;
      };
    },
    /** The number of pending edits in a file, or in all files of a folder; `path` as in the file tree. */
    countIn: (path: string, documents: readonly ReviewedDocument[]): number =>
      documents.reduce((sum, { shown, count }) => (shown === path || isBelow(shown, path) ? sum + count : sum), 0),
  };
}

/** Merges main's report with the current state of the open documents. */
function asOpen(
  told: readonly ReviewedDocument[],
  open: readonly OpenCopy[],
  areListed: boolean,
): readonly ReviewedDocument[] {
  const left = new Map(open.map((copy) => [copy.$about.get().path, copy]));
  const documents = told.flatMap((document): ReviewedDocument[] => {
    const copy = left.get(document.shown);
    left.delete(document.shown);
    if (copy === undefined) return [document];
    const review = copy.$review.get();
    if (review === null) return [];
    if (review.hunks.length === document.hunks.length) return [{ ...document, count: review.hunks.length }];
    const ids = new Set(review.hunks.map(({ id }) => id));
    return [{ ...document, count: ids.size, hunks: document.hunks.filter(({ id }) => ids.has(id)) }];
  });
  // Documents that main has not reported yet.
  for (const [shown, copy] of left) {
    const review = copy.$review.get();
    if (shown === null || review === null) continue;
    const { path, writes } = review;
    const name = shown.slice(Math.max(shown.lastIndexOf("/"), shown.lastIndexOf("\\")) + 1);
    const hunks = areListed ? listedHunks(review, copy.content()) : [];
    documents.unshift({ path, shown, name, count: review.hunks.length, hunks, writes: [...writes] });
  }
  return documents;
}

/** The most characters of each side that are listed. */
const EXCERPT = 160;

function listedHunks({ hunks, pending }: PageReview, text: Text): ReviewedHunk[] {
  const texts = textsOfHunks(pending, (from, to) => text.sliceString(from, to));
  const beginning = (words = "") => words.slice(0, EXCERPT).toWellFormed();
  return hunks.map(({ id, writes, isMixed }) => {
    const { removed, inserted } = texts.get(id) ?? {};
    return { id, writes, isMixed, removed: beginning(removed), inserted: beginning(inserted) };
  });
}

const isBelow = (path: string, folder: string) =>
  path.startsWith(folder) && (path[folder.length] === "/" || path[folder.length] === "\\");
