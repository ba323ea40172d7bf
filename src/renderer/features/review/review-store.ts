import { serialQueue } from "../../../core/async/serial-queue";
import type { HunkTexts } from "../../editor/review/describe-hunk";
import { hunkBeside } from "../../editor/review/hunk-positions";
import type { Decision, ListedEdit } from "../../editor/review/listed-edits";
import { reviewMessages } from "../../editor/review/messages";
import { REVIEW_TIMEOUT_MS } from "../../ui/limits";
import type { ReviewStore } from "../../workbench/api/feature-stores";
import type { Shell } from "../../workbench/api/shell";
import type { TabEditor } from "../../workbench/api/tabs";
import { createEditDecisions } from "./edit-decisions";
import { createEditNavigation } from "./edit-navigation";

type ListedHunk = HunkTexts & { id: string };

type Deps = Pick<Shell, "bridge" | "tabs" | "notices" | "questions" | "previews" | "tree" | "layout">;

/** Navigates between pending edits, and keeps or undoes them. */
export function createReviewStore(deps: Deps): ReviewStore {
  const { tabs, notices, previews, layout } = deps;
  const navigation = createEditNavigation(deps);
  const { waiting, current, go, front } = navigation;
  const decide = createEditDecisions({ ...deps, navigation });
  const enqueue = serialQueue();

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
