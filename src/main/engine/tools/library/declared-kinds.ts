import { z } from "zod";
import type { ContentLibrary } from "../../library/entries/content-library";
import type { DeclaredCondition } from "../../library/entries/declared-values";
import type { EntryKind, FieldDeclaration } from "../../library/entries/entry";
import { ToolError } from "../../ports/tool-error";
import { inList } from "./in-list";

/** The kinds that the library's documents declare. */
export const declaredKinds = (library: ContentLibrary): EntryKind[] => [
  ...new Set(library.documents().flatMap(({ declares }) => declares.map(({ kind }) => kind))),
];

const bound = z.union([z.number(), z.string()]).optional();
const wantedValue = z.union([z.string(), z.number(), z.boolean(), z.strictObject({ from: bound, to: bound })]);
type FieldWish = z.infer<typeof wantedValue>;

/** The argument `fields`: wanted values of declared fields by name. */
export const wantedFields = z.record(z.string(), wantedValue);

/** The fields that these kinds declare (null: all kinds), by name. Where two documents declare one, that of the larger document counts. */
function declaredFields(library: ContentLibrary, kinds: readonly EntryKind[] | null): Map<string, FieldDeclaration> {
  const fields = new Map<string, FieldDeclaration>();
  const declared = library.documents().flatMap(({ declares }) => declares);
  for (const { kind, fields: own } of declared)
    if (kinds === null || kinds.includes(kind))
      for (const field of own) if (!fields.has(field.field)) fields.set(field.field, field);
  return fields;
}

/** The conditions of the argument `fields`. Throws for a field that none of the kinds declares, or a value that is not of its type. */
export function declaredConditions(
  library: ContentLibrary,
  kinds: readonly EntryKind[] | null,
  wanted: z.infer<typeof wantedFields> | undefined,
): DeclaredCondition[] {
  const all = Object.entries(wanted ?? {});
  if (all.length === 0) return [];
  const fields = declaredFields(library, kinds);
  return all.map(([name, value]) => {
    const field = fields.get(name.trim().toLowerCase());
    if (field !== undefined) return conditionOf(field, value);
    const known = [...fields.keys()];
    throw new ToolError("not_found", `no field ${JSON.stringify(name.slice(0, 60))} is declared here`, {
      hint:
        known.length === 0
          ? "list_documents shows what documents declare; the lookup_ tools filter by level, challenge and the like."
          : `Declared are ${inList(known)}.`,
    });
  });
}

function conditionOf({ field, type }: FieldDeclaration, wanted: FieldWish): DeclaredCondition {
  const odd = (what: string): ToolError => new ToolError("bad_arguments", `fields.${field} must be ${what}`);
  const read = (value: string | number): string | number => {
    if (type !== "number") return String(value);
    const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value);
    if (Number.isFinite(number)) return number;
    throw odd(`a number, or {from, to}, not ${JSON.stringify(value).slice(0, 60)}`);
  };
  if (typeof wanted === "object") {
    if (type !== "number" && type !== "date") throw odd("one value: {from, to} is for numbers and days");
    const { from, to } = wanted;
    return { field, type, ...(from !== undefined && { from: read(from) }), ...(to !== undefined && { to: read(to) }) };
  }
  if (type === "flag" && !["true", "false"].includes(String(wanted).trim().toLowerCase())) throw odd("true or false");
  return { field, type, is: typeof wanted === "boolean" ? String(wanted) : read(wanted) };
}
