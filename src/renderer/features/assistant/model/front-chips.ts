import { atom, type ReadableAtom } from "nanostores";
import { holdsSecrets } from "../../../../core/text/holds-secrets";
import type { ContextChip } from "../../../../shared/conversation";
import type { Tab, Tabs } from "../../../workbench/api/tabs";

/** Longer selections are not added: the model can read them with tools. */
const MAX_SELECTION_LENGTH = 200_000;

/** The delay after which the chips follow the view, in milliseconds. */
const MOVE_DELAY_MS = 150;

/**
 * The automatic chips: the document in front with the lines in view, and its selection, even while the focus is elsewhere. They lag behind
 * cursor and scrolling; `refreshFront` updates them immediately. `$edits` changes with the text.
 */
export function watchFront(tabs: Pick<Tabs, "$front">): {
  $chips: ReadableAtom<readonly ContextChip[]>;
  $edits: ReadableAtom<number>;
  refreshFront(): void;
} {
  const $chips = atom<readonly ContextChip[]>([]);
  const $edits = atom(0);
  let unfollow = () => {};
  const update = (tab: Tab | null) => {
    const next = tab ? chipsOfTab(tab) : [];
    if (JSON.stringify(next) !== JSON.stringify($chips.get())) $chips.set(next);
  };
  tabs.$front.subscribe((tab) => {
    unfollow();
    unfollow = () => {};
    update(tab);
    if (!tab) return;
    let content = tab.editor.content();
    let moved: ReturnType<typeof setTimeout> | undefined;
    const stops = [
      // `$counts` changes with the text and the selection, with a delay.
      tab.editor.$counts.listen(() => {
        update(tab);
        if (tab.editor.content() === content) return;
        content = tab.editor.content();
        $edits.set($edits.get() + 1);
      }),
      tab.editor.$info.listen(() => update(tab)),
      tab.editor.onViewMoved(() => {
        clearTimeout(moved);
        moved = setTimeout(() => update(tab), MOVE_DELAY_MS);
      }),
      () => clearTimeout(moved),
    ];
    unfollow = () => {
      for (const stop of stops) stop();
    };
  });
  return { $chips, $edits, refreshFront: () => update(tabs.$front.get()) };
}

function chipsOfTab({ doc, editor }: Tab): ContextChip[] {
  // Files that hold secrets are added only by the user.
  if (holdsSecrets(editor.$info.get().path ?? "")) return [];
  const chips: ContextChip[] = [{ kind: "front", doc, lines: editor.visibleLines() }];
  const { from, to } = editor.selectedRange();
  if (from === to || to - from > MAX_SELECTION_LENGTH) return chips;
  const content = editor.content();
  const text = content.sliceString(from, to);
  if (text.trim() === "") return chips;
  const lineTo = content.lineAt(to);
  // A selection that ends at the start of a line does not include that line.
  const last = lineTo.from === to && to > from ? Math.max(1, lineTo.number - 1) : lineTo.number;
  return [...chips, { kind: "selection", doc, text, lineFrom: content.lineAt(from).number, lineTo: last }];
}
