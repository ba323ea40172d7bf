import { atom, type ReadableAtom } from "nanostores";
import { holdsSecrets } from "../../../core/text/holds-secrets";
import type { ContextChip } from "../../../shared/conversation";
import type { Tab, Tabs } from "../../workbench/tabs/tabs";

/** A longer selection goes along as its document does: by its beginning, which the model reads on from. */
const LONGEST = 200_000;

/**
 * What goes along by itself: the document in front, and what is selected in it, also while the focus is elsewhere. What is
 * told lags behind the typing; `look` is for whoever needs it as it is now.
 */
export function watchFront(tabs: Pick<Tabs, "$front">): {
  $chips: ReadableAtom<readonly ContextChip[]>;
  look(): void;
} {
  const $chips = atom<readonly ContextChip[]>([]);
  let unfollow = () => {};
  const tell = (tab: Tab | null) => {
    const next = tab ? chipsOfTab(tab) : [];
    if (JSON.stringify(next) !== JSON.stringify($chips.get())) $chips.set(next);
  };
  tabs.$front.subscribe((tab) => {
    unfollow();
    unfollow = () => {};
    tell(tab);
    if (!tab) return;
    // Counts follow the selection, some time behind the typing.
    const stops = [tab.copy.$counts.listen(() => tell(tab)), tab.copy.$about.listen(() => tell(tab))];
    unfollow = () => {
      for (const stop of stops) stop();
    };
  });
  return { $chips, look: () => tell(tabs.$front.get()) };
}

function chipsOfTab({ doc, copy }: Tab): ContextChip[] {
  // What is in a file of secrets is sent only if the user adds it by hand.
  if (holdsSecrets(copy.$about.get().path ?? "")) return [];
  const chips: ContextChip[] = [{ kind: "document", doc }];
  const { from, to } = copy.selectedSpan();
  if (from === to || to - from > LONGEST) return chips;
  const content = copy.content();
  const text = content.sliceString(from, to);
  if (text.trim() === "") return chips;
  const lineTo = content.lineAt(to);
  // A selection up to the beginning of a line does not hold that line.
  const last = lineTo.from === to && to > from ? Math.max(1, lineTo.number - 1) : lineTo.number;
  return [...chips, { kind: "selection", doc, text, lineFrom: content.lineAt(from).number, lineTo: last }];
}
