import { type EntryFields, type FieldValue, isKnownKind, type KindDeclaration, type LibraryEntry } from "./entry";

const abilities = ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"] as const;

/** Fields for lookups, which are not shown. */
const hiddenFields = new Set([
  "section",
  "heading_level",
  "lines",
  "sections",
  "is_finesse",
  "is_light",
  "option_type",
  "rule_type",
]);

type MarkdownOptions = {
  title: string;
  level?: number;
  /** The declaration of the entry's kind, if its document declares it. */
  declaration?: KindDeclaration | undefined;
};

/**
 * An entry as Markdown: its name as a heading of `level`, a line with its kind, its fields as a list (a creature's abilities as a table),
 * its text, and its document's title. Unknown fields are listed too.
 */
export function entryMarkdown(entry: LibraryEntry, { title, level = 2, declaration }: MarkdownOptions): string {
  const { kind, name, fields, text } = entry;
  if (!isKnownKind(kind)) return declaredMarkdown(entry, { title, level, declaration });
  const handledFields = new Set<string>(hiddenFields);
  const take = (field: string): string => {
    handledFields.add(field);
    return describeValue(fields[field]);
  };
  const parts = [`${"#".repeat(Math.min(6, Math.max(1, level)))} ${inLine(name)}`];
  const line = kind === "creature" ? creatureLine(take) : kind === "spell" ? spellLine(take, fields) : lineOf(entry);
  if (line !== "") parts.push(`*${inLine(line)}*`);
  const rows: string[] = [];
  const row = (label: string, value: string) => {
    if (value !== "") rows.push(`- **${label}** ${inLine(value)}`);
  };
  if (kind === "creature") {
    row("Armor class", take("armor_class"));
    row("Hit points", [take("hit_points"), bracketed(take("hit_dice"))].filter(Boolean).join(" "));
  }
  const table = kind === "creature" && abilities.every((ability) => typeof fields[ability] === "number");
  if (table) for (const ability of abilities) handledFields.add(ability);
  if (kind === "spell") for (const flag of ["concentration", "ritual"]) handledFields.add(flag);
  for (const [field, value] of Object.entries(fields))
    if (!handledFields.has(field)) row(labelOf(field), describeField(field, value));
  if (rows.length > 0) parts.push(rows.join("\n"));
  if (table) parts.push(abilityTable(fields));
  if (text !== "") parts.push(text.trim());
  parts.push(`*${inLine(title)}*`);
  return `${parts.join("\n\n")}\n`;
}

/** An entry of a declared kind: the declared fields first, under their labels. */
function declaredMarkdown(
  { name, fields, text }: LibraryEntry,
  { title, level = 2, declaration }: MarkdownOptions,
): string {
  const parts = [`${"#".repeat(Math.min(6, Math.max(1, level)))} ${inLine(name)}`];
  const declared = new Map(declaration?.fields.map((each) => [each.field, each]));
  const line = declaration?.line ?? [];
  const shown = (field: string): string => {
    const { unit = "", type = "text" } = declared.get(field) ?? {};
    const value = type === "flag" ? describeValue(fields[field] === true) : describeValue(fields[field]);
    return [value, value === "" ? "" : unit].filter(Boolean).join(" ");
  };
  // Beside no label, a flag would be only yes or no.
  const described = (field: string): string => {
    const { type, label = "" } = declared.get(field) ?? {};
    return type === "flag" ? (shown(field) === "yes" ? label : "") : shown(field);
  };
  const about = line.map(described).filter(Boolean).join(", ");
  if (about !== "") parts.push(`*${inLine(about)}*`);
  const others = Object.keys(fields).filter((field) => !declared.has(field));
  const rows = [...declared.keys(), ...others].flatMap((field) => {
    const value = line.includes(field) || !Object.hasOwn(fields, field) ? "" : shown(field);
    return value === "" ? [] : [`- **${inLine(declared.get(field)?.label ?? labelOf(field))}** ${inLine(value)}`];
  });
  if (rows.length > 0) parts.push(rows.join("\n"));
  if (text !== "") parts.push(text.trim());
  parts.push(`*${inLine(title)}*`);
  return `${parts.join("\n\n")}\n`;
}

/** `armor_class` as `Armor class`. */
const labelOf = (field: string): string => {
  const spaced = field.replaceAll("_", " ").replace(/^is /, "");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

/** Escapes marks, and removes line breaks. */
const inLine = (text: string): string => text.replace(/\s+/g, " ").replace(/[\\*_`[\]<|]/g, "\\$&");

const bracketed = (text: string): string => (text === "" ? "" : `(${text})`);

/** A modifier with its sign. */
const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);

const ratings: ReadonlyMap<string, string> = new Map([
  ["0.125", "1/8"],
  ["0.25", "1/4"],
  ["0.5", "1/2"],
]);

function describeField(field: string, value: FieldValue): string {
  if (field === "challenge_rating") return ratings.get(String(value)) ?? describeValue(value);
  if (field === "cost" && typeof value === "number") return `${value} gp`;
  if (field === "weight" && typeof value === "number") return `${value} lb.`;
  if ((field === "saving_throws" || field === "skills") && isRecord(value))
    return Object.entries(value)
      .map(([name, bonus]) => `${name} ${typeof bonus === "number" ? signed(bonus) : describeValue(bonus)}`)
      .join(", ");
  return describeValue(value);
}

const isRecord = (value: FieldValue | undefined): value is EntryFields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Any value as text: lists by commas, records by name; empty for null and undefined. */
function describeValue(value: FieldValue | undefined): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map(describeValue).filter(Boolean).join(", ");
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, inner]) => [name.replaceAll("_", " "), describeValue(inner)].filter(Boolean).join(" "))
      .join(", ");
  return String(value);
}

type Take = (field: string) => string;

function creatureLine(take: Take): string {
  const what = [take("size"), take("type"), bracketed(take("subtype"))].filter(Boolean).join(" ");
  return [what, take("alignment")].filter(Boolean).join(", ");
}

function spellLine(take: Take, fields: EntryFields): string {
  const level = fields["level"];
  const school = take("school");
  take("level");
  const what =
    level === 0 ? `${school} cantrip` : typeof level === "number" ? `Level ${level} ${school.toLowerCase()}` : school;
  const flags = [fields["ritual"] === true ? "ritual" : "", fields["concentration"] === true ? "concentration" : ""];
  return [what.trim(), ...flags].filter(Boolean).join(", ");
}

function lineOf({ kind, fields }: LibraryEntry): string {
  const type = kind === "character_option" ? fields["option_type"] : kind === "rule" ? fields["rule_type"] : undefined;
  return typeof type === "string" && type !== "rule" ? labelOf(type) : "";
}

function abilityTable(fields: EntryFields): string {
  const scores = abilities.map((ability) => Number(fields[ability]));
  const head = abilities.map((ability) => ability.slice(0, 3).toUpperCase()).join(" | ");
  const cells = scores.map((score) => `${score} (${signed(Math.floor((score - 10) / 2))})`).join(" | ");
  return `| ${head} |\n|${":-:|".repeat(abilities.length)}\n| ${cells} |`;
}
