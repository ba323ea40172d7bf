import { atom } from "nanostores";
import { createEarlyKeys } from "../../ui/early-keys";

export type SearchDoor = ReturnType<typeof createSearchDoor>;

/**
 * What the rest of the page knows of the search in the folder before its room is loaded: that it is wanted, and with
 * what, and how to go on from result to result.
 */
export function createSearchDoor() {
  /** The field is to take the focus, with this text in it; null keeps what is there. */
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
    /** The room has it, and the focus. Answers with what was typed before it was there. */
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
    /** Goes to the next or the previous result; false where there is none. */
    step: (by: 1 | -1): boolean => goOn?.(by) ?? false,
    /** Told by the room, once it is loaded. */
    stepsWith(step: (by: 1 | -1) => boolean): void {
      goOn = step;
    },
  };
}
