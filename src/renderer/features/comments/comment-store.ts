import { atom, type WritableAtom } from "nanostores";
import type { CommentedDocument, ShownLock, ShownThread } from "../../../shared/comments";
import type { Bridge, DocumentId } from "../../../shared/contract";
import type { Notices } from "../../ui/notices";
import type { Addressee, CommentStore } from "../../workbench/api/feature-stores";
import type { Layout } from "../../workbench/api/layout";
import type { Shell } from "../../workbench/api/shell";
import type { Tab, Tabs } from "../../workbench/api/tabs";
import { catchTyping } from "./catch-typing";
import { commentMessages } from "./messages";
import { createThreadChanges } from "./thread-changes";
import { createUnsentComments, draftKey, hasWords } from "./unsent-comments";

/** Debounce of the request, in milliseconds: comments change with every save. */
const DEBOUNCE_MS = 250;
/** The same for the whole folder, which takes longer to list. */
const FOLDER_DEBOUNCE_MS = 1_500;
/** The most characters that a comment is on. */
const MAX_WORDS = 10_000;

type Folder = { documents: readonly CommentedDocument[]; unread: number } | { error: string } | null;

type Deps = {
  bridge: Bridge;
  tabs: Pick<Tabs, "$front" | "$tabs" | "activate" | "openPath">;
  layout: Pick<Layout, "showView" | "openSidebar" | "leaveSidebar" | "$sidebar">;
  notices: Pick<Notices, "info" | "error">;
  /** For the cards beside the text. */
  shell(): Shell;
};

/** The comments of the document in front; its editors show where they are. */
export function createCommentStore({ bridge, tabs, layout, notices, shell }: Deps): CommentStore {
  const $threads = atom<readonly ShownThread[]>([]);
  const $locks = atom<readonly ShownLock[]>([]);
  const $state = atom<"loading" | "ready" | { error: string }>("loading");
  const $focus: CommentStore["$focus"] = atom(null);
  const $active = atom<string | null>(null);
  const $folder: WritableAtom<Folder> = atom(null);
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
    const [{ showMarks }, { commentMargin }] = await Promise.all([
      import("./comment-marks"),
      import("./margin/comment-margin"),
    ]);
    for (const tab of tabs.$tabs.get()) {
      if (tab.doc !== doc || tab.editor.kind !== "text") continue;
      const beside = commentMargin(shell(), doc);
      for (const spec of showMarks(tab.editor.state(), threads, locks, beside)) tab.editor.edit(spec);
    }
  }

  /** The documents whose editors have room for cards beside the text. */
  const withMargin = new Set<DocumentId>();
  /** Shows what the user writes beside the text where there is room, else in the side bar. */
  async function showDrafts(doc: DocumentId): Promise<void> {
    const { open: isOpen, view } = layout.$sidebar.get();
    if (isOpen && view === "comments") return;
    if (!marked.has(doc)) {
      marked.add(doc);
      await mark(doc, $threads.get(), $locks.get());
      // The editor measures whether there is room before its next frame.
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    }
    if (!withMargin.has(doc)) openPane();
  }

  let front: DocumentId | null = null;
  tabs.$front.subscribe((tab) => {
    if ((tab?.doc ?? null) === front) return;
    if (front !== null) unsent.dropEmpty(front);
    front = tab?.doc ?? null;
    $active.set(null);
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
    if ($folder.get() !== null) folderSoon();
  });

  const { accepted, ...changes } = createThreadChanges({
    bridge,
    notices,
    unsent,
    front: () => front,
    load,
    onSent: (thread, text) => void handOver(thread, text),
  });
  const openPane = (): void => {
    layout.showView("comments");
    layout.openSidebar();
  };
  const open = (): void => {
    openPane();
    $focus.set("list");
  };

  async function loadFolder(): Promise<void> {
    const answer = await bridge.request("comments:folder", undefined);
    $folder.set(answer.ok ? answer : { error: answer.error.message });
  }
  let folderTimer: ReturnType<typeof setTimeout> | undefined;
  function folderSoon(): void {
    clearTimeout(folderTimer);
    folderTimer = setTimeout(() => void loadFolder(), FOLDER_DEBOUNCE_MS);
  }

  async function markRead(threads: readonly string[] = $threads.get().map(({ thread }) => thread)): Promise<void> {
    const unread = $threads.get().filter(({ thread, isUnread }) => isUnread && threads.includes(thread));
    if (front === null || unread.length === 0) return;
    const ids = unread.map(({ thread }) => thread);
    const answer = await bridge.request("comments:read", { doc: front, threads: ids });
    if (answer.ok) await load();
  }

  function activate(thread: string | null): void {
    $active.set(thread);
    if (thread !== null && document.hasFocus()) void markRead([thread]);
  }

  async function goTo(thread: ShownThread, how: "text" | "card" = "text"): Promise<void> {
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
    activate(thread.thread);
    if (how === "card") return $focus.set({ thread: thread.thread });
    layout.leaveSidebar();
    tabs.activate(tab.doc);
  }

  async function addressees(): Promise<readonly Addressee[]> {
    const { addresseesIn } = await import("./addressees");
    return addresseesIn(await bridge.request("assistant:setup", undefined));
  }

  async function ask(ids: readonly string[], to: Addressee | null = null): Promise<boolean> {
    const tab = tabs.$front.get();
    if (tab === null) return false;
    const threads = $threads.get().filter(({ thread }) => ids.includes(thread));
    return (await import("./ask-agent")).askAgent(shell(), { tab, threads, to });
  }

  /** A comment that mentions an agent hands its thread to that agent. */
  async function handOver(thread: string, text: string): Promise<void> {
    if (!text.includes("@")) return;
    const { mentionedIn } = await import("./addressees");
    const to = mentionedIn(text, await addressees());
    if (to !== null && (await ask([thread], to))) notices.info(commentMessages.handedOver(to.name));
  }

  /** The thread with the fewest words around the cursor. */
  async function threadAtCursor(editor: NonNullable<ReturnType<typeof textTab>>["editor"]): Promise<string | null> {
    const { markedThreads } = await import("./comment-marks");
    const { from } = editor.selectedRange();
    const found = markedThreads(editor.state(), from, from).sort((a, b) => a.to - a.from - (b.to - b.from));
    return found[0]?.thread ?? null;
  }

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
    $active,
    activate,
    stepFrom(thread, by) {
      const open = $threads.get().filter(({ status, range }) => status === "open" && range !== null);
      const next = open[open.findIndex((each) => each.thread === thread) + by];
      if (next !== undefined) void goTo(next, "card");
    },
    reportMargin(doc, hasRoom) {
      if (hasRoom) withMargin.add(doc);
      else withMargin.delete(doc);
    },
    $folder,
    loadFolder,
    async goToIn(path, thread) {
      if ((await tabs.openPath(path, "canvas")) === null) return;
      await load();
      const now = $threads.get().find((each) => each.thread === thread.thread);
      if (now !== undefined) await goTo(now);
    },
    markRead,
    addressees,
    ask: (threads) => ask(threads),
    start() {
      const tab = textTab();
      if (tab === null) return;
      // Before anything is written: a document without a file can have no comments.
      if (tab.editor.$info.get().path === null) return void notices.info(commentMessages.saveFirst);
      const { from, to } = tab.editor.selectedRange();
      const selected = tab.editor.content().sliceString(from, Math.min(to, from + MAX_WORDS));
      const start = selected.length - selected.trimStart().length;
      const words = selected.trim();
      if (words === "") {
        void threadAtCursor(tab.editor).then((thread) => {
          if (thread === null) return notices.info(commentMessages.selectFirst);
          if (!withMargin.has(tab.doc)) openPane();
          activate(thread);
          $focus.set({ thread });
        });
        return;
      }
      unsent.dropEmpty(tab.doc);
      const id = crypto.randomUUID();
      const draft = { kind: "new", id, from: from + start, words, needsMe: false, text: "" } as const;
      unsent.type(tab.doc, draft);
      void showDrafts(tab.doc);
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
    goTo: (thread) => void goTo(thread),
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
