import { createHash } from "node:crypto";
import type { EntryContent } from "../entries/entry";

/** Characters of an entry that the model gets. It reads some 256 tokens; longer texts take longer. */
const MAX_MODEL_CHARACTERS = 900;

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

/** The text of an entry for the model: its name, what it is, and the beginning of its text without Markdown marks. */
export function meaningOf({
  kind,
  name,
  text,
  fields,
}: Pick<EntryContent, "kind" | "name" | "text" | "fields">): string {
  const labels = labelFields.map((field) => fields[field]).filter((value) => typeof value === "string" && value !== "");
  const what = kind === "spell" ? [...labels, "spell"] : labels.length === 0 ? [kind] : labels;
  const plain = text
    .slice(0, 2 * MAX_MODEL_CHARACTERS)
    .replace(/[*#|_`>-]{2,}|[*#|`>]/g, "")
    .replace(/\s+/g, " ");
  return `${name}. ${what.join(", ").replaceAll("_", " ")}. ${plain}`.slice(0, MAX_MODEL_CHARACTERS).trimEnd();
}

/** An eight-byte hash of the model's text: equal texts have the same vector. */
export const meaningHash = (meaning: string): string => createHash("sha256").update(meaning).digest("hex").slice(0, 16);
