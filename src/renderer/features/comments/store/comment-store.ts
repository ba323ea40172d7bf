import type { Text } from "@codemirror/state";
import { atom, type ReadableAtom, type WritableAtom } from "nanostores";
import type { ShownLock, ShownThread } from "../../../../shared/comments";
import type { Bridge, DocumentId } from "../../../../shared/contract";
import type { Notices } from "../../../ui/notices";
import type { CommentStore, PlacedThread } from "../../../workbench/api/feature-stores";
import type { Layout } from "../../../workbench/api/layout";
import type { Shell } from "../../../workbench/api/shell";
import type { Tabs } from "../../../workbench/api/tabs";
import { createFolderThreads } from "../folder-threads";
import { createHandOver } from "../hand-over";
import { commentMessages } from "../messages";
import { createProtection } from "../protection";
import { createThreadChanges } from "../thread-changes";
import { createThreadNavigation, frontTextTab } from "../thread-navigation";
import { createUnsentComments } from "../unsent-comments";
import { createCommentStart } from "./comment-start";
import { createMarkedEditors } from "./marked-editors";
import { createPageComments } from "./page-comments";
import { createPreviewComments } from "./preview-comments";

/** Debounce of the request, in milliseconds: comments change with every save. */
const DEBOUNCE_MS = 250;

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
  const $lostLocks = atom<readonly ShownLock[]>([]);
  const $state = atom<"loading" | "ready" | { error: string }>("loading");
  const $focus: CommentStore["$focus"] = atom(null);
  const $active = atom<string | null>(null);
  const unsent = createUnsentComments({ bridge, failed: (message) => notices.error(message) });
  const openPane = (): void => {
    layout.showView("comments");
    layout.openSidebar();
  };
  const folder = createFolderThreads(bridge);
  const editors = createMarkedEditors({
    tabs,
    layout,
    shell,
    openPane,
    onMark: (doc, mark) => showMark(doc, mark),
    $threads,
    $locks,
  });
  const inPreview = createPreviewComments({
    shell,
    onWidth: editors.reportMargin,
    onPicked: (doc, thread) => showCard(doc, thread),
  });
  const onPages = createPageComments({ shell, $drafts: unsent.$drafts, onWidth: editors.reportMargin });
  const handingOver = createHandOver({ bridge, tabs, notices, $threads, shell });
  const { markRead, activate } = createReading({ bridge, $threads, $active, front: () => front, load });
  const navigation = createThreadNavigation({ tabs, layout, $threads, $focus, activate, load });
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const textTab = () => frontTextTab(tabs);

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
    const locks = answer.ok ? answer.locks : [];
    const placed = locks.filter(({ isLost }) => !isLost);
    if (answer.ok) await editors.mark(tab.doc, answer.threads, placed);
    $state.set(answer.ok ? "ready" : { error: answer.error.message });
    show(answer.ok ? answer.threads : [], locks);
  }
  const show = (threads: readonly ShownThread[], locks: readonly ShownLock[]): void => {
    $threads.set(threads);
    $locks.set(locks.filter(({ isLost }) => !isLost));
    $lostLocks.set(locks.filter(({ isLost }) => isLost));
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => void load(), DEBOUNCE_MS);
  };

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
    folder.changed();
  });

  const { accepted, ...changes } = createThreadChanges({
    bridge,
    notices,
    unsent,
    front: () => front,
    load,
    onSent: (thread, text) => void handingOver.handOver(thread, text),
  });
  const open = (): void => {
    openPane();
    $focus.set("list");
  };

  const { start, showCard, showMark } = createCommentStart({
    notices,
    unsent,
    editors,
    navigation,
    openPane,
    activate,
    $focus,
    bridge,
    tab: () => tabs.$front.get(),
    front: textTab,
    previewOf: (tab) => inPreview.of(tab),
    beganOnPage: onPages.begun,
    active: () => $active.get(),
    bringToFront: (doc) => {
      if (front !== doc) tabs.activate(doc);
    },
    send: changes.send,
    threads: () => $threads.get(),
  });

  return {
    ...changes,
    $threads,
    $locks,
    $lostLocks,
    $state,
    $drafts: unsent.$drafts,
    $focus,
    $active,
    activate,
    reportMargin: editors.reportMargin,
    ...folder,
    ...navigation,
    goTo: (thread) => void navigation.goTo(thread),
    markRead,
    addressees: handingOver.addressees,
    ask: (threads) => handingOver.ask(threads),
    start,
    show: open,
    type(draft) {
      if (front !== null) unsent.type(front, draft);
    },
    showInPreview: inPreview.show,
    showBesidePage: onPages.show,
    passages: (doc, text) => placedThreads(bridge, doc, text),
    ...createProtection({ bridge, notices, accepted, tabs, $locks }),
  };
}

/** The threads of a document, with where their words are in this text of it. */
async function placedThreads(bridge: Bridge, doc: DocumentId, text: Text): Promise<PlacedThread[]> {
  const [{ rangeOf }, answer] = await Promise.all([import("../comment-marks"), bridge.request("comments:list", doc)]);
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.threads.map((thread) => ({ ...thread, place: rangeOf({ doc: text }, thread) }));
}

type ReadingDeps = {
  bridge: Bridge;
  $threads: ReadableAtom<readonly ShownThread[]>;
  $active: WritableAtom<string | null>;
  front(): DocumentId | null;
  load(): Promise<void>;
};

/** Which threads of the document in front the user has seen. */
function createReading({ bridge, $threads, $active, front, load }: ReadingDeps) {
  async function markRead(threads: readonly string[] = $threads.get().map(({ thread }) => thread)): Promise<void> {
    const unread = $threads.get().filter(({ thread, isUnread }) => isUnread && threads.includes(thread));
    const doc = front();
    if (doc === null || unread.length === 0) return;
    const answer = await bridge.request("comments:read", { doc, threads: unread.map(({ thread }) => thread) });
    if (answer.ok) await load();
  }
  function activate(thread: string | null): void {
    $active.set(thread);
    if (thread !== null && document.hasFocus()) void markRead([thread]);
  }
  return { markRead, activate };
}
