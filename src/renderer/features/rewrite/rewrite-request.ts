import { atom } from "nanostores";
import { createEarlyTyping } from "../../ui/early-typing";
import type { Passage, RewriteRequests } from "../../workbench/api/feature-stores";
import type { Tab } from "../../workbench/api/tabs";

/** The pending rewrite request of the window; the view is loaded with the first one. */
export function createRewriteRequests(): RewriteRequests {
  const $request = atom<Passage | null>(null);
  const leave = () => {
    early.release();
    $request.set(null);
  };
  const early = createEarlyTyping({ onEscape: leave, onLeave: leave });
  return {
    $request,
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
      if ($request.get() === null) early.hold();
      $request.set({ tab, from, to, text: passage });
      return true;
    },
    onShown: () => early.release(),
    leave,
  };
}
