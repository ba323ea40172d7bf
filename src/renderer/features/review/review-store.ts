import { type PendingHunk, textsOfHunks } from "../../../core/review/pending-edits";
import type { Notice } from "../../../shared/contract";
import { writesOfHunk } from "../../editor/review/agent-lanes";
import { type HunkTexts, inWords, namesOf } from "../../editor/review/hunk-in-words";
import { hunkAt, hunkBeside } from "../../editor/review/hunk-positions";
import { cursorAtHunk } from "../../editor/review/hunk-toolbar";
import { reviewWords } from "../../editor/review/messages";
import { serialQueue } from "../../ui/serial-queue";
import type { Shell } from "../../workbench/shell";
import type { Copy, Tab } from "../../workbench/tabs/tabs";
import type { Decision } from "./review-list-actions";
import { offerTrash, undoEdits } from "./undo-edits";

/** Main reports the pending edits of a document shortly after it was opened; the longest wait, in milliseconds. */
const PATIENCE = 3000;

type World = Pick<Shell, "bridge" | "tabs" | "notices" | "questions" | "reading" | "tree">;

export type ReviewDesk = ReturnType<typeof createReviewDesk>;

/** Navigates between pending edits, and keeps or undoes them. */
export function createReviewDesk({ bridge, tabs, notices, questions, reading, tree }: World) {
  /** Hunks that are decided on but may still be in main's last report. */
  const decided = new Set<string>();
  /** The hunk that the last step went to: it is meant if two hunks share a position. */
  let went: { doc: string; hunk: string; at: number } | null = null;
  const inTurn = serialQueue();

  const waiting = (copy: Copy): readonly PendingHunk[] =>
    copy.$review.get()?.hunks.filter(({ id }) => !decided.has(id)) ?? [];

  const current = (copy: Copy): PendingHunk | null => {
    const at = copy.selectedSpan().from;
    const hunks = waiting(copy);
    const meant = went?.doc === copy.doc && went.at === at ? hunks.find(({ id }) => id === went?.hunk) : undefined;
    return meant ?? hunkAt(hunks, at);
  };

  const sentence = (copy: Copy, hunk: PendingHunk): string => {
    const review = copy.$review.get();
    const hunks = waiting(copy);
    const place = hunks.findIndex(({ id }) => id === hunk.id) + 1;
    if (!review) return "";
    const who = namesOf(writesOfHunk(review.writes, hunk));
    const words = wordsOf(copy, hunk.id);
    return `${reviewWords.editOf(place, hunks.length, who)}${words ? `: ${inWords(words)}` : ""}`;
  };

  const wordsOf = (copy: Copy, hunk: string) => {
    const content = copy.content();
    const slice = (from: number, to: number) => content.sliceString(from, to);
    return textsOfHunks(copy.$review.get()?.pending ?? [], slice).get(hunk) ?? null;
  };

  const go = (copy: Copy, hunk: PendingHunk, said: string | null = null): void => {
    const at = hunk.parts[0]?.from ?? hunk.from;
    copy.reveal({ from: at });
    copy.edit({ effects: cursorAtHunk({ hunk: hunk.id, at }) });
    went = { doc: copy.doc, hunk: hunk.id, at };
    const words = sentence(copy, hunk);
    notices.announce(said === null ? words : `${said}. ${words}`);
  };

  /** The editor of the tab in front; a tab in preview is switched to its editor. */
  const front = (): Copy | null => {
    const tab = tabs.$front.get();
    if (!tab) return null;
    if (reading.isReading(tab.key)) {
      reading.toggle(tab.key, tab.copy);
      tabs.bring(tab);
    }
    return tab.copy;
  };

  /** Hides decided hunks until main no longer reports them. */
  const passOver = (copy: Copy, hunks: readonly string[]) => {
    const left = () => copy.$review.get()?.hunks.filter(({ id }) => hunks.includes(id)) ?? [];
    const still = left();
    if (still.length === 0) return;
    for (const { id } of still) decided.add(id);
    const stop = copy.$review.listen(() => {
      if (left().length > 0) return;
      for (const { id } of still) decided.delete(id);
      stop();
    });
  };

  /** Runs a decision. Returns the message to announce; null if it failed, which has already been shown. */
  const decide = async (
    what: Decision,
    path: string,
    hunks: readonly string[],
    copy: Copy | null,
    areAll = false,
    listed: ReadonlyMap<string, HunkTexts> = new Map(),
  ): Promise<string | null> => {
    await copy?.flush();
    if (what === "keep") {
      const answer = await bridge.request("review:keep", { path, hunks: [...hunks] });
      if (!answer.ok) return refused(answer.error);
      if (copy?.kind === "text") copy.keepHunks(hunks);
      return reviewWords.kept(hunks.length);
    }
    const isAll = copy !== null && isAllOf(copy, hunks);
    const words = new Map(copy ? hunks.map((hunk) => [hunk, wordsOf(copy, hunk)]) : []);
    const textsOf = (hunk: string) => words.get(hunk) ?? listed.get(hunk) ?? null;
    const result = await undoEdits({ bridge, questions }, { path, hunks, areAll }, textsOf);
    if (result.status === "refused") return refused(result.error);
    if (result.status === "nothing else") {
      const { path: shown, name } = copy?.$about.get() ?? { path, name: path.split(/[\\/]/).pop() ?? path };
      offerTrash({ notices, tree }, shown ?? path, reviewWords.madeByEdit(name));
      return null;
    }
    const { undone, kept, gone, left } = result;
    if (gone.length > 0) notices.tell(reviewWords.gone(gone.length));
    if (left.length > 0) tellLeft(left, copy);
    if (copy?.kind === "text") copy.keepHunks(kept);
    if (copy) passOver(copy, undone);
    if (copy && isAll && undone.length > 0) offerTrashOfEmptied(copy);
    if (kept.length > 0) return reviewWords.kept(kept.length);
    if (undone.length > 0) return reviewWords.undone(undone.length);
    return gone.length > 0 ? reviewWords.gone(gone.length) : null;
  };

  const tellLeft = (left: readonly string[], copy: Copy | null) => {
    const run = () => {
      const hunk = copy && waiting(copy).find(({ id }) => left.includes(id));
      if (copy && hunk) go(copy, hunk);
    };
    notices.tell(reviewWords.left(left.length), copy ? { action: { label: reviewWords.showLeft, run } } : {});
  };

  const refused = ({ message, hint }: Notice): null => {
    notices.problem(message, { hint: hint ?? null });
    return null;
  };

  /** Offers to trash a file that an agent created and that is empty again. */
  const offerTrashOfEmptied = (copy: Copy) => {
    const { path, name } = copy.$about.get();
    if (path !== null) offerTrash({ notices, tree }, path, reviewWords.emptied(name));
  };

  const decideOn = async (what: Decision, copy: Copy, hunk: string): Promise<void> => {
    const path = copy.$review.get()?.path;
    const before = waiting(copy);
    const place = before.findIndex(({ id }) => id === hunk);
    if (path === undefined || place < 0) return notices.announce(reviewWords.gone(1));
    const typing = watchTyping();
    const said = await decide(what, path, [hunk], copy);
    const hasTyped = typing.stop();
    if (said === null) return;
    const left = waiting(copy).filter(({ id }) => id !== hunk);
    const order = [...before.slice(place + 1), ...before.slice(0, place)];
    const next = order.flatMap(({ id }) => left.find((each) => each.id === id) ?? [])[0];
    // If the user has started to type, leave the cursor there.
    if (next && hasTyped) notices.announce(said);
    else if (next) go(copy, next, said);
    else notices.announce(`${said}. ${reviewWords.noneLeft}`);
  };

  return {
    /** Goes to the next or previous edit from the cursor, wrapping around. */
    step: (by: 1 | -1) =>
      inTurn(async () => {
        const copy = front();
        if (!copy) return;
        const hunks = waiting(copy);
        const here = current(copy);
        const place = here ? hunks.indexOf(here) : -1;
        const next = here ? hunks.at((place + by) % hunks.length) : hunkBeside(hunks, copy.selectedSpan().from, by);
        if (next) go(copy, next);
        else notices.announce(reviewWords.none);
      }),
    /**
     * Decides on the edit at the cursor and goes to the next one. If there is none, only goes to one, so that nothing is decided
     * unseen.
     */
    decideHere: (what: Decision) =>
      inTurn(async () => {
        const copy = front();
        if (!copy) return;
        const hunk = current(copy);
        const next = hunk ? null : hunkBeside(waiting(copy), copy.selectedSpan().from, 1);
        if (hunk) await decideOn(what, copy, hunk.id);
        else if (next) go(copy, next);
        else notices.announce(reviewWords.none);
      }),
    /** Decides on a hunk by id, from its toolbar. */
    decideOn: (what: Decision, copy: Copy, hunk: string) => inTurn(() => decideOn(what, copy, hunk)),
    /** Decides on all edits of a document, by default the one in front. */
    decideAll: (what: Decision, copy: Copy | null = front()) =>
      inTurn(async () => {
        const path = copy?.$review.get()?.path;
        const hunks = copy ? waiting(copy).map(({ id }) => id) : [];
        if (!copy || path === undefined || hunks.length === 0) return notices.announce(reviewWords.none);
        const said = await decide(what, path, hunks, copy, true);
        if (said !== null) notices.announce(said);
      }),
    /** Decides on edits of any document, open or not. Returns the message to announce, or null if it failed. */
    decideIn: (what: Decision, path: string, hunks: readonly (HunkTexts & { id: string })[], copy: Copy | null) =>
      inTurn(() => {
        const ids = hunks.map(({ id }) => id);
        return decide(what, path, ids, copy, false, new Map(hunks.map((hunk) => [hunk.id, hunk])));
      }),
    /** Goes to a hunk by id. Waits until main has reported it: the document may just have been opened. */
    goTo: async (tab: Tab, hunk: string): Promise<void> => {
      const { copy } = tab;
      if (reading.isReading(tab.key)) reading.toggle(tab.key, copy);
      const found = () => waiting(copy).find(({ id }) => id === hunk);
      if (!found()) await told(copy, () => found() !== undefined);
      const there = found();
      if (there) go(copy, there);
      else notices.tell(reviewWords.gone(1));
    },
  };
}

/** Whether a document contains only what these hunks inserted, so that an agent created it. */
function isAllOf(copy: Copy, hunks: readonly string[]): boolean {
  const own = copy.$review.get()?.hunks.filter(({ id }) => hunks.includes(id)) ?? [];
  const parts = own.flatMap((hunk) => hunk.parts);
  if (parts.length === 0 || parts.some(({ removed }) => removed !== "")) return false;
  return parts.reduce((sum, { from, to }) => sum + to - from, 0) === copy.content().length;
}

/** Watches for user input; `stop` returns whether there was any. */
function watchTyping(): { stop(): boolean } {
  let hasTyped = false;
  const handleInput = () => {
    hasTyped = true;
  };
  window.addEventListener("input", handleInput, { capture: true });
  return {
    stop() {
      window.removeEventListener("input", handleInput, { capture: true });
      return hasTyped;
    },
  };
}

/** Waits until a condition on the review holds, at most `REVIEW_TIMEOUT_MS`: the hunk may be gone. */
function told(copy: Copy, isSo: () => boolean): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      done();
    };
    const timer = setTimeout(end, PATIENCE);
    const stop = copy.$review.listen(() => {
      if (isSo()) end();
    });
  });
}
