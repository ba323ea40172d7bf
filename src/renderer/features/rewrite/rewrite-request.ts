import { atom } from "nanostores";
import type { Tab } from "../../workbench/tabs/tabs";

/** The passage to rewrite: its range and text. */
export type Passage = { tab: Tab; from: number; to: number; text: string };

export type RewriteRequests = ReturnType<typeof createRewriteRequests>;

/** The pending rewrite request of the window; the view is loaded with the first one. */
export function createRewriteRequests() {
  const $request = atom<Passage | null>(null);
  return {
    $request,
    /** Requests a rewrite of the selection, or of the paragraph at the cursor; false if it has no text. */
    ask(tab: Tab): boolean {
      const { editor } = tab;
      const text = editor.content();
      let { from, to } = editor.selectedRange();
      if (from === to) {
        const here = text.lineAt(from).number;
        const isBlank = (line: number) => text.line(line).text.trim() === "";
        if (isBlank(here)) return false;
        let [first, last] = [here, here];
        while (first > 1 && !isBlank(first - 1)) first--;
        while (last < text.lines && !isBlank(last + 1)) last++;
        from = text.line(first).from;
        to = text.line(last).to;
        editor.reveal({ from, to });
      }
      const passage = text.sliceString(from, to);
      if (passage.trim() === "") return false;
      $request.set({ tab, from, to, text: passage });
      return true;
    },
    leave: () => $request.set(null),
  };
}
