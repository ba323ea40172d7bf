import type { DocumentId } from "../../../shared/contract";
import { messages } from "../../ui/messages";
import type { Notices } from "../../ui/notices";
import type { Questions } from "../../ui/questions";
import type { Focus, Tab } from "../api/tabs";
import { closeEditor, isSafe, savesItself } from "./close-tab";
import type { TabStore } from "./tab-store";

type Deps = {
  notices: Notices;
  questions: Questions;
  /** Remembers a tab, to reopen it. `again`: its document stays open in another one. */
  keepClosed(tab: Tab, how: "last" | "again"): void;
};

/** Takes the focus out of the text; returns what gives it back, unless the user has put it elsewhere. */
function leaveText(): () => void {
  // Tests of the tabs run without a page.
  const focused = typeof document === "undefined" ? null : document.activeElement;
  if (focused === null || !(focused instanceof HTMLElement) || focused.closest(".canvas-panel") === null)
    return () => {};
  focused.blur();
  return () => {
    if (document.activeElement === document.body) focused.focus({ preventScroll: true });
  };
}

/** Closes tabs and moves them to other windows, once their text is safe. */
export function createClosing(store: TabStore, { notices, questions, keepClosed }: Deps) {
  const { $tabs, $front, closing, known, tabsOf, find, bringToFront, remove, detach, isOpenTwice } = store;

  const forget = (tab: Tab, focus: Focus) => {
    keepClosed(tab, "last");
    remove(tab, focus);
  };

  /**
   * Closes a tab once its text is safe; false if it stays open. A second call during closing returns the same promise.
   */
  const closeTab = (tab: Tab, focus: Focus = "canvas"): Promise<boolean> => {
    const running = closing.get(tab.key);
    if (running) return running;
    if (known(tab.key) !== tab) return Promise.resolve(true);
    const name = tab.editor.$info.get().name;
    if (isOpenTwice(tab)) {
      keepClosed(tab, "again");
      detach(tab, focus);
      notices.announce(messages.tabs.closed(name));
      return Promise.resolve(true);
    }
    const work = closeEditor(tab.editor, { questions, notices, bringToFront: () => bringToFront(tab, "stays") })
      .then((isClosed) => {
        if (isClosed) {
          forget(tab, focus);
          notices.announce(messages.tabs.closed(name));
        }
        return isClosed;
      })
      .finally(() => closing.delete(tab.key));
    closing.set(tab.key, work);
    return work;
  };

  const close = (doc: DocumentId, focus: Focus = "canvas"): Promise<boolean> => {
    const tab = find(doc);
    return tab ? closeTab(tab, focus) : Promise.resolve(true);
  };

  let pendingCloses = 0;
  let closingFront: Promise<void> | null = null;
  /**
   * Closes the front tab; each further call during closing closes one more. A tab that stays open ends this, and while
   * a question is shown, calls are ignored. Meanwhile keys go neither into a document with a file
   * nor into the next one.
   */
  const closeFront = async (): Promise<void> => {
    if (questions.$pending.get().length > 0) return;
    pendingCloses += 1;
    if (pendingCloses > 1) return;
    // Before a question about a text without a file, the user may finish the word.
    const first = $front.get();
    const focusAgain = first !== null && savesItself(first.editor) ? leaveText() : () => {};
    const work = async () => {
      while (pendingCloses > 0) {
        const front = $front.get();
        const isClosed = front !== null && (await closeTab(front).catch(() => false));
        pendingCloses = isClosed ? pendingCloses - 1 : 0;
        if (!isClosed) focusAgain();
      }
    };
    closingFront = work().finally(() => {
      closingFront = null;
    });
    return closingFront;
  };

  /** While a document is transferred, the window ignores input so that nothing is typed into it. */
  const withoutKeys = async <T>(work: () => Promise<T>): Promise<T> => {
    document.body.inert = true;
    try {
      return await work();
    } finally {
      document.body.inert = false;
    }
  };

  /** Moves a document to a new window, and removes its tab once main has accepted it. */
  const moveToWindow = async (doc: DocumentId): Promise<void> => {
    const tab = find(doc);
    if (!tab || closing.has(tab.key)) return;
    for (const other of tabsOf(doc)) if (other !== tab) detach(other, "stays");
    const work = withoutKeys(async () => {
      const answer = await tab.editor.transfer();
      if (answer.ok) remove(tab, "stays");
      else notices.error(answer.error.message, { hint: answer.error.hint ?? null });
      return answer.ok;
    }).finally(() => closing.delete(tab.key));
    closing.set(tab.key, work);
    await work;
  };

  return {
    close,
    closeTab,
    closeFront,
    frontClosed: () => closingFront,
    moveToWindow,
    async closeAllSafely(): Promise<boolean> {
      await Promise.allSettled($tabs.get().map(({ editor }) => editor.flush()));
      for (const { doc, editor } of [...$tabs.get()]) {
        if (!isSafe(editor) && !(await close(doc, "stays"))) return false;
      }
      return true;
    },
    async closeTrashed(tab: Tab): Promise<void> {
      if (isOpenTwice(tab)) detach(tab, "stays");
      else if (await tab.editor.close(true)) forget(tab, "stays");
    },
  };
}
