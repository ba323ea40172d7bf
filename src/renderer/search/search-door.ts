import { atom } from "nanostores";

export type SearchDoor = ReturnType<typeof createSearchDoor>;

/**
 * What the rest of the page knows of the search in the folder before its room is loaded: that it is wanted, and with
 * what, and how to go on from result to result.
 */
export function createSearchDoor() {
  /** The field is to take the focus, with this text in it; null keeps what is there. */
  const $wanted = atom<{ text: string | null } | null>(null);
  let goOn: ((by: 1 | -1) => boolean) | null = null;
  return {
    $wanted,
    ask: (text: string | null) => $wanted.set({ text }),
    taken: () => $wanted.set(null),
    /** Goes to the next or the previous result; false where there is none. */
    step: (by: 1 | -1): boolean => goOn?.(by) ?? false,
    /** Told by the room, once it is loaded. */
    stepsWith(step: (by: 1 | -1) => boolean): void {
      goOn = step;
    },
  };
}
