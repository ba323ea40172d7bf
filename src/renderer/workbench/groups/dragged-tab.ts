import { atom } from "nanostores";
import type { TabKey } from "../api/tabs";

/** The tab being dragged, so that every tab strip and editor pane can accept it. */
export const $draggedTab = atom<TabKey | null>(null);
