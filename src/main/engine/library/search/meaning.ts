import { hash } from "node:crypto";
import type { EntryContent } from "../entries/entry";

/** Characters that the model gets at once. It reads some 256 tokens; longer texts take longer. */
const MAX_PASSAGE = 900;
/** Passages of one entry that are read for meaning; what follows is found by its words alone. */
const MAX_PASSAGES = 6;

const labelFields = [
  "school",
  "size",
  "type",
  "subtype",
  "item_type",
  "category",
  "option_type",
  "class",
  "rule_type",
  "section",
];

/**
 * The texts of an entry for the model, at least one and at most `MAX_PASSAGES`: each has the entry's name, what it is, and a passage of its
 * text without Markdown marks. The passages follow each other without a gap.
 */
export function meaningsOf({
  kind,
  name,
  text,
  fields,
}: Pick<EntryContent, "kind" | "name" | "text" | "fields">): string[] {
  const labels = labelFields.map((field) => fields[field]).filter((value) => typeof value === "string" && value !== "");
  const what = kind === "spell" ? [...labels, "spell"] : labels.length === 0 ? [kind] : labels;
  const head = `${name}. ${what.join(", ").replaceAll("_", " ")}. `.slice(0, MAX_PASSAGE / 2);
  let rest = text
    .slice(0, 2 * MAX_PASSAGE * MAX_PASSAGES)
    .replace(/[*#|_`>-]{2,}|[*#|`>]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const passages: string[] = [];
  do {
    const passage = rest.slice(0, endOfPassage(rest, MAX_PASSAGE - head.length));
    passages.push((head + passage).toWellFormed().trimEnd());
    rest = rest.slice(passage.length).trimStart();
  } while (rest !== "" && passages.length < MAX_PASSAGES);
  return passages;
}

/** Where a passage of at most `most` characters ends: after a sentence in its second half, else at a blank, else anywhere. */
function endOfPassage(text: string, most: number): number {
  if (text.length <= most) return text.length;
  const part = text.slice(0, most + 1);
  const sentence = Math.max(
    part.lastIndexOf(". "),
    part.lastIndexOf("。"),
    part.lastIndexOf("! "),
    part.lastIndexOf("? "),
  );
  if (sentence > most / 2) return sentence + 1;
  const blank = part.lastIndexOf(" ");
  return blank > most / 2 ? blank : most;
}

/** An eight-byte hash of the model's text: equal texts have the same vector. */
export const meaningHash = (meaning: string): string => hash("sha256", meaning, "hex").slice(0, 16);
