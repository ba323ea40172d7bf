import { createHash } from "node:crypto";
import type { EntryContent } from "../entries/entry";

/** Characters of an entry that the model is given; it reads some 256 tokens, and takes as long as they are many. */
const givenToModel = 900;

const telling = [
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

/** What the model reads of an entry: its name, what it is, and how its text begins, without the marks of Markdown. */
export function meaningOf({
  kind,
  name,
  text,
  fields,
}: Pick<EntryContent, "kind" | "name" | "text" | "fields">): string {
  const told = telling.map((field) => fields[field]).filter((value) => typeof value === "string" && value !== "");
  const what = kind === "spell" ? [...told, "spell"] : told.length === 0 ? [kind] : told;
  const plain = text
    .slice(0, 2 * givenToModel)
    .replace(/[*#|_`>-]{2,}|[*#|`>]/g, "")
    .replace(/\s+/g, " ");
  return `${name}. ${what.join(", ").replaceAll("_", " ")}. ${plain}`.slice(0, givenToModel).trimEnd();
}

/** Eight bytes that stand for what the model reads: the same text has the same vector. */
export const meaningHash = (meaning: string): string => createHash("sha256").update(meaning).digest("hex").slice(0, 16);
