import { atom } from "nanostores";
import { createEarlyKeys } from "../../ui/early-keys";

export type SearchDoor = ReturnType<typeof createSearchDoor>;

/** Search requests of the window before the pane is loaded: open it with a text, and step through the results. */
export function createSearchDoor() {
  /** A request to focus the field, with this text; null keeps its text. */
  const $wanted = atom<{ text: string | null; way: "find" | "replace" } | null>(null);
  let goOn: ((by: 1 | -1) => boolean) | null = null;
  let room: "away" | "there" = "away";
  const early = createEarlyKeys(() => {});
  return {
    $wanted,
    ask(text: string | null, way: "find" | "replace" = "find"): void {
      if (room === "away") early.hold();
      $wanted.set({ text, way });
    },
    /** The pane has taken the request and the focus. Returns what was typed before. */
    taken(): string {
      $wanted.set(null);
      return early.release();
    },
    shown(): void {
      room = "there";
    },
    gone(): void {
      room = "away";
    },
    /** Goes to the next or previous result; false if there is none. */
    step: (by: 1 | -1): boolean => goOn?.(by) ?? false,
    /** Set by the pane once it is loaded. */
    stepsWith(step: (by: 1 | -1) => boolean): void {
      goOn = step;
    },
  };
}
