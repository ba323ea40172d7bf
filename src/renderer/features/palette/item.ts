/** `goes on`: the palette stays open. `beside`: the file opens in the group beside. */
export type PickMode = "and closes" | "goes on" | "beside";

/** An item of the palette. `marks` are the offsets of the matched letters, in UTF-16 units. */
export type Item = {
  id: string;
  label: string;
  marks: readonly number[];
  /** The folder of a file, or the menu of a command. */
  detail: string;
  detailMarks: readonly number[];
  /** The keyboard shortcut, at the right. */
  key: string | null;
  /** A note at the right: recently used, open, or what is missing. */
  note: string | null;
  /** Indentation level. */
  depth: number;
  /** Shown but not available. */
  isOff: boolean;
  pick(how: PickMode): unknown;
};

/** An item with nothing but a label. */
export const plainItem = (id: string, label: string, pick: Item["pick"]): Item => ({
  id,
  label,
  marks: [],
  detail: "",
  detailMarks: [],
  key: null,
  note: null,
  depth: 0,
  isOff: false,
  pick,
});

/** The results of a query; `count` is the total, `start` the initially selected index, `status` a message or null. */
export type PaletteResults = { items: Item[]; count: number; status: string | null; start: number };
