import { atom } from "nanostores";
import type { TabKey } from "./arrangement";

/** The tab that is being dragged, so that every row and every page can take it. */
export const $draggedTab = atom<TabKey | null>(null);
