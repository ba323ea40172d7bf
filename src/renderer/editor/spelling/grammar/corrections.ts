import type { MenuItem } from "../../../../shared/contract";

/** Suggestions for a mistake, as items of a context menu, and what choosing one of them does. */
export type Corrections = { items: MenuItem[]; choose(picked: string | null): Promise<void> };
