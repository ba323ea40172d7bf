import type { Text } from "@codemirror/state";
import { atom, computed, type ReadableAtom } from "nanostores";
import { textsOfHunks } from "../../../core/review/pending-edits";
import type { Bridge } from "../../../shared/contract";
import type { AskedReview, ReviewedDocument, ReviewedHunk } from "../../../shared/review";
import type { DocumentReview } from "../../editor/review/review-host";
import type { OpenEditor, PendingEdits } from "../../workbench/api/feature-stores";

/** Debounce of the request, in milliseconds. */
const DEBOUNCE_MS = 150;

/** The number of pending edits in each document of the folder, open or not. Nothing is requested before main reports a change. */
export function createPendingEdits(bridge: Bridge, restMs = DEBOUNCE_MS): PendingEdits {
  const $reported = atom<readonly ReviewedDocument[]>([]);
  /** Editors that have had pending edits; for others, main may know more. */
  const $open = atom<readonly OpenEditor[]>([]);
  const $documents = computed([$reported, $open], (reported, open) => mergeOpen(reported, open, readers > 0));
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The number of views that show the edits; without one, only counts are requested. */
  let readers = 0;

  const ask = async () => {
    asked += 1;
    const mine = asked;
    const answer = await bridge.request("review:list", readers > 0 ? "hunks" : "counts");
    if (answer.ok && mine === asked) $reported.set(answer.documents);
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), restMs);
  };
  bridge.listen("review:changed", soon);
  bridge.listen("workspace:opened", soon);

  const $asked = atom<readonly AskedReview[]>([]);
  const askForRequests = async () => {
    const answer = await bridge.request("review:asked", undefined);
    if (answer.ok) $asked.set(answer.asked);
  };
  bridge.listen("review:asked-changed", () => void askForRequests());

  const known = new WeakSet<OpenEditor>();
  const watched = new Map<OpenEditor, () => void>();
  const update = () => {
    for (const editor of watched.keys()) if (editor.$pendingCount.get() > 0) known.add(editor);
    $open.set([...watched.keys()].filter((editor) => known.has(editor)));
  };
  const watch = (editor: OpenEditor) => {
    const stops = [editor.$pendingCount.listen(update), editor.$info.listen(update)];
    watched.set(editor, () => {
      for (const stop of stops) stop();
    });
  };

  return {
    follow($tabs: ReadableAtom<readonly { editor: OpenEditor }[]>): void {
      $tabs.subscribe((tabs) => {
        const editors = tabs.flatMap(({ editor }) => (editor.kind === "text" ? [editor] : []));
        for (const [editor, stop] of watched)
          if (!editors.includes(editor)) {
            stop();
            watched.delete(editor);
          }
        for (const editor of editors) if (!watched.has(editor)) watch(editor);
        update();
      });
    },
    $documents,
    $asked,
    async done(token: string): Promise<void> {
      $asked.set($asked.get().filter((each) => each.token !== token));
      await bridge.request("review:done", token);
    },
    show(): () => void {
      readers += 1;
      void ask();
      return () => {
        readers -= 1;
      };
    },
    countIn: (path: string, documents: readonly ReviewedDocument[]): number =>
      documents.reduce((sum, { shown, count }) => (shown === path || isBelow(shown, path) ? sum + count : sum), 0),
  };
}

/** Merges main's report with the current state of the open documents. */
function mergeOpen(
  reported: readonly ReviewedDocument[],
  open: readonly OpenEditor[],
  areListed: boolean,
): readonly ReviewedDocument[] {
  const left = new Map(open.map((editor) => [editor.$info.get().path, editor]));
  const documents = reported.flatMap((document): ReviewedDocument[] => {
    const editor = left.get(document.shown);
    left.delete(document.shown);
    if (editor === undefined) return [document];
    const review = editor.$review.get();
    if (review === null) return [];
    if (review.hunks.length === document.hunks.length) return [{ ...document, count: review.hunks.length }];
    const ids = new Set(review.hunks.map(({ id }) => id));
    return [{ ...document, count: ids.size, hunks: document.hunks.filter(({ id }) => ids.has(id)) }];
  });
  // Documents that main has not reported yet.
  for (const [shown, editor] of left) {
    const review = editor.$review.get();
    if (shown === null || review === null) continue;
    const { path, writes } = review;
    const name = shown.slice(Math.max(shown.lastIndexOf("/"), shown.lastIndexOf("\\")) + 1);
    const hunks = areListed ? listedHunks(review, editor.content()) : [];
    documents.unshift({ path, shown, name, count: review.hunks.length, hunks, writes: [...writes] });
  }
  return documents;
}

/** The maximum number of characters of each side that are listed. */
const EXCERPT_LENGTH = 160;

function listedHunks({ hunks, pending }: DocumentReview, text: Text): ReviewedHunk[] {
  const texts = textsOfHunks(pending, (from, to) => text.sliceString(from, to));
  const beginning = (side = "") => side.slice(0, EXCERPT_LENGTH).toWellFormed();
  return hunks.map(({ id, writes, isMixed }) => {
    const { removed, inserted } = texts.get(id) ?? {};
    return { id, writes, isMixed, removed: beginning(removed), inserted: beginning(inserted) };
  });
}

const isBelow = (path: string, folder: string) =>
  path.startsWith(folder) && (path[folder.length] === "/" || path[folder.length] === "\\");
