import { atom, computed, type ReadableAtom } from "nanostores";
import type { Bridge, DocumentId, OpenDocument, Session, Writer } from "../../shared/contract";
import type { WorkingCopy } from "../canvas/working-copy";
import { isWithin } from "../files/names";
import type { Notices } from "../ui/notices";
import type { Questions } from "../ui/questions";
import { words } from "../ui/words";
import { closeCopy } from "./close-copy";

/** What the tabs need of a working copy. */
export type Copy = Pick<
  WorkingCopy,
  | "doc"
  | "$about"
  | "$status"
  | "$counts"
  | "$conflicts"
  | "$lastWriter"
  | "$readings"
  | "mount"
  | "unmount"
  | "focus"
  | "run"
  | "edit"
  | "isDirty"
  | "flush"
  | "save"
  | "saveAs"
  | "text"
  | "content"
  | "view"
  | "selectedSpan"
  | "topPlace"
  | "showPlace"
  | "reveal"
  | "selected"
  | "follow"
  | "restore"
  | "close"
>;

export type Tab = {
  doc: DocumentId;
  copy: Copy;
  /** Who wrote here while another tab was in front; null once it has been looked at. */
  $touched: ReadableAtom<Writer | null>;
  stop(): void;
};

/** Where the focus goes with a tab that comes to the front. */
export type Focus = "canvas" | "stays";

/** `text`: what only the page had, as the file was gone or never there. */
type Closed = { path: string | null; text: string | null; place: number; view: ReturnType<Copy["view"]> };

/** As many closed tabs as can be opened again. */
const CLOSED = 50;

type World = {
  bridge: Bridge;
  notices: Notices;
  questions: Questions;
  makeCopy(open: OpenDocument): Copy;
  /** A folder that was dropped or chosen as a file, and files for the recent list. */
  opened(place: { path: string; kind: "folder" | "file" }): void;
};

export type Tabs = ReturnType<typeof createTabs>;

/** The open documents in the order of their tabs, and which one is in front. */
export function createTabs(world: World) {
  const { bridge, notices, questions } = world;
  const $tabs = atom<readonly Tab[]>([]);
  const $active = atom<DocumentId | null>(null);
  /** Grows when the canvas should take the focus. */
  const $focusWanted = atom(0);
  const closed: Closed[] = [];
  const closing = new Map<DocumentId, Promise<boolean>>();
  /** Tabs in the order in which they were last in front, newest last. */
  let looked: DocumentId[] = [];

  const $front = computed([$tabs, $active], (tabs, active) => tabs.find(({ doc }) => doc === active) ?? null);
  $front.subscribe(() => {});

  const find = (doc: DocumentId) => $tabs.get().find((tab) => tab.doc === doc) ?? null;

  const touched = new Map<DocumentId, ReturnType<typeof atom<Writer | null>>>();

  const activate = (doc: DocumentId, focus: Focus = "canvas") => {
    if (!find(doc)) return;
    looked = [...looked.filter((other) => other !== doc), doc];
    touched.get(doc)?.set(null);
    if ($active.get() !== doc) {
      $active.set(doc);
      void bridge.request("document:check", doc);
    }
    if (focus === "canvas") $focusWanted.set($focusWanted.get() + 1);
  };

  const add = (open: OpenDocument, place: number): Tab => {
    const copy = world.makeCopy(open);
    const $touched = atom<Writer | null>(null);
    touched.set(open.doc, $touched);
    const stop = copy.$lastWriter.listen((last) => {
      if (last && last.by.kind !== "you" && $active.get() !== open.doc) $touched.set(last.by);
    });
    const tab = { doc: open.doc, copy, $touched, stop };
    $tabs.set($tabs.get().toSpliced(place, 0, tab));
    return tab;
  };

  /** Shows an opened document: the tab that has it comes to the front, else a new one beside the one in front. */
  const show = (open: OpenDocument, focus: Focus = "canvas"): void => {
    if (!find(open.doc)) {
      const at = $tabs.get().findIndex(({ doc }) => doc === $active.get());
      add(open, at < 0 ? $tabs.get().length : at + 1);
      if (open.path !== null) world.opened({ path: open.path, kind: "file" });
    }
    activate(open.doc, focus);
  };

  /** The tab of this path, if it has one. */
  const ofPath = (path: string) => $tabs.get().find(({ copy }) => copy.$about.get().path === path) ?? null;

  /** Opens a file, or a folder as the workspace. Answers with its document; null where it has none or was refused. */
  const openPath = async (path: string, focus: Focus = "canvas"): Promise<DocumentId | null> => {
    const known = ofPath(path);
    if (known) {
      activate(known.doc, focus);
      return known.doc;
    }
    const answer = await bridge.request("document:open", path);
    if (!answer.ok) {
      notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
      return null;
    }
    if (answer.workspace) world.opened({ path: answer.workspace.root, kind: "folder" });
    if (!answer.document) return null;
    show(answer.document, focus);
    return answer.document.doc;
  };

  const forget = (tab: Tab, focus: Focus) => {
    const place = $tabs.get().indexOf(tab);
    const { path } = tab.copy.$about.get();
    const hasFile = path !== null && tab.copy.$status.get().status !== "gone";
    const text = hasFile ? "" : tab.copy.text();
    if (hasFile || text !== "") {
      closed.push({ path, text: text === "" ? null : text, place, view: tab.copy.view() });
      if (closed.length > CLOSED) closed.shift();
    }
    tab.stop();
    touched.delete(tab.doc);
    looked = looked.filter((doc) => doc !== tab.doc);
    const rest = $tabs.get().filter((other) => other !== tab);
    const heir = looked.at(-1) ?? rest[Math.min(place, rest.length - 1)]?.doc ?? null;
    const wasActive = $active.get() === tab.doc;
    // The heir first: at no moment is a tab in front that is no longer there.
    if (wasActive) $active.set(null);
    $tabs.set(rest);
    if (wasActive && heir !== null) activate(heir, focus);
  };

  /** Closes a tab once its text is safe; false where it stays. Twice at once is the same closing. */
  const close = (doc: DocumentId, focus: Focus = "canvas"): Promise<boolean> => {
    const running = closing.get(doc);
    if (running) return running;
    const tab = find(doc);
    if (!tab) return Promise.resolve(true);
    const name = tab.copy.$about.get().name;
    const work = closeCopy(tab.copy, { questions, notices, front: () => activate(doc, "stays") })
      .then((isClosed) => {
        if (isClosed) {
          forget(tab, focus);
          notices.announce(words.tabs.closed(name));
        }
        return isClosed;
      })
      .finally(() => closing.delete(doc));
    closing.set(doc, work);
    return work;
  };

  let toClose = 0;
  /**
   * Closes the tab in front; asked again while it is closing, the next one after it. A tab that stays ends the row, and
   * while a question waits nothing is added to it.
   */
  const closeFront = async (): Promise<void> => {
    if (questions.$asked.get().length > 0) return;
    toClose += 1;
    if (toClose > 1) return;
    while (toClose > 0) {
      const active = $active.get();
      const isClosed = active !== null && (await close(active).catch(() => false));
      toClose = isClosed ? toClose - 1 : 0;
    }
  };

  /**
   * Opens the last closed tab again, where it stood and at the place in the text where it was. A text without a file that
   * was closed without saving comes back as one.
   */
  const reopen = async (): Promise<void> => {
    for (let last = closed.pop(); last; last = closed.pop()) {
      if (last.path !== null && ofPath(last.path)) continue;
      const place = Math.min(last.place, $tabs.get().length);
      if (last.text !== null) {
        const untitled = await bridge.request("document:create", undefined);
        const { copy } = add(untitled, place);
        copy.edit({ changes: { from: 0, insert: last.text } });
        copy.restore(last.view);
        activate(untitled.doc);
        return;
      }
      if (last.path === null) continue;
      const answer = await bridge.request("document:open", last.path);
      if (!answer.ok || !answer.document) {
        if (!answer.ok) notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
        continue;
      }
      const open = answer.document;
      if (!find(open.doc)) add(open, place).copy.restore(last.view);
      activate(open.doc);
      return;
    }
    notices.announce(words.tabs.noneToReopen);
  };

  const move = (doc: DocumentId, place: number): void => {
    const tab = find(doc);
    if (!tab) return;
    const rest = $tabs.get().filter((other) => other !== tab);
    const at = Math.max(0, Math.min(rest.length, place));
    if ($tabs.get()[at] === tab) return;
    $tabs.set(rest.toSpliced(at, 0, tab));
    notices.announce(words.tabs.moved(tab.copy.$about.get().name, at + 1, rest.length + 1));
  };

  /** The tab so many places further, round again at the ends. */
  const step = (by: number, focus: Focus = "canvas"): void => {
    const tabs = $tabs.get();
    if (tabs.length === 0) return;
    const at = tabs.findIndex(({ doc }) => doc === $active.get());
    const next = tabs[((((at < 0 && by < 0 ? 0 : at) + by) % tabs.length) + tabs.length) % tabs.length];
    if (next) activate(next.doc, focus);
  };

  return {
    $tabs,
    $active,
    $front,
    $focusWanted,
    find,
    ofPath,
    show,
    openPath,
    activate,
    close,
    closeFront,
    reopen,
    move,
    step,
    async create(): Promise<void> {
      show(await bridge.request("document:create", undefined));
    },
    /** Asks with a dialog for a file. */
    async pick(): Promise<void> {
      const answer = await bridge.request("document:pick", undefined);
      if (!answer.ok) notices.problem(answer.error.message, { hint: answer.error.hint ?? null });
      else if (answer.document) show(answer.document);
    },
    /**
     * Puts the last session's tabs back in their order and at their places, with what else main has opened after
     * them. `active` comes to the front, else the last.
     */
    restore(documents: readonly OpenDocument[], session: Session | null, active: DocumentId | null): void {
      const past = session?.tabs ?? [];
      const placeOf = (open: OpenDocument) => {
        const at = past.findIndex((tab) => tab.doc === open.doc || (tab.path !== null && tab.path === open.path));
        return at < 0 ? past.length : at;
      };
      const inOrder = documents.map((open) => ({ open, place: placeOf(open) })).sort((a, b) => a.place - b.place);
      for (const { open, place } of inOrder) {
        const view = past[place];
        const tab = add(open, $tabs.get().length);
        if (view) {
          const { cursor, scrollTop, folds, mode } = view;
          tab.copy.restore({ cursor, scrollTop, folds, ...(mode ? { mode } : {}) });
        }
      }
      const front = inOrder.find(({ open }) => open.doc === active) ?? inOrder.at(-1);
      if (front) activate(front.open.doc);
    },
    /** Saves everything that is typed, in all tabs. */
    async flush(): Promise<void> {
      await Promise.allSettled($tabs.get().map(({ copy }) => copy.flush()));
    },
    /** The tabs of this file, or of all files in this folder. */
    under: (path: string) =>
      $tabs.get().filter(({ copy }) => {
        const own = copy.$about.get().path;
        return own !== null && isWithin(own, path);
      }),
    /** Closes without a question a tab whose whole text is in the trash. */
    async closeTrashed(tab: Tab): Promise<void> {
      if (await tab.copy.close(true)) forget(tab, "stays");
    },
    /** The tabs as the session keeps them. */
    forSession: (): Session["tabs"] =>
      $tabs.get().map(({ doc, copy }) => ({ path: copy.$about.get().path, doc, ...copy.view() })),
  };
}
