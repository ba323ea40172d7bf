/** `goes on`: the palette stays open. `beside`: a file comes up in the group beside. */
export type HowPicked = "and closes" | "goes on" | "beside";

/** A line of the palette. `marks` are the places of the letters that were typed, in UTF-16 units. */
export type Item = {
  id: string;
  label: string;
  marks: readonly number[];
  /** The folder of a file, the menu of a command. */
  detail: string;
  detailMarks: readonly number[];
  /** At the right, as the keyboard names it. */
  key: string | null;
  /** At the right: recently used, open, what is missing. */
  note: string | null;
  /** How far it is moved in, in steps. */
  depth: number;
  /** Shown, and cannot be picked. */
  isOff: boolean;
  pick(how: HowPicked): unknown;
};

/** An item that is its words alone, with nothing marked and nothing beside them. */
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

/** What the palette shows of an answer. `status` is a sentence where there is something to say. */
export type Answer = { items: Item[]; count: number; status: string | null; start: number };

/** So many lines are shown; more of them would hold up typing. */
export const MOST_SHOWN = 60;
