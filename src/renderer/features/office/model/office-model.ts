import { atom } from "nanostores";
import type { PageParagraphs } from "../../../../shared/comments";
import type { Bridge, Command, Notice } from "../../../../shared/contract";
import type {
  OfficeCell,
  OfficeChanged,
  OfficeContent,
  OfficeRange,
  OfficeSuggestion,
} from "../../../../shared/office";
import type {
  CustomEditorTab,
  CustomEditorViewState,
  SelectedPart,
  SelectedPassage,
} from "../../../editor/custom-editor-tab";
import { writerName } from "../../../editor/sync/remote-changes";
import { lazyStore } from "../../../ui/lazy-store";
import type { Notices } from "../../../ui/notices";
import type { Questions } from "../../../ui/questions";
import type { Shell } from "../../../workbench/api/shell";
import { officeMessages } from "../messages";
import { runOfficeCommand } from "./office-commands";
import { createOfficeExport } from "./office-export";
import { createOfficeFind } from "./office-find";
import { createOfficeNavigation } from "./office-navigation";
import { createOfficeParts } from "./office-parts";
import { createOfficeReview } from "./office-review";
import { createOfficeSaving } from "./office-saving";
import { officeTypingOf } from "./office-typing";

/** The load state of the document. */
export type OfficeState =
  | { status: "loading" }
  | { status: "failed"; error: Notice }
  | { status: "ready"; content: OfficeContent };

export type OfficeModel = ReturnType<typeof createOfficeModel>;

type Deps = {
  notices: Pick<Notices, "announce" | "error" | "info">;
  questions: Pick<Questions, "ask">;
  tree: Pick<Shell["tree"], "trash">;
};

const contentOf = (state: OfficeState): OfficeContent | null => (state.status === "ready" ? state.content : null);

/** The state of an open Office document: loaded parts, unsaved edits, search and review. */
export function createOfficeModel(tab: CustomEditorTab, { notices, questions, tree }: Deps) {
  const { bridge, doc } = tab;
  const $state = atom<OfficeState>({ status: "loading" });
  /** Incremented when something that a view shows has changed. */
  const $revision = atom(0);
  /** Whether formula results are from before the last edit. */
  const $isStale = atom(false);
  const typing = officeTypingOf(tab);
  const { drafts } = typing;
  const view = createMountedView();
  const clipboard = createOfficeClipboard(tab, notices);
  let isClosed = false;

  const content = () => contentOf($state.get());
  const { $suggests, $suggestions, loadSuggestions } = createOfficeSuggestions(tab, content);
  const parts = createOfficeParts(bridge, doc, () => {
    saving.reconcileDrafts();
    $revision.set($revision.get() + 1);
  });
  const saving = createOfficeSaving(tab, {
    notices,
    parts,
    typing,
    $suggests,
    onWritten: (steps) => {
      const now = content();
      if (now) $state.set({ status: "ready", content: { ...now, steps } });
    },
  });

  const updateTab = () => tab.update({ isDirty: drafts.isDirty(), conflicts: drafts.conflicts() });
  const navigation = createOfficeNavigation(tab, () => parts);
  const find = createOfficeFind({ bridge, doc, go: navigation.go, announce: notices.announce });
  const review = createOfficeReview({
    bridge,
    doc,
    go: navigation.go,
    notices,
    questions,
    tree,
    about: () => tab.$info.get(),
    textOf: (paragraph) => parts.textNow(paragraph) ?? null,
    onPendingCount: (pendingCount) => tab.update({ pendingCount }),
  });

  /** Applies a new version. `splices` and `cells` describe the difference to the loaded one; null: anything may have changed. */
  const take = (next: OfficeContent, how: Pick<OfficeChanged, "splices" | "cells">) => {
    $state.set({ status: "ready", content: next });
    tab.update({ isUnread: false });
    parts.change(next, how);
    void loadSuggestions();
    void find.again();
  };

  const load = async () => {
    const answer = await bridge.request("office:content", doc);
    if (isClosed) return;
    if (!answer.ok) {
      $state.set({ status: "failed", error: answer.error });
      return tab.update({ isUnread: true });
    }
    take(answer.content, { splices: null, cells: null });
    await Promise.all([review.load(), recoverDrafts()]);
  };

  /** Restores unsaved edits from before a crash. They are not saved until the user continues. */
  const recoverDrafts = async () => {
    const back = await typing.recover();
    updateTab();
    if (back.length > 0) notices.info(officeMessages.recovered(back.length));
    const first = back.find(({ now }) => now !== null);
    if (first) await navigation.goToDraft(first.id);
  };
  const handleChange = (event: OfficeChanged) => {
    const before = content();
    const leads = before !== null && event.from === before.version;
    if (changesCells(event)) $isStale.set(event.by.kind !== "program");
    take(event.content, leads ? event : { splices: null, cells: null });
    tab.update({ lastWriter: { by: event.by, at: Date.now() } });
    if (event.by.kind !== "you") notices.announce(officeMessages.changedBy(writerName(event.by)));
  };

  const exporting = createOfficeExport(tab, { notices, flush: saving.flush });

  typing.use();
  const stops = [
    drafts.$drafts.listen(updateTab),
    bridge.listen("office:changed", (event) => {
      if (event.doc === doc) handleChange(event);
    }),
    bridge.listen("office:progress", (event) => {
      if (event.doc === doc) exporting.handleProgress(event);
    }),
    bridge.listen("office:review", (event) => void (event.doc === doc && review.handleEvent(event))),
  ];
  const stop = () => {
    isClosed = true;
    for (const stopListening of stops) stopListening();
    typing.leave();
  };
  tab.attach({
    focus: view.focus,
    run: (command) => view.run(command) || runOfficeCommand(command, { exporting, find, saving, review }),
    isDirty: drafts.isDirty,
    flush: saving.flush,
    viewState: view.viewState,
    goToText: find.goToText,
    selection: view.selection,
    paragraphs: view.paragraphs,
    goToAddress: navigation.goToAddress,
    restore: view.restore,
    stop,
  });
  void load();

  return {
    tab,
    $state,
    $revision,
    $suggests,
    $suggestions,
    $target: navigation.$target,
    $isStale,
    drafts,
    keep: typing.keep,
    paragraphs: parts.paragraphs,
    slides: parts.slides,
    cells: parts.cells,
    find,
    review,
    exporting,
    go: navigation.go,
    ...saving,
    /** Loads the document again after an error. */
    reload(): void {
      $state.set({ status: "loading" });
      void load();
    },
    goToParagraph: navigation.goToParagraph,
    onShown: view.onShown,
    lastViewState: view.lastViewState,
    ...clipboard,
    announce: notices.announce,
    openLink: (url: string) => void bridge.request("app:open-link", url),
    reveal(): void {
      const { path } = tab.$info.get();
      if (path !== null) void bridge.request("workspace:reveal", path);
    },
  };
}

/** Whether cells may have changed. A comment changes none. */
const changesCells = ({ content, reason }: OfficeChanged): boolean =>
  content.kind === "spreadsheet" && reason !== "comment";

/** The model of a tab, created when the tab is first shown. */
export const officeModelOf = lazyStore(createOfficeModel);

/** The connection of a document to main. */
export type OfficeConnection = { bridge: Bridge; doc: string };

/** Tracked changes: those of the document, and whether the user's own edits become some. */
function createOfficeSuggestions({ bridge, doc }: CustomEditorTab, content: () => OfficeContent | null) {
  const $suggests = atom(false);
  const $suggestions = atom<readonly OfficeSuggestion[]>([]);

  const loadSuggestions = async () => {
    const now = content();
    if (now?.kind !== "document" || (now.suggestions === 0 && $suggestions.get().length === 0)) return;
    const answer = await bridge.request("office:suggestions", doc);
    if (answer.ok && answer.version === content()?.version) $suggestions.set(answer.suggestions);
  };

  return { $suggests, $suggestions, loadSuggestions };
}

/** The operations of the mounted view. */
type OfficeViewHandle = {
  focus(): void;
  run?(command: Command): boolean;
  selection?(): SelectedPassage | SelectedPart | null;
  paragraphs?(): PageParagraphs | null;
  viewState(): CustomEditorViewState;
};

/** The view of a tab, which comes and goes while the tab stays. */
function createMountedView() {
  let view: OfficeViewHandle | null = null;
  let isFocusWanted = false;
  let lastViewState: CustomEditorViewState = { cursor: 0, scrollTop: 0 };
  return {
    /** Focuses the view, now or once it is mounted. */
    focus(): void {
      if (view) view.focus();
      else isFocusWanted = true;
    },
    run: (command: Command): boolean => view?.run?.(command) ?? false,
    selection: (): SelectedPassage | SelectedPart | null => view?.selection?.() ?? null,
    paragraphs: (): PageParagraphs | null => view?.paragraphs?.() ?? null,
    viewState: (): CustomEditorViewState => view?.viewState() ?? lastViewState,
    restore(state: CustomEditorViewState): void {
      lastViewState = state;
    },
    /** The scroll position and cursor of the last mounted view. */
    lastViewState: () => lastViewState,
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
  };
}

/** Copies from an Office document. */
function createOfficeClipboard({ bridge, doc }: CustomEditorTab, notices: Pick<Notices, "announce" | "error">) {
  return {
    /** Copies cells to the clipboard, formatted by `text`; false if they could not be read. */
    async copyCells(
      sheet: string,
      range: OfficeRange,
      text: (cells: readonly OfficeCell[], range: OfficeRange) => string,
    ): Promise<boolean> {
      const answer = await bridge.request("office:cells", { doc, sheet, range });
      if (!answer.ok) notices.error(answer.error.message, { hint: answer.error.hint ?? null });
      else await bridge.request("app:copy", text(answer.cells, range));
      return answer.ok;
    },
    async copyText(text: string): Promise<void> {
      await bridge.request("app:copy", text);
      notices.announce(officeMessages.textCopied);
    },
  };
}
