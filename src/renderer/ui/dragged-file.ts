import { atom } from "nanostores";

/** The path of the file of the tree that is being dragged: what a drag carries can only be read once it is dropped. */
export const $draggedFile = atom<string | null>(null);
