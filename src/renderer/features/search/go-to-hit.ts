import type { ParagraphMatch } from "../../../shared/contract";
import type { SoughtText } from "../../editor/custom-editor-tab";
import { flash } from "../../editor/find/found-flash";
import type { Shell } from "../../workbench/api/shell";
import type { TextDocumentEditor, Where } from "../../workbench/api/tabs";
import { findMatch } from "./find-match";
import { searchMessages } from "./messages";
import type { SearchModel } from "./search-model";
import type { HitRef } from "./search-rows";

/** Delay of the preview while arrow keys move through the results, in milliseconds. */
const PREVIEW_DELAY_MS = 120;

/** So many characters on each side of a match are compared. */
const AROUND = 24;

/** Nowhere, on a tab or in what a tab shows: the user has gone nowhere else. */
function isFocusInTab(): boolean {
  const { activeElement } = document;
  return (
    activeElement === null || activeElement === document.body || activeElement.closest("[role=tab], .office") !== null
  );
}

/** What tells a paragraph of an Office document from others that have the same words. */
function soughtText(paragraphs: readonly ParagraphMatch[], index: number): Omit<SoughtText, "mayFocus"> {
  const { match = "", excerpt = [] } = paragraphs[index] ?? {};
  const first = excerpt.findIndex(({ kind }) => kind === "match");
  return {
    match,
    before: excerpt[first - 1]?.text.slice(-AROUND) ?? "",
    after: excerpt[first + 1]?.text.slice(0, AROUND) ?? "",
    rank: paragraphs.slice(0, index).filter((each) => each.match === match).length,
  };
}

export type HitOpener = ReturnType<typeof createHitOpener>;

/** Shows paragraphs that were found in the canvas. */
export function createHitOpener(
  { tabs, notices, layout }: Pick<Shell, "tabs" | "notices" | "layout">,
  model: SearchModel,
) {
  /** A tab that is open only because the arrows came by. */
  let previewDoc: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;

  const reveal = (copy: TextDocumentEditor, paragraph: ParagraphMatch): boolean => {
    const doc = copy.content();
    const { from, to, isExact } = findMatch(doc, paragraph);
    copy.reveal({ from, to });
    const line = doc.lineAt(from).number;
    const lineAt = (number: number) => doc.line(Math.max(1, Math.min(doc.lines, number)));
    flash(copy, { from: lineAt(line - paragraph.above).from, to: lineAt(line + paragraph.below).to });
    return isExact;
  };

  /** Closes a preview tab, unless it was edited. */
  const leave = (next: string | null) => {
    const doc = previewDoc;
    previewDoc = null;
    if (doc === null || doc === next) return;
    const tab = tabs.find(doc);
    if (tab && !tab.editor.isDirty() && tab.editor.$conflicts.get() === 0) void tabs.close(doc, "stays");
  };

  const show = async ({ path, index }: HitRef, focus: "canvas" | "stays", where: Where = "here"): Promise<void> => {
    clearTimeout(timer);
    const mine = ++asked;
    const file = model.fileAt(path);
    const paragraph = file?.paragraphs[index];
    if (!file || !paragraph) return;
    // Reading a package takes a while: none is opened by arrows that only come by.
    if (file.isOffice && focus === "stays") return;
    const focused = document.activeElement;
    const mayFocus = () => document.activeElement === focused || isFocusInTab();
    const known = tabs.ofPath(path);
    const before = previewDoc;
    const previewTab = before === null ? null : tabs.find(before);
    const doc = await (where === "beside" ? tabs.openBeside(path, focus) : tabs.openPath(path, focus));
    // The document opens in the group beside: close its preview tab here.
    if (where === "beside" && previewTab && doc === before) void tabs.closeTab(previewTab, "stays");
    const tab = doc === null ? null : tabs.find(doc);
    if (!tab) {
      // If another window has the document open, that window comes to the front and goes to the line.
      if (focus === "canvas") tabs.revealInOtherWindow(path, { from: paragraph.from, to: paragraph.to });
      return;
    }
    await tab.editor.loadAll();
    // The user may have moved to another result meanwhile.
    if (mine === asked) {
      const { editor } = tab;
      const isExact =
        editor.kind === "text"
          ? reveal(editor, paragraph)
          : await editor.goToText({ ...soughtText(file.paragraphs, index), mayFocus });
      if (focus === "canvas" && !isExact) notices.info(searchMessages.changed);
    }
    if (before !== null && before !== doc) leave(doc);
    previewDoc = focus === "stays" && (!known || before === doc) ? doc : null;
  };

  return {
    /** Opens the document at the paragraph and focuses the editor. */
    async open(hit: HitRef, where: Where = "here"): Promise<void> {
      model.remember();
      layout.leaveSidebar();
      await show(hit, "canvas", where);
    },
    /** Shows the paragraph after a delay, without moving the focus. A tab opened for it closes with the next preview. */
    preview(hit: HitRef): void {
      clearTimeout(timer);
      timer = setTimeout(() => void show(hit, "stays"), PREVIEW_DELAY_MS);
    },
    /** The focus has left the results: keep the previewed tab. */
    stay(): void {
      clearTimeout(timer);
      previewDoc = null;
    },
  };
}
