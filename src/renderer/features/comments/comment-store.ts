import { atom } from "nanostores";
import type { ShownLock, ShownThread } from "../../../shared/comments";
import type { Bridge, DocumentId } from "../../../shared/contract";
import type { Notices } from "../../ui/notices";
import type { CommentStore } from "../../workbench/api/feature-stores";
import type { Layout } from "../../workbench/api/layout";
import type { Tab, Tabs } from "../../workbench/api/tabs";
import { catchTyping } from "./catch-typing";
import { commentMessages } from "./messages";
import { createThreadChanges } from "./thread-changes";
import { createUnsentComments, draftKey, hasWords } from "./unsent-comments";

/** Debounce of the request, in milliseconds: comments change with every save. */
const DEBOUNCE_MS = 250;
/** The most characters that a comment is on. */
const MAX_WORDS = 10_000;

type Deps = {
  bridge: Bridge;
  tabs: Pick<Tabs, "$front" | "$tabs" | "activate">;
  layout: Pick<Layout, "showView" | "openSidebar" | "leaveSidebar">;
  notices: Pick<Notices, "info" | "error">;
};

/** The comments of the document in front; its editors show where they are. */
export function createCommentStore({ bridge, tabs, layout, notices }: Deps): CommentStore {
  const $threads = atom<readonly ShownThread[]>([]);
  const $locks = atom<readonly ShownLock[]>([]);
  const $state = atom<"loading" | "ready" | { error: string }>("loading");
  const $focus: CommentStore["$focus"] = atom(null);
  const unsent = createUnsentComments({ bridge, failed: (message) => notices.error(message) });
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const textTab = (): (Tab & { editor: Extract<Tab["editor"], { kind: "text" }> }) | null => {
    const tab = tabs.$front.get();
    return tab?.editor.kind === "text" ? (tab as never) : null;
  };

  async function load(): Promise<void> {
    const mine = ++asked;
    const tab = tabs.$front.get();
    const hasThreads = tab?.editor.kind === "text" || tab?.editor.kind === "office";
    if (tab === null || !hasThreads || tab.editor.$info.get().path === null) {
      $state.set("ready");
      return show([], []);
    }
    const answer = await bridge.request("comments:list", tab.doc);
    if (mine !== asked) return;
    if (answer.ok) await mark(tab.doc, answer.threads, answer.locks);
    $state.set(answer.ok ? "ready" : { error: answer.error.message });
    show(answer.ok ? answer.threads : [], answer.ok ? answer.locks : []);
  }
  const show = (threads: readonly ShownThread[], locks: readonly ShownLock[]): void => {
    $threads.set(threads);
    $locks.set(locks);
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void load(), DEBOUNCE_MS);
  };

  /** Documents whose editors have shown marks, and must be cleared when there are none left. */
  const marked = new Set<DocumentId>();
  async function mark(doc: DocumentId, threads: readonly ShownThread[], locks: readonly ShownLock[]): Promise<void> {
    if (threads.length === 0 && locks.length === 0 && !marked.has(doc)) return;
    marked.add(doc);
    const { showMarks } = await import("./comment-marks");
    for (const tab of tabs.$tabs.get())
      if (tab.doc === doc && tab.editor.kind === "text")
        for (const spec of showMarks(tab.editor.state(), threads, locks)) tab.editor.edit(spec);
  }

  let front: DocumentId | null = null;
  tabs.$front.subscribe((tab) => {
    if ((tab?.doc ?? null) === front) return;
    if (front !== null) unsent.dropEmpty(front);
    front = tab?.doc ?? null;
    $state.set("loading");
    show([], []);
    soon();
    void unsent.bringToFront(front).then((count) => {
      if (count > 0)
        notices.info(commentMessages.kept(count), { action: { label: commentMessages.showKept, run: open } });
    });
  });
  bridge.listen("comments:changed", ({ docs }) => {
    if (front !== null && docs.includes(front)) soon();
  });

  const { accepted, ...changes } = createThreadChanges({ bridge, notices, unsent, front: () => front, load });
  const open = (): void => {
    layout.showView("comments");
    layout.openSidebar();
    $focus.set("list");
  };

  function backToText(): void {
    layout.leaveSidebar();
    const tab = tabs.$front.get();
    if (tab !== null) tabs.activate(tab.doc);
  }

  return {
    ...changes,
    $threads,
    $locks,
    $state,
    $drafts: unsent.$drafts,
    $focus,
    start() {
      const tab = textTab();
      if (tab === null) return;
      // Before anything is written: a document without a file can have no comments.
      if (tab.editor.$info.get().path === null) return void notices.info(commentMessages.saveFirst);
      const { from, to } = tab.editor.selectedRange();
      const selected = tab.editor.content().sliceString(from, Math.min(to, from + MAX_WORDS));
      const start = selected.length - selected.trimStart().length;
      const words = selected.trim();
      if (words === "") return void notices.info(commentMessages.selectFirst);
      unsent.dropEmpty(tab.doc);
      const id = crypto.randomUUID();
      const draft = { kind: "new", id, from: from + start, words, needsMe: false, text: "" } as const;
      unsent.type(tab.doc, draft);
      open();
      $focus.set({ draft: id });
      // The view may still have to be loaded.
      catchTyping(commentMessages.write, {
        typed: (text) => unsent.type(tab.doc, { ...draft, text }),
        send: () => {
          const now = unsent.of(tab.doc, draftKey(draft));
          if (now !== undefined && hasWords(now)) void changes.send(now).then((isSent) => isSent && backToText());
        },
        leave: backToText,
      });
    },
    show: open,
    type(draft) {
      if (front !== null) unsent.type(front, draft);
    },
    async goTo(thread) {
      const { editor } = tabs.$front.get() ?? {};
      if (editor?.kind === "office") {
        layout.leaveSidebar();
        return goToWords(editor, thread.words);
      }
      const tab = textTab();
      if (tab === null) return;
      const { rangeOf } = await import("./comment-marks");
      const range = rangeOf(tab.editor.state(), thread);
      if (range === null) return;
      tab.editor.edit({ selection: { anchor: range.from, head: range.to }, scrollIntoView: true });
      layout.leaveSidebar();
      tabs.activate(tab.doc);
    },
    async protect(kind) {
      const tab = textTab();
      if (tab === null) return;
      const { from, to } = tab.editor.selectedRange();
      const there = $locks.get().find((each) => each.kind === kind && each.from <= from && from <= each.to);
      const { doc } = tab;
      const isDone = await accepted(
        there === undefined
          ? bridge.request("comments:protect", { doc, from, to, kind, mode: "locked" })
          : bridge.request("comments:unprotect", { doc, lock: there.lock }),
      );
      if (isDone !== null)
        notices.info(there === undefined ? commentMessages.protectedNow : commentMessages.unprotected);
    },
    backToText,
  };
}

/** Goes to words of an Office document: those in one paragraph, since that is what is searched. */
async function goToWords(editor: Exclude<Tab["editor"], { kind: "text" }>, words: string): Promise<void> {
  const [match = ""] = words.split("\n");
  await editor.goToText({ match: match.slice(0, 200), before: "", after: "", rank: 0, mayFocus: () => true });
}
