/** How a callout looks: GitHub's five alerts. Obsidian's other types are drawn as the nearest of them. */
const calloutAppearances = ["note", "tip", "important", "warning", "caution"] as const;
export type CalloutAppearance = (typeof calloutAppearances)[number];

/** Obsidian's types and their other names, by appearance. Source: help.obsidian.md/callouts. */
const typesByAppearance: Record<CalloutAppearance, string> = {
  note: "note info todo quote cite",
  tip: "tip hint abstract summary tldr success check done",
  important: "important example",
  warning: "warning attention question help faq",
  caution: "caution danger error failure fail missing bug",
};

const appearanceOf = new Map<string, CalloutAppearance>(
  calloutAppearances.flatMap((appearance) =>
    typesByAppearance[appearance].split(" ").map((type) => [type, appearance] as const),
  ),
);

export type Callout = {
  /** In lower case. A type that is not known looks like a note. */
  type: string;
  appearance: CalloutAppearance;
  isKnown: boolean;
  /** Whether it can be folded, and how it is at first. */
  fold: "open" | "closed" | null;
  /** UTF-16 units of `[!type]`, the sign of folding and the blanks after it. */
  length: number;
  /** Whether the writer's own title follows. */
  hasTitle: boolean;
};

/** The callout whose marker, such as `[!tip]- A title`, `text` begins with: the first line of a quote, or the part of it before any other mark. */
export function calloutOf(text: string): Callout | null {
  const found = /^\[!([A-Za-z][\w-]{1,30})\]([+-]?)(?:[ \t]+|$)/.exec(text);
  if (!found) return null;
  const type = found[1]?.toLowerCase() ?? "";
  const appearance = appearanceOf.get(type);
  return {
    type,
    appearance: appearance ?? "note",
    isKnown: appearance !== undefined,
    fold: found[2] === "+" ? "open" : found[2] === "-" ? "closed" : null,
    length: found[0].length,
    hasTitle: text.slice(found[0].length).trim() !== "",
  };
}

/** The title of a callout without one of its own: its type, in the words of `names` where they have it. */
export const calloutName = (type: string, names: Readonly<Record<string, string>> = {}): string =>
  names[type] ?? `${type.slice(0, 1).toUpperCase()}${type.slice(1).replaceAll(/[-_]/g, " ")}`;
