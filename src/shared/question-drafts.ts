/** Joins unsent questions. Main and the renderer both use this; joining twice changes nothing. */

import type { ContextChip } from "./conversation";

/** Identifies what a chip refers to; chips with equal keys are duplicates. */
export function chipKey(chip: ContextChip): string {
  switch (chip.kind) {
    // Without its lines: a removed one stays removed while the user scrolls.
    case "front":
      return `front ${chip.doc}`;
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
    case "skill":
      return `skill ${chip.name}`;
    case "image":
      return `image ${chip.id}`;
  }
}

/** The chips of both, each once. */
export function joinedChips(chips: readonly ContextChip[], others: readonly ContextChip[]): ContextChip[] {
  const keys = new Set(others.map(chipKey));
  return [...chips.filter((chip) => !keys.has(chipKey(chip))), ...others];
}

/** Both texts, the other one below; only the longer one if it begins like the shorter, or ends with it as a paragraph. */
export function joinedTexts(text: string, other: string): string {
  if (other.trim() === "") return text;
  if (text.trim() === "" || other.startsWith(text) || other.endsWith(`\n\n${text}`)) return other;
  const isThere = text.startsWith(`${other}\n\n`) || text.endsWith(`\n\n${other}`);
  return isThere ? text : `${text}\n\n${other}`;
}
