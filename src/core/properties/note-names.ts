import { isTagName } from "../tags/tags";
import { type Property, readProperties } from "./front-properties";

/** What the front matter of a note says of its names: `aliases`, other names for links to it, and `tags` without `#`. */
export type NoteNames = { aliases: string[]; tags: { name: string; at: number }[] };

const MAX_NAMES = 200;
const MAX_LENGTH = 200;

/** The aliases and tags in the front matter of a text, as lists or as text with commas. `at` is the start of the property, in UTF-16 units. */
export function noteNames(text: string): NoteNames {
  if (!text.startsWith("---") || !/^(?:alias(?:es)?|tags?)[ \t]*:/im.test(text.slice(0, 65_000)))
    return { aliases: [], tags: [] };
  const read = readProperties(text);
  if (read.status !== "read") return { aliases: [], tags: [] };
  const valuesOf = (names: RegExp, splits: RegExp) =>
    read.properties
      .filter(({ name }) => names.test(name))
      .flatMap((property) => listed(property, splits).map((value) => ({ value, at: property.from })))
      .filter(({ value }) => value !== "" && value.length <= MAX_LENGTH)
      .slice(0, MAX_NAMES);
  const tags = valuesOf(/^tags?$/i, /[,\s]+/).map(({ value, at }) => ({ name: value.replace(/^#/, ""), at }));
  return {
    aliases: [...new Set(valuesOf(/^alias(?:es)?$/i, /,/).map(({ value }) => value))],
    tags: tags.filter(({ name }) => isTagName(name)),
  };
}

const listed = ({ kind, text, items }: Property, splits: RegExp): string[] =>
  (kind === "list" ? items : text.split(splits)).map((value) => value.trim());
