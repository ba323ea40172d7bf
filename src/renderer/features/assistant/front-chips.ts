import { atom, type ReadableAtom } from "nanostores";
import { holdsSecrets } from "../../../core/text/holds-secrets";
import type { ContextChip } from "../../../shared/conversation";
import type { Tab, Tabs } from "../../workbench/api/tabs";

/** Longer selections are not added: the model can read them with tools. */
const MAX_SELECTION_LENGTH = 200_000;

/**
 * The automatic chips: the document in front and its selection, even while the focus is elsewhere. They lag behind the cursor;
 * `refreshFront` updates them immediately.
 */
export function watchFront(tabs: Pick<Tabs, "$front">): {
  $chips: ReadableAtom<readonly ContextChip[]>;
  refreshFront(): void;
} {
  const $chips = atom<readonly ContextChip[]>([]);
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
    // `$counts` changes with the selection, with a delay.
    const stops = [tab.editor.$counts.listen(() => update(tab)), tab.editor.$info.listen(() => update(tab))];
    unfollow = () => {
      for (const stop of stops) stop();
    };
  });
  return { $chips, refreshFront: () => update(tabs.$front.get()) };
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
