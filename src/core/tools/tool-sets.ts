/** The sets in which the tools are offered, in the order of the documentation: each tool takes room in every conversation of an agent. */
export const toolSets = ["documents", "office", "books", "library"] as const;

export type ToolSet = (typeof toolSets)[number];

/** What a list such as `documents, office` names, in any order and case; null if it names nothing, or something that is not a set. */
export function parseToolSets(list: string): readonly ToolSet[] | null {
  const names = list
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== "");
  const isKnown = names.every((name) => toolSets.some((set) => set === name));
  return names.length > 0 && isKnown ? toolSets.filter((set) => names.includes(set)) : null;
}
