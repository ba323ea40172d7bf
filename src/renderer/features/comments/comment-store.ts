import { atom } from "nanostores";
import type { Bridge, DocumentId, Outcome, ShownLock, ShownThread } from "../../../shared/contract";
import type { Notices } from "../../ui/notices";
import type { CommentStore } from "../../workbench/api/feature-stores";
import type { Layout } from "../../workbench/api/layout";
import type { Tab, Tabs } from "../../workbench/api/tabs";
import { commentMessages } from "./messages";

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
  const $draft = atom<{ doc: DocumentId; from: number; words: string } | null>(null);
  const $focus = atom(false);
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const textTab = (): (Tab & { editor: Extract<Tab["editor"], { kind: "text" }> }) | null => {
    const tab = tabs.$front.get();
    return tab?.editor.kind === "text" ? (tab as never) : null;
  };

  async function load(): Promise<void> {
    const mine = ++asked;
    const tab = textTab();
    if (tab === null || tab.editor.$info.get().path === null) return show([], []);
    const answer = await bridge.request("comments:list", tab.doc);
    if (mine !== asked) return;
    if (answer.ok) await mark(tab.doc, answer.threads, answer.locks);
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
    front = tab?.doc ?? null;
    $draft.set(null);
    show([], []);
    soon();
  });
  bridge.listen("comments:changed", ({ docs }) => {
    if (front !== null && docs.includes(front)) soon();
  });

  /** Reports a refusal; true if there was none. The list follows by the event of main. */
  async function accepted(answer: Promise<Outcome<object>>): Promise<boolean> {
    const outcome = await answer;
    if (!outcome.ok) notices.error(outcome.error.message);
    else await load();
    return outcome.ok;
  }
  const open = (): void => {
    layout.showView("comments");
    layout.openSidebar();
    $focus.set(true);
  };

  return {
    $threads,
    $locks,
    $draft,
    $focus,
    start() {
      const tab = textTab();
      if (tab === null) return;
      const { from, to } = tab.editor.selectedRange();
      const words = tab.editor.content().sliceString(from, Math.min(to, from + MAX_WORDS));
      const start = words.length - words.trimStart().length;
      if (words.trim() === "") return void notices.info(commentMessages.selectFirst);
      $draft.set({ doc: tab.doc, from: from + start, words: words.trim() });
      open();
    },
    cancel: () => $draft.set(null),
    show: open,
    async add(text, needsMe) {
      const draft = $draft.get();
      if (draft === null) return false;
      const isDone = await accepted(bridge.request("comments:add", { ...draft, text, needsMe }));
      if (isDone) $draft.set(null);
      return isDone;
    },
    async reply(thread, text) {
      return front !== null && accepted(bridge.request("comments:reply", { doc: front, thread, text }));
    },
    async set(thread, change) {
      if (front !== null) await accepted(bridge.request("comments:set", { doc: front, thread, ...change }));
    },
    async edit(thread, message, text) {
      if (front !== null) await accepted(bridge.request("comments:edit", { doc: front, thread, message, text }));
    },
    async goTo(thread) {
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
      if (isDone) notices.info(there === undefined ? commentMessages.protectedNow : commentMessages.unprotected);
    },
    backToText() {
      layout.leaveSidebar();
      const tab = tabs.$front.get();
      if (tab !== null) tabs.activate(tab.doc);
    },
  };
}
