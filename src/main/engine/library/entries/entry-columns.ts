import { bareLetters } from "./bare-letters";
import type { EntryFields, EntryKind, FieldValue } from "./entry";
import { folded } from "./folded";

/** The columns that lookups filter on, by type. Each is filled from the field of the same name, except as noted. */
const columns = {
  numbers: ["level", "challenge_rating", "armor_class", "hit_points", "cost", "weight"],
  /** Compared in folded form. */
  texts: ["school", "casting_time", "type", "size", "item_type", "rarity", "damage_dice", "option_type", "rule_type"],
  /** Searched for parts. */
  searched: ["section"],
  /** Several values each. */
  lists: ["class_key", "damage_type"],
  /** A missing field is false. */
  flags: ["concentration", "ritual", "is_finesse", "is_light", "is_magic"],
} as const;

type NumberColumn = (typeof columns.numbers)[number];
type TextColumn = (typeof columns.texts)[number];
type FlagColumn = (typeof columns.flags)[number];

/** A number between two limits, both inclusive. */
export type NumberCondition = { column: NumberColumn; from?: number | undefined; to?: number | undefined };
/** A text that equals `is`, ignoring letter case; one of a list; or part of a section's path. */
export type TextCondition = { column: TextColumn | (typeof columns.lists)[number] | "section"; is: string };
export type FlagCondition = { column: FlagColumn; is: boolean };

/** A condition on an entry's field. */
export type Condition = NumberCondition | TextCondition | FlagCondition;

/** The columns with their SQL types. */
export const columnTypes: readonly (readonly [name: string, type: "REAL" | "TEXT" | "INTEGER"])[] = [
  ...columns.numbers.map((name) => [name, "REAL"] as const),
  ...[...columns.texts, ...columns.searched, ...columns.lists].map((name) => [name, "TEXT"] as const),
  ...columns.flags.map((name) => [name, "INTEGER"] as const),
];

/** Other field names for the same column. */
const otherNames: Partial<Record<string, string>> = { class_key: "classes", damage_type: "damage_types" };

/** An entry's values in the order of `columnTypes`. */
export function columnValues(kind: EntryKind, fields: EntryFields): (string | number | null)[] {
  return [
    ...columns.numbers.map((name) => asNumber(fields[name])),
    ...columns.texts.map((name) => asText(name, fields[name] ?? usual[`${kind} ${name}`])),
    ...columns.searched.map((name) => asText(name, fields[name])),
    ...columns.lists.map((name) => asList([fields[name], fields[otherNames[name] ?? name]].flat())),
    ...columns.flags.map((name) => (fields[name] === true ? 1 : 0)),
  ];
}

/** The value of a field that an entry does not have. */
const usual: Partial<Record<string, string>> = { "rule rule_type": "rule" };

/** Parses a challenge rating: `1/4` is 0.25. NaN if it is not a number. */
export function parseRating(text: string): number {
  const [, whole, part] = /^\s*(\d{1,4}(?:\.\d{1,6})?)(?:\s*\/\s*(\d{1,4}))?\s*$/.exec(text) ?? [];
  const rating = Number(whole) / Number(part ?? 1);
  return Number.isFinite(rating) ? rating : Number.NaN;
}

function asNumber(value: FieldValue | undefined): number | null {
  const number = typeof value === "string" ? parseRating(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

const asText = (column: string, value: FieldValue | undefined): string | null =>
  typeof value === "string" ? comparable(column, value) : null;

/** Each value between line breaks, so that only whole values match. */
function asList(values: readonly (FieldValue | undefined)[]): string | null {
  const texts = values.flat().filter((value) => typeof value === "string");
  return texts.length === 0 ? null : `\n${texts.map((text) => folded(text)).join("\n")}\n`;
}

/** Other names for item types. */
const itemTypes: ReadonlyMap<string, string> = new Map([
  ["weapons", "weapon"],
  ["armour", "armor"],
  ["armors", "armor"],
  ["adventuring gear", "gear"],
  ["adventuring-gear", "gear"],
  ["tools", "tool"],
  ["mounts", "mount"],
  ["vehicles", "vehicle"],
]);

function comparable(column: string, value: string): string {
  const text = folded(value);
  if (column === "item_type") return itemTypes.get(text) ?? text;
  // `saving_throw`, `Saving Throw` and `saving-throw` are equal.
  if (column === "option_type" || column === "rule_type") return text.replace(/[\s_-]+/g, " ");
  if (column === "damage_dice") return text.replaceAll(" ", "");
  return text;
}

/** A condition as SQL with its parameters. */
export function conditionSql(condition: Condition): { sql: string; values: (string | number)[] } {
  const { column } = condition;
  if (!("is" in condition)) {
    const { from, to } = condition;
    return {
      sql: [
        `${column} IS NOT NULL`,
        from === undefined ? "" : `${column} >= ?`,
        to === undefined ? "" : `${column} <= ?`,
      ]
        .filter((part) => part !== "")
        .join(" AND "),
      values: [from, to].filter((value) => value !== undefined),
    };
  }
  if (typeof condition.is === "boolean") return { sql: `${column} = ?`, values: [condition.is ? 1 : 0] };
  const value = comparable(column, condition.is);
  if (column === "casting_time") {
    // "reaction" matches "1 reaction, which you take when …", and never "1 action".
    const sql = [value, `1 ${value}`].map(() => "casting_time = ? OR instr(casting_time, ?) = 1").join(" OR ");
    return { sql: `(${sql})`, values: [value, `${value},`, `1 ${value}`, `1 ${value},`] };
  }
  const bare = bareLetters(value);
  if (column === "class_key" || column === "damage_type") return onBare(column, isPart, `\n${bare}\n`);
  if (column === "section") {
    const asSlug = bare.replace(/\s*[>›]\s*/g, "/").replace(/[^\p{L}\p{M}\p{N}/]+/gu, "-");
    const [asPath, asKey] = [onBare(column, isPart, bare), onBare(column, isPart, asSlug)];
    return { sql: `(${asPath.sql} OR ${asKey.sql})`, values: [...asPath.values, ...asKey.values] };
  }
  return onBare(column, (text) => `${text} = ?`, bare);
}

/** An SQL condition: the text contains the parameter. */
export const isPart = (text: string): string => `instr(${text}, ?) > 0`;

/**
 * A condition with one parameter on a text without its accents, as SQL with its parameters. Only texts beyond ASCII are sent through the
 * function `bare_letters`, which the connection must have.
 */
export function onBare(
  column: string,
  condition: (text: string) => string,
  value: string,
): { sql: string; values: string[] } {
  const beyondAscii = `${column} GLOB '*[^' || char(1) || '-~]*'`;
  return {
    sql: `(${condition(column)} OR (${beyondAscii} AND ${condition(`bare_letters(${column})`)}))`,
    values: [value, value],
  };
}
