import type { ContextChip } from "../../../shared/conversation";

/** What is being written to the model in one conversation, and what the person chose to go along with it. */
export type Draft = {
  text: string;
  /** Added by hand: mentions, files. */
  chips: readonly ContextChip[];
  /** What goes along by itself, and was taken out: keys of `chipKey`. */
  left: readonly string[];
};

export const emptyDraft: Draft = Object.freeze({ text: "", chips: [], left: [] });

/** Two chips with the same key stand for the same thing. */
export function chipKey(chip: ContextChip): string {
  switch (chip.kind) {
    case "document":
      return `document ${chip.doc}`;
    case "selection":
      return `selection ${chip.doc} ${chip.lineFrom} ${chip.lineTo} ${chip.text}`;
    case "file":
      return `file ${chip.path}`;
    case "section":
      return `section ${chip.path} ${chip.address}`;
    case "paragraph":
      return `paragraph ${chip.path} ${chip.id}`;
    case "entry":
      return `entry ${chip.entry.document} ${chip.entry.kind} ${chip.entry.key}`;
  }
}

/** All that goes along: what the page adds by itself and was not taken out, then what was added; nothing twice. */
export function chipsOf(draft: Draft, byItself: readonly ContextChip[]): ContextChip[] {
  const seen = new Set(draft.left);
  return [...byItself, ...draft.chips].filter((chip) => {
    const key = chipKey(chip);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** Adds a chip, also one that was taken out before. */
export const withChip = (draft: Draft, chip: ContextChip): Draft => ({
  ...draft,
  chips: [...draft.chips.filter((each) => chipKey(each) !== chipKey(chip)), chip],
  left: draft.left.filter((key) => key !== chipKey(chip)),
});

/** Takes a chip out, whoever put it there. */
export const withoutChip = (draft: Draft, chip: ContextChip): Draft => ({
  ...draft,
  chips: draft.chips.filter((each) => chipKey(each) !== chipKey(chip)),
  left: [...new Set([...draft.left, chipKey(chip)])].slice(-200),
});

/** After it was sent: the words and what was added by hand are gone, what was taken out stays out. */
export const sentDraft = (draft: Draft): Draft => ({ ...draft, text: "", chips: [] });
