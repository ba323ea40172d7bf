import type { ReadableAtom } from "nanostores";
import type { ShownLock, ShownThread } from "../../../shared/comments";
import type { CommentStore } from "../../workbench/api/feature-stores";
import type { Layout } from "../../workbench/api/layout";
import type { Tab, Tabs, TextDocumentEditor } from "../../workbench/api/tabs";

type Deps = {
  tabs: Pick<Tabs, "$front" | "activate" | "openPath">;
  layout: Pick<Layout, "leaveSidebar">;
  $threads: ReadableAtom<readonly ShownThread[]>;
  $focus: CommentStore["$focus"];
  activate(thread: string): void;
  load(): Promise<void>;
};

/** How long a page may take to render words that it goes to, in milliseconds. */
const MAX_RENDERING_MS = 3_000;

/** The tab in front, if it shows a text. */
export function frontTextTab({ $front }: Pick<Tabs, "$front">): (Tab & { editor: TextDocumentEditor }) | null {
  const tab = $front.get();
  return tab?.editor.kind === "text" ? { ...tab, editor: tab.editor } : null;
}

/** Goes from threads to their words, and from the cursor to its thread. */
export function createThreadNavigation({ tabs, layout, $threads, $focus, activate, load }: Deps) {
  async function goTo(thread: ShownThread, how: "text" | "card" = "text"): Promise<void> {
    const { editor } = tabs.$front.get() ?? {};
    if (editor?.kind === "office") {
      if (how === "text") layout.leaveSidebar();
      if (thread.address !== null) return editor.goToAddress(thread.address);
      activate(thread.thread);
      await goToWords(editor, thread, how === "text");
      if (how === "card") focusCard(thread.thread);
      return;
    }
    const tab = frontTextTab(tabs);
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

  /** Focuses the card of a thread once it is rendered, unless that takes so long that the user has gone on. */
  function focusCard(thread: string): void {
    const wanted = { thread };
    $focus.set(wanted);
    setTimeout(() => {
      if ($focus.get() === wanted) $focus.set(null);
    }, MAX_RENDERING_MS);
  }

  function goToLock({ kind, address, page, from, words }: ShownLock): void {
    const tab = tabs.$front.get();
    if (tab === null) return;
    layout.leaveSidebar();
    if (tab.editor.kind === "office") {
      if (address !== null) tab.editor.goToAddress(address);
      else if (page !== null) tab.editor.goToAddress(`paragraph ${page.first + 1}`);
      else if (kind !== "document") void goToWords(tab.editor, { words });
    } else tab.editor.reveal({ from });
    tabs.activate(tab.doc);
  }

  return {
    goTo,
    goToLock,
    async goToIn(path: string, thread: ShownThread): Promise<void> {
      if ((await tabs.openPath(path, "canvas")) === null) return;
      await load();
      const now = $threads.get().find((each) => each.thread === thread.thread);
      if (now !== undefined) await goTo(now);
    },
    stepFrom(thread: string, by: 1 | -1): void {
      const open = $threads.get().filter(({ status, range }) => status === "open" && range !== null);
      const next = open[open.findIndex((each) => each.thread === thread) + by];
      if (next !== undefined) void goTo(next, "card");
    },
    /** The thread with the shortest passage around the cursor; null if there is none. */
    async threadAtCursor(editor: TextDocumentEditor): Promise<string | null> {
      const { markedThreads } = await import("./comment-marks");
      const { from } = editor.selectedRange();
      const found = markedThreads(editor.state(), from, from).sort((a, b) => a.to - a.from - (b.to - b.from));
      return found[0]?.thread ?? null;
    },
    backToText(): void {
      layout.leaveSidebar();
      const tab = tabs.$front.get();
      if (tab !== null) tabs.activate(tab.doc);
    },
  };
}

/** Goes to words of an Office document: those in one paragraph, since that is what is searched. Of the same words, those with the same neighbours. */
async function goToWords(
  editor: Exclude<Tab["editor"], { kind: "text" }>,
  { words, context }: Pick<ShownThread, "words" | "context">,
  takesFocus = true,
): Promise<void> {
  const [match = "", ...rest] = words.split("\n");
  const before = context?.before.split("\n").at(-1) ?? "";
  const after = rest.length > 0 ? "" : (context?.after.split("\n")[0] ?? "");
  await editor.goToText({ match: match.slice(0, 200), before, after, rank: 0, mayFocus: () => takesFocus });
}
