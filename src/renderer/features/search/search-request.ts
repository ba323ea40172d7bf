import { atom } from "nanostores";
import { createEarlyTyping } from "../../ui/early-typing";
import type { SearchRequests } from "../../workbench/api/feature-stores";

/** Search requests of the window before the pane is loaded: open it with a text, and step through the results. */
export function createSearchRequests(): SearchRequests {
  /** A request to focus the field, with this text; null keeps its text. */
  const $wanted = atom<{ text: string | null; way: "find" | "replace" } | null>(null);
  let stepResults: ((by: 1 | -1) => boolean) | null = null;
  let view: "away" | "there" = "away";
  const withdraw = () => $wanted.set(null);
  const early = createEarlyTyping({ onEscape: withdraw, onLeave: withdraw });
  return {
    $wanted,
    ask(text: string | null, way: "find" | "replace" = "find"): void {
      if (view === "away") early.hold();
      $wanted.set({ text, way });
    },
    take(): string {
      $wanted.set(null);
      return early.release();
    },
    onShown(): void {
      view = "there";
    },
    onHidden(): void {
      view = "away";
    },
    step: (by: 1 | -1): boolean => stepResults?.(by) ?? false,
    setStepper(step: (by: 1 | -1) => boolean): void {
      stepResults = step;
    },
  };
}
