import type { PageParagraphs } from "../../../../shared/comments";
import type { Command } from "../../../../shared/contract";
import type { CustomEditorViewState, SelectedPart, SelectedPassage } from "../../../editor/custom-editor-tab";

/** The operations of the mounted view. */
export type OfficeViewHandle = {
  focus(): void;
  run?(command: Command): boolean;
  selection?(): SelectedPassage | SelectedPart | null;
  paragraphs?(): PageParagraphs | null;
  viewState(): CustomEditorViewState;
};

/** The view of a tab, which comes and goes while the tab stays. */
export function createMountedView() {
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
