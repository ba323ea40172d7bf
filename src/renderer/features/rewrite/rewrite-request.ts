import { atom } from "nanostores";
import type { Tab } from "../../workbench/tabs/tabs";

/** A passage that is to be rewritten: where it stands, and its words. */
export type Passage = { tab: Tab; from: number; to: number; text: string };

export type RewriteDoor = ReturnType<typeof createRewriteDoor>;

/** What the page is asked to rewrite; its room is loaded when it is first asked for. */
export function createRewriteDoor() {
  const $asked = atom<Passage | null>(null);
  return {
    $asked,
    /** The selection of a tab, or the paragraph that the cursor is in; false where there are no words. */
    ask(tab: Tab): boolean {
      const { copy } = tab;
      const text = copy.content();
      let { from, to } = copy.selectedSpan();
      if (from === to) {
        const here = text.lineAt(from).number;
        const isBlank = (line: number) => text.line(line).text.trim() === "";
        if (isBlank(here)) return false;
        let [first, last] = [here, here];
        while (first > 1 && !isBlank(first - 1)) first--;
        while (last < text.lines && !isBlank(last + 1)) last++;
        from = text.line(first).from;
        to = text.line(last).to;
        copy.reveal({ from, to });
      }
      const passage = text.sliceString(from, to);
      if (passage.trim() === "") return false;
      $asked.set({ tab, from, to, text: passage });
      return true;
    },
    leave: () => $asked.set(null),
  };
}
