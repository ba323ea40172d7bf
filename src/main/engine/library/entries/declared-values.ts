import { bareLetters } from "./bare-letters";
import { limits } from "./document-limits";
import type { EntryContent, EntryKind, FieldDeclaration, FieldType, FieldValue, KindDeclaration } from "./entry";
import { folded } from "./folded";

/**
 * The values of declared fields by which lookups filter, several for a list. Texts, true flags and days are in `text`, numbers in `number`. The
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

/** A condition on a declared field, for each type that documents declare it with: an entry meets that of its own document. Without any, no entry does. */
export type DeclaredCondition = { field: string; byType: readonly TypedCondition[] };

/** The value, or for numbers and days the lowest and the highest. */
export type TypedCondition = {
  type: FieldType;
  /** The documents that declare the field with this type, and the kinds. */
  declaredBy: readonly (readonly [document: string, kind: EntryKind])[];
  is?: string | number | undefined;
  from?: string | number | undefined;
  to?: string | number | undefined;
};

/** Characters of a text that are compared. */
const MAX_TEXT = 500;

const comparable = (text: string): string => bareLetters(folded(text)).slice(0, MAX_TEXT).toWellFormed();

/** The rows of an entry: field, text and number of each value. A flag has a row only if it is true. */
export function declaredValues({ fields }: KindDeclaration, entry: EntryContent): [string, string, number][] {
  return fields.flatMap(({ field, type }) => {
    const value = Object.hasOwn(entry.fields, field) ? entry.fields[field] : undefined;
    return valuesOf(type, value).map(([text, number]): [string, string, number] => [field, text, number]);
  });
}

/** Counts the values of a document's entries. `exceeded` says what is too much; null if nothing is. */
export function declaredBudget(document: string): {
  take(declaration: KindDeclaration, entry: EntryContent): void;
  exceeded(): string | null;
} {
  let count = 0;
  let size = 0;
  return {
    take(declaration, entry) {
      for (const [field, text] of declaredValues(declaration, entry)) {
        count++;
        size += document.length + declaration.kind.length + field.length + text.length;
      }
    },
    exceeded() {
      if (count > limits.declaredValues) return `more than ${limits.declaredValues} values of declared fields`;
      if (size <= limits.declaredSize) return null;
      return `values of declared fields that take more than ${limits.declaredSize / 1024 / 1024} MiB`;
    },
  };
}

function valuesOf(type: FieldDeclaration["type"], value: FieldValue | undefined): [string, number][] {
  if (type === "flag") return value === true ? [["true", 0]] : [];
  if (type === "number") return typeof value === "number" ? [["", value]] : [];
  const texts = [value].flat().filter((each) => typeof each === "string");
  return [...new Set(texts.map(comparable))].filter((text) => text !== "").map((text) => [text, 0]);
}

/** The condition as SQL on ids with its parameters: entries that have such a value. */
export function declaredSql({ field, byType }: DeclaredCondition): { sql: string; values: (string | number)[] } {
  const parts = byType.map((each) => typedSql(field, each));
  return {
    sql: `(${parts.map(({ sql }) => sql).join(" OR ") || "FALSE"})`,
    values: parts.flatMap(({ values }) => values),
  };
}

function typedSql(
  field: string,
  { type, declaredBy, is, from, to }: TypedCondition,
): { sql: string; values: (string | number)[] } {
  const ofThese = JSON.stringify(declaredBy.map(([document, kind]) => [folded(document), kind]));
  if (type === "flag" && is !== undefined && comparable(String(is)) === "false") {
    // Such a flag has no row.
    const those = typedSql(field, { type, declaredBy, is: "true" });
    const all =
      "SELECT e.id FROM json_each(?) AS d CROSS JOIN entries AS e ON e.document = d.value ->> 0 AND e.kind = d.value ->> 1";
    return { sql: `(id IN (${all}) AND NOT ${those.sql})`, values: [ofThese, ...those.values] };
  }
  const where = ["v.document = d.value ->> 0", "v.kind = d.value ->> 1", "v.field = ?"];
  const values: (string | number)[] = [ofThese, field];
  const isNumber = type === "number";
  if (isNumber) where.push("v.text = ''");
  const column = isNumber ? "v.number" : "v.text";
  for (const [operator, value] of [
    ["=", is],
    [">=", from],
    ["<=", to],
  ] as const) {
    if (value === undefined) continue;
    where.push(`${column} ${operator} ?`);
    values.push(isNumber ? Number(value) : comparable(String(value)));
  }
  // CROSS JOIN keeps the order of the tables: each document and kind is a range of the key.
  const sql = `SELECT v.entry FROM json_each(?) AS d CROSS JOIN declared_values AS v ON ${where.join(" AND ")}`;
  return { sql: `id IN (${sql})`, values };
}
