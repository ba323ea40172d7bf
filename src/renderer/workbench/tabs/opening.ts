import type { Bridge, DocumentId, DocumentSnapshot, Reply } from "../../../shared/contract";
import type { Notices } from "../../ui/notices";
import type { Focus, Tab, TabEditor } from "../api/tabs";
import { withTab } from "../groups/arrangement";
import { authorshipDocument, bookDocument } from "./book-document";
import type { TabStore } from "./tab-store";

type Deps = {
  bridge: Bridge;
  notices: Notices;
  makeEditor(open: DocumentSnapshot): TabEditor;
  /** A folder or file was opened: for the recent list. */
  onOpened(item: { path: string; kind: "folder" | "file" }): void;
};

/** Shows a document outside the active group: that of `shown`, or else `open`. Null if it could not be shown. */
type ShowTab = (shown: Tab | null, open: DocumentSnapshot | null) => Tab | null;

/** Opens files, folders and books in tabs. */
export function createOpening(store: TabStore, { bridge, notices, makeEditor, onOpened }: Deps) {
  const { $arrangement, $tabs, all, active, preferred, find, activate, make, afterFront } = store;

  const add = (open: DocumentSnapshot, index: number): Tab => {
    const tab = make(makeEditor(open));
    $arrangement.set(withTab(all(), active().id, tab.key, index));
    return tab;
  };

  /** The tab of this path, if there is one; that of the statement on its authorship is not. */
  const ofPath = (path: string) =>
    preferred($tabs.get().filter(({ editor }) => editor.kind !== "authorship" && editor.$info.get().path === path));

  /** The tab of a document, or a new one after the front tab. The front tab does not change. */
  const ensure = (open: DocumentSnapshot): Tab => {
    // A viewed file has no document in main, and a new id each time it is opened.
    const there = open.room === "viewer" && open.path !== null ? ofPath(open.path) : find(open.doc);
    if (there) return there;
    const tab = add(open, afterFront(active()));
    if (open.path !== null && open.room !== "book" && open.room !== "authorship")
      onOpened({ path: open.path, kind: "file" });
    return tab;
  };

  /** Brings the tab of an opened document to the front. */
  const show = (open: DocumentSnapshot, focus: Focus = "canvas"): void => {
    activate(ensure(open).doc, focus);
  };

  /** The names of books that had a tab, by path: reopening a tab or going back opens the book again. */
  const books = new Map<string, string>();
  /** Opens a file, or a folder as the workspace, without showing it. */
  const openDocument = async (path: string): Promise<Reply<"document:open">> => {
    const name = books.get(path);
    if (name === undefined) return bridge.request("document:open", path);
    return { ok: true, document: bookDocument(path, name), workspace: null };
  };

  /** The document of a file, opened but not shown. Null if it failed, which is shown, or if a folder was opened instead. */
  const openOrShowError = async (path: string): Promise<DocumentSnapshot | null> => {
    const answer = await openDocument(path);
    if (!answer.ok) {
      notices.error(answer.error.message, { hint: answer.error.hint ?? null });
      return null;
    }
    if (answer.workspace) onOpened({ path: answer.workspace.root, kind: "folder" });
    return answer.document;
  };

  /** Opens a file, or a folder as the workspace. Returns the document's id; null if there is none or it failed. */
  const openPath = async (path: string, focus: Focus = "canvas"): Promise<DocumentId | null> => {
    const known = ofPath(path);
    if (known) {
      activate(known.doc, focus);
      return known.doc;
    }
    const open = await openOrShowError(path);
    if (open) show(open, focus);
    return open?.doc ?? null;
  };

  /** Opens a document, unless it is open here, and shows it outside the active group with `show`. */
  const openFor = async (path: string, show: ShowTab): Promise<DocumentId | null> => {
    const known = ofPath(path);
    if (known) return show(known, null)?.doc ?? null;
    const open = await openOrShowError(path);
    if (!open) return null;
    if (!find(open.doc) && open.room !== "book") onOpened({ path, kind: "file" });
    const tab = show(find(open.doc), open);
    // It was not shown: main can close it.
    if (!tab && !find(open.doc) && open.room === undefined)
      void bridge.request("document:close", { doc: open.doc, discard: false });
    return tab?.doc ?? null;
  };

  return {
    ensure,
    show,
    ofPath,
    openDocument,
    openPath,
    openFor,
    openBook(path: string, name: string, focus: Focus = "canvas"): void {
      books.set(path, name);
      // An e-book may also have a tab that only says what it is.
      const known = $tabs.get().find(({ editor }) => editor.kind === "book" && editor.$info.get().path === path);
      if (known) activate(known.doc, focus);
      else show(bookDocument(path, name), focus);
    },
    /** Opens the statement on the authorship of a text. */
    openAuthorship(path: string): void {
      const known = $tabs.get().find(({ editor }) => editor.kind === "authorship" && editor.$info.get().path === path);
      if (known) activate(known.doc, "canvas");
      else show(authorshipDocument(path));
    },
    /** A book of the last session has a tab again. */
    rememberBook: (path: string, name: string) => books.set(path, name),
  };
}
