import { atom } from "nanostores";

/** The path of the tree entry being dragged. The data of a drag can be read only on drop. */
export const $draggedFile = atom<string | null>(null);
