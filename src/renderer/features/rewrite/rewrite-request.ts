import { atom } from "nanostores";
import type { Tab } from "../../workbench/tabs/tabs";

/** The passage to rewrite: its range and text. */
export type Passage = { tab: Tab; from: number; to: number; text: string };

export type RewriteDoor = ReturnType<typeof createRewriteDoor>;

/** The pending rewrite request of the window; the view is loaded with the first one. */
export function createRewriteDoor() {
  const $asked = atom<Passage | null>(null);
  return {
    $asked,
    /** Requests a rewrite of the selection, or of the paragraph at the cursor; false if it has no text. */
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
