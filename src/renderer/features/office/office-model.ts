import { atom } from "nanostores";
import type { Bridge, Command, Notice } from "../../../shared/contract";
import type {
  OfficeCell,
  OfficeChanged,
  OfficeContent,
  OfficeEdit,
  OfficeParagraph,
  OfficeRange,
  OfficeSlide,
  OfficeSuggestion,
  OfficeWritten,
} from "../../../shared/office";
import type { CustomEditorTab, CustomEditorViewState } from "../../editor/custom-editor-tab";
import { writerName } from "../../editor/remote-changes";
import type { Notices } from "../../ui/notices";
import type { Questions } from "../../ui/questions";
import type { Shell } from "../../workbench/api/shell";
import type { Draft } from "./drafts";
import { officeMessages } from "./messages";
import { createOfficeExport } from "./office-export";
import { createOfficeFind } from "./office-find";
import { createOfficeReview } from "./office-review";
import { cellOfId, officeTypingOf } from "./office-typing";
import { PartList } from "./part-list";
import { parseAddress } from "./sheet-address";
import { SheetCells } from "./sheet-cells";

/** The load state of the document. */
export type OfficeState =
  | { status: "loading" }
  | { status: "failed"; error: Notice }
  | { status: "ready"; content: OfficeContent };

/** A paragraph or slide by its place in the list, `paragraph` with the id of the one on the slide; or a cell. `focus`: with the focus. */
export type WantedPlace = { focus?: boolean } & (
  | { index: number; paragraph?: string }
  | { sheet: string; row: number; column: number }
);

/** Where a view is to go. `round` grows with every wish. */
export type NavigationTarget = { round: number } & WantedPlace;

/** The operations of the mounted view. */
export type OfficeViewHandle = { focus(): void; run?(command: Command): boolean; viewState(): CustomEditorViewState };

/** Paragraphs per request when looking for one by id. */
const PARAGRAPH_PAGE = 500;
/** The same for slides. */
const SLIDE_PAGE = 50;

export type OfficeModel = ReturnType<typeof createOfficeModel>;

type Deps = {
  notices: Pick<Notices, "announce" | "error" | "info">;
  questions: Pick<Questions, "ask">;
  tree: Pick<Shell["tree"], "trash">;
};

/** The state of an open Office document: loaded parts, unsaved edits, search and review. */
export function createOfficeModel(tab: CustomEditorTab, { notices, questions, tree }: Deps) {
  const { bridge, doc } = tab;
  const $state = atom<OfficeState>({ status: "loading" });
  /** Incremented when something that a view shows has changed. */
  const $revision = atom(0);
  const $suggests = atom(false);
  const $suggestions = atom<readonly OfficeSuggestion[]>([]);
  const $target = atom<NavigationTarget | null>(null);
  /** Whether formula results are from before the last edit. */
  const $isStale = atom(false);
  const typing = officeTypingOf(tab);
  const { drafts, savings } = typing;
  let view: OfficeViewHandle | null = null;
  let isFocusWanted = false;
  let lastViewState: CustomEditorViewState = { cursor: 0, scrollTop: 0 };
  let writeQueue: Promise<unknown> = Promise.resolve();
  let rounds = 0;
  let isClosed = false;

  const bumpRevision = () => $revision.set($revision.get() + 1);
  const content = () => {
    const state = $state.get();
    return state.status === "ready" ? state.content : null;
  };
  const showError = ({ message, hint }: Notice) => notices.error(message, { hint: hint ?? null });

  const paragraphs = new PartList<OfficeParagraph>({
    size: 100,
    ask: async (from, count) => {
      const answer = await bridge.request("office:paragraphs", { doc, from, count });
      return answer.ok ? { ...answer, parts: answer.paragraphs } : null;
    },
    changed: () => {
      reconcileDrafts();
      bumpRevision();
    },
  });
  const slides = new PartList<OfficeSlide>({
    size: 20,
    ask: async (from, count) => {
      const answer = await bridge.request("office:slides", { doc, from, count });
      return answer.ok ? { ...answer, parts: answer.slides } : null;
    },
    changed: () => {
      reconcileDrafts();
      bumpRevision();
    },
  });
  const cells = new SheetCells({
    ask: async (sheet, range) => {
      const answer = await bridge.request("office:cells", { doc, sheet, range });
      return answer.ok ? answer : null;
    },
    changed: () => {
      reconcileDrafts();
      bumpRevision();
    },
  });

  const updateTab = () => tab.update({ isDirty: drafts.isDirty(), conflicts: drafts.conflicts() });
  /** Compares unsaved edits with the loaded text, and marks conflicts. */
  function reconcileDrafts(): void {
    if (drafts.$drafts.get().size === 0) return;
    for (const { id } of drafts.$drafts.get().values()) {
      if (savings.has(id)) continue;
      const now = textNow(id);
      if (now !== undefined) drafts.updateCurrent(id, now);
    }
  }

  const inSlide = (slide: OfficeSlide): OfficeParagraph[] => [
    ...slide.shapes.flatMap((shape) => shape.paragraphs),
    ...slide.notes,
  ];

  /** The current text of a paragraph or cell; undefined if it is not loaded. */
  function textNow(id: string): string | undefined {
    for (const [, paragraph] of paragraphs.known("fresh")) if (paragraph.id === id) return paragraph.text;
    for (const [, slide] of slides.known("fresh"))
      for (const paragraph of inSlide(slide)) if (paragraph.id === id) return paragraph.text;
    const { sheet, address } = cellOfId(id);
    const cell = parseAddress(address);
    if (!cell || !cells.isFresh(sheet, cell)) return undefined;
    return cells.at(sheet, cell)?.input ?? "";
  }

  const go = (where: WantedPlace) => {
    rounds += 1;
    $target.set({ round: rounds, ...where });
  };
  const find = createOfficeFind({ bridge, doc, go, announce: notices.announce });
  const review = createOfficeReview({
    ...{ bridge, doc, go, notices, questions, tree },
    about: () => tab.$info.get(),
    textOf: (paragraph) => textNow(paragraph) ?? null,
    onPendingCount: (onPendingCount) => tab.update({ pendingCount: onPendingCount }),
  });

  const loadSuggestions = async () => {
    const now = content();
    if (now?.kind !== "document" || (now.suggestions === 0 && $suggestions.get().length === 0)) return;
    const answer = await bridge.request("office:suggestions", doc);
    if (answer.ok && answer.version === content()?.version) $suggestions.set(answer.suggestions);
  };

  /** Applies a new version. `splices` and `cells` describe the difference to the loaded one; null: anything may have changed. */
  const take = (next: OfficeContent, how: Pick<OfficeChanged, "splices" | "cells">) => {
    $state.set({ status: "ready", content: next });
    tab.update({ isUnread: false });
    if (next.kind === "document") paragraphs.change(next.version, next.total, how.splices);
    if (next.kind === "presentation") slides.change(next.version, next.total, how.splices);
    if (next.kind === "spreadsheet") cells.change(next.version, how.cells);
    void loadSuggestions();
    void find.again();
  };

  const load = async () => {
    const answer = await bridge.request("office:content", doc);
    if (isClosed) return;
    if (!answer.ok) {
      $state.set({ status: "failed", error: answer.error });
      tab.update({ isUnread: true });
      return;
    }
    take(answer.content, { splices: null, cells: null });
    await Promise.all([review.load(), recoverDrafts()]);
  };

  /** Restores unsaved edits from before a crash. They are not saved until the user continues. */
  const recoverDrafts = async () => {
    const back = await typing.recover();
    updateTab();
    const [first] = back.filter(({ now }) => now !== null);
    if (back.length > 0) notices.info(officeMessages.recovered(back.length));
    if (first) await goToDraft(first.id);
  };
  const goToDraft = async (id: string) => {
    if (content()?.kind !== "spreadsheet") return goToParagraph(id);
    const { sheet, address } = cellOfId(id);
    const cell = parseAddress(address);
    if (cell) go({ sheet, ...cell });
  };

  /** Goes to a paragraph by id. */
  async function goToParagraph(id: string | null): Promise<void> {
    if (id === null) return;
    for (const [index, paragraph] of paragraphs.known()) if (paragraph.id === id) return go({ index });
    // Not loaded yet: search from the beginning.
    for (let from = 0; from < paragraphs.total; from += PARAGRAPH_PAGE) {
      const answer = await bridge.request("office:paragraphs", { doc, from, count: PARAGRAPH_PAGE });
      const at = answer.ok ? answer.paragraphs.findIndex((each) => each.id === id) : -1;
      if (at >= 0) return go({ index: from + at });
    }
    for (let from = 0; from < slides.total; from += SLIDE_PAGE) {
      const answer = await bridge.request("office:slides", { doc, from, count: SLIDE_PAGE });
      const place = answer.ok ? answer.slides.findIndex((slide) => inSlide(slide).some((each) => each.id === id)) : -1;
      if (place >= 0) return go({ index: from + place });
    }
  }

  const handleChange = (event: OfficeChanged) => {
    const before = content();
    const leads = before !== null && event.from === before.version;
    if (event.content.kind === "spreadsheet") $isStale.set(event.by.kind !== "program");
    take(event.content, leads ? event : { splices: null, cells: null });
    tab.update({ lastWriter: { by: event.by, at: Date.now() } });
    if (event.by.kind === "you") return;
    notices.announce(officeMessages.changedBy(writerName(event.by)));
  };

  /** Runs one edit at a time; false if it was rejected, or another writer has changed the text. */
  const write = (ask: () => ReturnType<typeof send>, stale: (written: OfficeWritten) => void): Promise<boolean> => {
    const mine = writeQueue.then(async () => {
      tab.update({ isSaving: true });
      const answer = await ask();
      tab.update({ isSaving: false, failure: answer.ok ? null : answer.error });
      if (!answer.ok) {
        showError(answer.error);
        return false;
      }
      const { written } = answer;
      if (written.status === "stale") {
        stale(written);
        return false;
      }
      for (const warning of written.warnings) notices.info(warning);
      const now = content();
      if (now) $state.set({ status: "ready", content: { ...now, steps: written.steps } });
      return true;
    });
    writeQueue = mine.catch(() => false);
    return mine;
  };
  const send = (edits: OfficeEdit[]) =>
    bridge.request("office:edit", { doc, edits, how: $suggests.get() ? "suggested" : "written" });
  const overwritten = () => notices.error(officeMessages.stale);

  const showWritten = (id: string, text: string) => {
    for (const [index, paragraph] of paragraphs.known())
      if (paragraph.id === id && paragraph.text !== text && !$suggests.get())
        paragraphs.patch(index, { ...paragraph, text, runs: [{ kind: "text", text, style: {} }] });
  };

  /** Saves one draft. False if it stays because of an error or a conflict. */
  const commit = (id: string): Promise<boolean> => {
    const running = savings.get(id);
    if (running) return running;
    const draft = drafts.of(id);
    if (!draft) return Promise.resolve(true);
    if (draft.now !== undefined) return Promise.resolve(false);
    const { before, text } = draft;
    if (text === before) {
      drafts.drop(id);
      return Promise.resolve(true);
    }
    const { sheet, address } = cellOfId(id);
    const edit: OfficeEdit =
      content()?.kind === "spreadsheet"
        ? { edit: "cells", sheet, cells: { [address]: text }, before: { [address]: before } }
        : { edit: "text", paragraph: id, before, text };
    const work = write(
      () => send([edit]),
      (written) => {
        if (written.status === "stale") drafts.updateCurrent(id, written.now);
      },
    )
      .then((isWritten) => {
        const now = drafts.of(id);
        if (isWritten) {
          showWritten(id, text);
          // Typed during the save: the rest is based on the saved text.
          if (now && now.text !== text) {
            drafts.drop(id);
            drafts.begin(id, text);
            drafts.type(id, now.text);
          } else drafts.drop(id);
        }
        savings.delete(id);
        // Apply changes that arrived during the save. After a rejection, main has already sent the current text.
        if (isWritten) reconcileDrafts();
        return isWritten;
      })
      .finally(() => savings.delete(id));
    savings.set(id, work);
    return work;
  };

  const step = async (way: "undo" | "redo") => {
    await flush();
    const done = await write(
      () => bridge.request(way === "undo" ? "office:undo" : "office:redo", doc),
      () => notices.error(officeMessages.notUndone),
    );
    if (done) notices.announce(way === "undo" ? officeMessages.undone : officeMessages.redone);
  };

  async function flush(): Promise<void> {
    await Promise.allSettled([...drafts.$drafts.get().keys()].map(commit));
    // Edits without a draft may still be running.
    await writeQueue;
    await typing.storeNow();
  }

  const exporting = createOfficeExport(tab, { notices, flush });

  const run = (command: Command): boolean => {
    if (view?.run?.(command)) return true;
    switch (command) {
      case "export-pdf":
        void exporting.start("pdf");
        return true;
      case "export-html":
        void exporting.start("html");
        return true;
      case "export-markdown":
        void exporting.start("md");
        return true;
      case "export-text":
        void exporting.start("txt");
        return true;
      case "export-other-office":
        void exporting.startOther();
        return true;
      case "open-in-program":
        void exporting.openInProgram();
        return true;
      case "find":
        find.open();
        return true;
      case "find-next":
      case "find-previous":
        find.step(command === "find-next" ? 1 : -1);
        return true;
      case "undo":
      case "redo":
        void step(command);
        return true;
      default:
        return review.run(command);
    }
  };

  typing.use();
  const stops = [
    drafts.$drafts.listen(updateTab),
    bridge.listen("office:changed", (event) => {
      if (event.doc === doc) handleChange(event);
    }),
    bridge.listen("office:progress", (event) => {
      if (event.doc === doc) exporting.handleProgress(event);
    }),
    bridge.listen("office:review", (event) => {
      if (event.doc === doc) review.handleEvent(event);
    }),
  ];
  tab.attach({
    focus: () => {
      if (view) view.focus();
      else isFocusWanted = true;
    },
    run,
    isDirty: drafts.isDirty,
    flush,
    viewState: () => view?.viewState() ?? lastViewState,
    goToText: find.goToText,
    restore: (place) => {
      lastViewState = place;
    },
    stop: () => {
      isClosed = true;
      for (const stop of stops) stop();
      typing.leave();
    },
  });
  void load();

  return {
    tab,
    $state,
    $revision,
    $suggests,
    $suggestions,
    $target,
    $isStale,
    drafts,
    paragraphs,
    slides,
    cells,
    find,
    review,
    exporting,
    go,
    commit,
    flush,
    undo: () => step("undo"),
    redo: () => step("redo"),
    /** Loads the document again after an error. */
    reload(): void {
      $state.set({ status: "loading" });
      void load();
    },
    /**
     * Applies edits that are not drafts: a new paragraph, several cells. Shows an error if another writer has changed the text.
     * `typed` is the unsaved text that they contain; it is stored until they are written.
     */
    edit(edits: OfficeEdit[], typed: Draft | null = null): Promise<boolean> {
      const work = () => write(() => send(edits), overwritten);
      return typed ? typing.hold(typed, work) : work();
    },
    /** Accepts or rejects tracked changes. */
    resolve: (ids: string[] | "all", how: "accept" | "reject"): Promise<boolean> =>
      write(() => bridge.request("office:settle", { doc, ids, how }), overwritten),
    goToParagraph,
    /** Registers the mounted view; call the result to unregister it. */
    onShown(next: OfficeViewHandle): () => void {
      view = next;
      if (isFocusWanted) next.focus();
      isFocusWanted = false;
      return () => {
        lastViewState = next.viewState();
        if (view === next) view = null;
      };
    },
    /** The scroll position and cursor of the last mounted view. */
    lastViewState: () => lastViewState,
    /** Copies cells to the clipboard, formatted by `text`; false if they could not be read. */
    async copyCells(
      sheet: string,
      range: OfficeRange,
      text: (cells: readonly OfficeCell[], range: OfficeRange) => string,
    ): Promise<boolean> {
      const answer = await bridge.request("office:cells", { doc, sheet, range });
      if (!answer.ok) showError(answer.error);
      else await bridge.request("app:copy", text(answer.cells, range));
      return answer.ok;
    },
    async copyText(text: string): Promise<void> {
      await bridge.request("app:copy", text);
      notices.announce(officeMessages.textCopied);
    },
    announce: notices.announce,
    openLink: (url: string) => void bridge.request("app:open-link", url),
    reveal(): void {
      const { path } = tab.$info.get();
      if (path !== null) void bridge.request("workspace:reveal", path);
    },
  };
}

const models = new WeakMap<CustomEditorTab, OfficeModel>();

/** The model of a tab, created when the tab is first shown. */
export function officeModelOf(tab: CustomEditorTab, deps: Deps): OfficeModel {
  const model = models.get(tab) ?? createOfficeModel(tab, deps);
  models.set(tab, model);
  return model;
}

/** The connection of a document to main. */
export type OfficeConnection = { bridge: Bridge; doc: string };
