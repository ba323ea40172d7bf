import { bareLetters } from "./bare-letters";
import type { EntryContent, FieldDeclaration, FieldType, FieldValue, KindDeclaration } from "./entry";
import { folded } from "./folded";

/**
 * The values of declared fields by which lookups filter, several for a list. Texts, flags and days are in `text`, numbers in `number`. The
 * key makes each condition one range of the table.
 */
export const declaredValuesSchema = `
  CREATE TABLE declared_values (
    document TEXT NOT NULL,
    kind TEXT NOT NULL,
    field TEXT NOT NULL,
    text TEXT NOT NULL,
    number REAL NOT NULL,
    entry INTEGER NOT NULL,
    PRIMARY KEY (document, kind, field, text, number, entry)
  ) STRICT, WITHOUT ROWID`;

/** A condition on a declared field: the value, or for numbers and days the lowest and the highest. */
export type DeclaredCondition = {
  field: string;
  type: FieldType;
  is?: string | number | boolean | undefined;
  from?: string | number | undefined;
  to?: string | number | undefined;
};

/** Characters of a text that are compared. */
const MAX_TEXT = 500;

const comparable = (text: string): string => bareLetters(folded(text)).slice(0, MAX_TEXT).toWellFormed();

/** The rows of an entry: field, text and number of each value. A flag that is missing is false. */
export function declaredValues({ fields }: KindDeclaration, entry: EntryContent): [string, string, number][] {
  return fields.flatMap(({ field, type }) => {
    const value = Object.hasOwn(entry.fields, field) ? entry.fields[field] : undefined;
    return valuesOf(type, value).map(([text, number]): [string, string, number] => [field, text, number]);
  });
}

function valuesOf(type: FieldDeclaration["type"], value: FieldValue | undefined): [string, number][] {
  if (type === "flag") return [[String(value === true), 0]];
  if (type === "number") return typeof value === "number" ? [["", value]] : [];
  const texts = [value].flat().filter((each) => typeof each === "string");
  return [...new Set(texts.map(comparable))].map((text) => [text, 0]);
}

/** The condition as SQL on ids with its parameters: entries that have such a value. `kinds` limits the search to a part of the table. */
export function declaredSql(
  kinds: readonly string[] | null,
  { field, type, is, from, to }: DeclaredCondition,
): { sql: string; values: (string | number)[] } {
  const ofKinds = kinds === null ? "(SELECT DISTINCT kind FROM entries)" : "(SELECT value FROM json_each(?))";
  const where = ["document IN (SELECT document FROM documents)", `kind IN ${ofKinds}`, "field = ?"];
  const values: (string | number)[] = [...(kinds === null ? [] : [JSON.stringify(kinds)]), field];
  const isNumber = type === "number";
  if (isNumber) where.push("text = ''");
  const column = isNumber ? "number" : "text";
  for (const [operator, value] of [
    ["=", is],
    [">=", from],
    ["<=", to],
  ] as const) {
    if (value === undefined) continue;
    where.push(`${column} ${operator} ?`);
    values.push(isNumber ? Number(value) : comparable(String(value)));
  }
  return { sql: `id IN (SELECT entry FROM declared_values WHERE ${where.join(" AND ")})`, values };
}
