import { type PendingHunk, textsOfHunks } from "../../../core/review/pending-edits";
import type { Notice } from "../../../shared/contract";
import { writesOfHunk } from "../../editor/review/agent-lanes";
import { describeHunk, type HunkTexts, writerNames } from "../../editor/review/describe-hunk";
import { hunkAt, hunkBeside } from "../../editor/review/hunk-positions";
import { cursorAtHunk } from "../../editor/review/hunk-toolbar";
import type { Decision, ListedEdit } from "../../editor/review/listed-edits";
import { reviewMessages } from "../../editor/review/messages";
import { offerTrash, undoEdits } from "../../editor/review/undo-edits";
import { serialQueue } from "../../ui/serial-queue";
import type { ReviewStore } from "../../workbench/api/feature-stores";
import type { Shell } from "../../workbench/api/shell";
import type { TabEditor } from "../../workbench/api/tabs";

/** Main reports the pending edits of a document shortly after it was opened; the longest wait, in milliseconds. */
const REVIEW_TIMEOUT_MS = 3000;

type ListedHunk = HunkTexts & { id: string };

type Deps = Pick<Shell, "bridge" | "tabs" | "notices" | "questions" | "previews" | "tree" | "layout">;

/** Navigates between pending edits, and keeps or undoes them. */
export function createReviewStore(deps: Deps): ReviewStore {
  const { bridge, tabs, notices, questions, previews, tree, layout } = deps;
  /** Hunks that are decided on but may still be in main's last report. */
  const decided = new Set<string>();
  /** The hunk that the last step went to: it is meant if two hunks share a position. */
  let lastStep: { doc: string; hunk: string; at: number } | null = null;
  const enqueue = serialQueue();

  const waiting = (editor: TabEditor): readonly PendingHunk[] =>
    editor.$review.get()?.hunks.filter(({ id }) => !decided.has(id)) ?? [];

  const current = (editor: TabEditor): PendingHunk | null => {
    const at = editor.selectedRange().from;
    const hunks = waiting(editor);
    const meant =
      lastStep?.doc === editor.doc && lastStep.at === at ? hunks.find(({ id }) => id === lastStep?.hunk) : undefined;
    return meant ?? hunkAt(hunks, at);
  };

  const describe = (editor: TabEditor, hunk: PendingHunk): string => {
    const review = editor.$review.get();
    const hunks = waiting(editor);
    const position = hunks.findIndex(({ id }) => id === hunk.id) + 1;
    if (!review) return "";
    const who = writerNames(writesOfHunk(review.writes, hunk));
    const texts = textsOfHunk(editor, hunk.id);
    return `${reviewMessages.editOf(position, hunks.length, who)}${texts ? `: ${describeHunk(texts)}` : ""}`;
  };

  const textsOfHunk = (editor: TabEditor, hunk: string) => {
    const content = editor.content();
    const slice = (from: number, to: number) => content.sliceString(from, to);
    return textsOfHunks(editor.$review.get()?.pending ?? [], slice).get(hunk) ?? null;
  };

  const go = (editor: TabEditor, hunk: PendingHunk, message: string | null = null): void => {
    const at = hunk.parts[0]?.from ?? hunk.from;
    editor.reveal({ from: at });
    editor.edit({ effects: cursorAtHunk({ hunk: hunk.id, at }) });
    lastStep = { doc: editor.doc, hunk: hunk.id, at };
    const description = describe(editor, hunk);
    notices.announce(message === null ? description : `${message}. ${description}`);
  };

  /** The editor of the tab in front; a tab in preview is switched to its editor. */
  const front = (): TabEditor | null => {
    const tab = tabs.$front.get();
    if (!tab) return null;
    if (previews.isPreview(tab.key)) {
      previews.toggle(tab.key, tab.editor);
      tabs.bring(tab);
    }
    return tab.editor;
  };

  /** Hides decided hunks until main no longer reports them. */
  const hideDecided = (editor: TabEditor, hunks: readonly string[]) => {
    const left = () => editor.$review.get()?.hunks.filter(({ id }) => hunks.includes(id)) ?? [];
    const still = left();
    if (still.length === 0) return;
    for (const { id } of still) decided.add(id);
    const stop = editor.$review.listen(() => {
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
    editor: TabEditor | null,
    areAll = false,
    listed: ReadonlyMap<string, HunkTexts> = new Map(),
  ): Promise<string | null> => {
    await editor?.flush();
    if (what === "keep") {
      const answer = await bridge.request("review:keep", { path, hunks: [...hunks] });
      if (!answer.ok) return showError(answer.error);
      if (editor?.kind === "text") editor.keepHunks(hunks);
      return reviewMessages.kept(hunks.length);
    }
    const isAll = editor !== null && isAllOf(editor, hunks);
    const textsById = new Map(editor ? hunks.map((hunk) => [hunk, textsOfHunk(editor, hunk)]) : []);
    const textsOf = (hunk: string) => textsById.get(hunk) ?? listed.get(hunk) ?? null;
    const result = await undoEdits({ bridge, questions }, { path, hunks, areAll }, textsOf);
    if (result.status === "refused") return showError(result.error);
    if (result.status === "nothing else") {
      const { path: shown, name } = editor?.$info.get() ?? { path, name: path.split(/[\\/]/).pop() ?? path };
      offerTrash({ notices, tree }, shown ?? path, reviewMessages.madeByEdit(name));
      return null;
    }
    const { undone, kept, gone, left } = result;
    if (gone.length > 0) notices.info(reviewMessages.noLongerApplies(gone.length));
    if (left.length > 0) notifyLeft(left, editor);
    if (editor?.kind === "text") editor.keepHunks(kept);
    if (editor) hideDecided(editor, undone);
    if (editor && isAll && undone.length > 0) offerTrashOfEmptied(editor);
    if (kept.length > 0) return reviewMessages.kept(kept.length);
    if (undone.length > 0) return reviewMessages.undone(undone.length);
    return gone.length > 0 ? reviewMessages.noLongerApplies(gone.length) : null;
  };

  const notifyLeft = (left: readonly string[], editor: TabEditor | null) => {
    const run = () => {
      const hunk = editor && waiting(editor).find(({ id }) => left.includes(id));
      if (editor && hunk) go(editor, hunk);
    };
    notices.info(reviewMessages.leftForYou(left.length), editor ? { action: { label: reviewMessages.show, run } } : {});
  };

  const showError = ({ message, hint }: Notice): null => {
    notices.error(message, { hint: hint ?? null });
    return null;
  };

  /** Offers to trash a file that an agent created and that is empty again. */
  const offerTrashOfEmptied = (editor: TabEditor) => {
    const { path, name } = editor.$info.get();
    if (path !== null) offerTrash({ notices, tree }, path, reviewMessages.emptied(name));
  };

  const decideOn = async (what: Decision, editor: TabEditor, hunk: string): Promise<void> => {
    const path = editor.$review.get()?.path;
    const before = waiting(editor);
    const index = before.findIndex(({ id }) => id === hunk);
    if (path === undefined || index < 0) return notices.announce(reviewMessages.noLongerApplies(1));
    const typing = watchTyping();
    const message = await decide(what, path, [hunk], editor);
    const hasTyped = typing.stop();
    if (message === null) return;
    const left = waiting(editor).filter(({ id }) => id !== hunk);
    const order = [...before.slice(index + 1), ...before.slice(0, index)];
    const next = order.flatMap(({ id }) => left.find((each) => each.id === id) ?? [])[0];
    // If the user has started to type, leave the cursor there.
    if (next && hasTyped) notices.announce(message);
    else if (next) go(editor, next, message);
    else notices.announce(`${message}. ${reviewMessages.noMore}`);
  };

  /** Decides on edits of any document, open or not. Returns the message to announce, or null if it failed. */
  const decideIn = (what: Decision, path: string, hunks: readonly ListedHunk[], editor: TabEditor | null) => {
    const listed = new Map(hunks.map((hunk) => [hunk.id, hunk]));
    return enqueue(() => decide(what, path, [...listed.keys()], editor, false, listed));
  };

  return {
    step: (by: 1 | -1) =>
      enqueue(async () => {
        const editor = front();
        if (!editor) return;
        const hunks = waiting(editor);
        const here = current(editor);
        const index = here ? hunks.indexOf(here) : -1;
        const next = here ? hunks.at((index + by) % hunks.length) : hunkBeside(hunks, editor.selectedRange().from, by);
        if (next) go(editor, next);
        else notices.announce(reviewMessages.none);
      }),
    /**
     * Decides on the edit at the cursor and goes to the next one. If there is none, only goes to one, so that nothing is decided
     * unseen.
     */
    decideHere: (what: Decision) =>
      enqueue(async () => {
        const editor = front();
        if (!editor) return;
        const hunk = current(editor);
        const next = hunk ? null : hunkBeside(waiting(editor), editor.selectedRange().from, 1);
        if (hunk) await decideOn(what, editor, hunk.id);
        else if (next) go(editor, next);
        else notices.announce(reviewMessages.none);
      }),
    decideOn: (what: Decision, editor: TabEditor, hunk: string) => enqueue(() => decideOn(what, editor, hunk)),
    decideAll: (what: Decision, editor: TabEditor | null = front()) =>
      enqueue(async () => {
        const path = editor?.$review.get()?.path;
        const hunks = editor ? waiting(editor).map(({ id }) => id) : [];
        if (!editor || path === undefined || hunks.length === 0) return notices.announce(reviewMessages.none);
        const message = await decide(what, path, hunks, editor, true);
        if (message !== null) notices.announce(message);
      }),
    decideOnEdits: (what: Decision, edits: readonly ListedEdit[]) => decideOnEach(what, edits, deps, decideIn),
    goToEdit: async ({ document, hunk }: ListedEdit, focus: "canvas" | "stays"): Promise<void> => {
      const doc = await tabs.openPath(document.shown, focus);
      const tab = doc === null ? null : tabs.find(doc);
      if (!tab) return;
      if (focus === "canvas") layout.leaveSidebar();
      const { editor } = tab;
      if (previews.isPreview(tab.key)) previews.toggle(tab.key, editor);
      const found = () => waiting(editor).find(({ id }) => id === hunk.id);
      // Main may not have reported it yet: the document may just have been opened.
      if (!found()) await waitForReview(editor, () => found() !== undefined);
      const there = found();
      if (there) go(editor, there);
      else notices.info(reviewMessages.noLongerApplies(1));
    },
  };
}

/** Decides on edits of several documents, one document after the other. */
async function decideOnEach(
  what: Decision,
  edits: readonly ListedEdit[],
  { tabs, notices }: Pick<Deps, "tabs" | "notices">,
  decideIn: (what: Decision, path: string, hunks: ListedHunk[], editor: TabEditor | null) => Promise<string | null>,
): Promise<void> {
  const results: string[] = [];
  for (const [path, own] of byDocument(edits)) {
    const editor = tabs.ofPath(own[0]?.document.shown ?? path)?.editor ?? null;
    const hunks = own.map(({ hunk }) => hunk);
    const result = await decideIn(what, path, hunks, editor);
    if (result !== null) results.push(result);
  }
  if (results.length > 0) notices.announce(describeDecision(what, results, edits.length));
}

/** The edits of each document, by its path. */
function byDocument(edits: readonly ListedEdit[]): Map<string, ListedEdit[]> {
  const byPath = new Map<string, ListedEdit[]>();
  for (const edit of edits) byPath.set(edit.document.path, [...(byPath.get(edit.document.path) ?? []), edit]);
  return byPath;
}

/** One sentence for decisions on `count` edits in several documents; `results` has that of each. */
function describeDecision(what: Decision, results: readonly string[], count: number): string {
  const t = reviewMessages;
  return results.length === 1 ? (results[0] ?? "") : (what === "keep" ? t.kept : t.undone)(count);
}

/** Whether a document contains only what these hunks inserted, so that an agent created it. */
function isAllOf(editor: TabEditor, hunks: readonly string[]): boolean {
  const own = editor.$review.get()?.hunks.filter(({ id }) => hunks.includes(id)) ?? [];
  const parts = own.flatMap((hunk) => hunk.parts);
  if (parts.length === 0 || parts.some(({ removed }) => removed !== "")) return false;
  return parts.reduce((sum, { from, to }) => sum + to - from, 0) === editor.content().length;
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
function waitForReview(editor: TabEditor, isSo: () => boolean): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      stop();
      done();
    };
    const timer = setTimeout(end, REVIEW_TIMEOUT_MS);
    const stop = editor.$review.listen(() => {
      if (isSo()) end();
    });
  });
}
