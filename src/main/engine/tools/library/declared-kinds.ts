import { z } from "zod";
import type { FieldLookup } from "../../library/entries/content-library";
import type { DeclaredCondition, TypedCondition } from "../../library/entries/declared-values";
import type { EntryKind, FieldType } from "../../library/entries/entry";
import { folded } from "../../library/entries/folded";
import type { LibraryReader } from "../../library/folder/folder-library";
import { ToolError } from "../../ports/tool-error";
import { inList } from "./in-list";

/** The kinds that the library's documents declare. */
export const declaredKinds = (library: LibraryReader): EntryKind[] => [
  ...new Set(library.documents().flatMap(({ declares }) => declares.map(({ kind }) => kind))),
];

const bound = z.union([z.number(), z.string()]).optional();
const wantedValue = z.union([z.string(), z.number(), z.boolean(), z.strictObject({ from: bound, to: bound })]);
type FieldWish = z.infer<typeof wantedValue>;

/** The argument `fields`: wanted values of declared fields by name. */
export const wantedFields = z.record(z.string(), wantedValue);
type FieldWishes = z.infer<typeof wantedFields>;

/** A type of a field, and the documents that declare the field with it. */
type FieldOfType = Pick<TypedCondition, "type" | "declaredBy">;

/** The fields that these kinds (null: all) of these documents (null: all) declare, by name: one for each of their types. */
function declaredFields(
  library: LibraryReader,
  { kinds, documents }: Pick<FieldLookup, "kinds" | "documents">,
): Map<string, FieldOfType[]> {
  const wanted = documents === null ? null : new Set(documents.map((document) => folded(document)));
  const fields = new Map<string, FieldOfType[]>();
  for (const { document, declares } of library.documents())
    for (const { kind, fields: own } of wanted?.has(folded(document)) === false ? [] : declares)
      for (const { field, type } of kinds?.includes(kind) === false ? [] : own) {
        const types = fields.get(field) ?? [];
        const declaredBy = [[document, kind] as const, ...(types.find((each) => each.type === type)?.declaredBy ?? [])];
        fields.set(field, [...types.filter((each) => each.type !== type), { type, declaredBy }]);
      }
  return fields;
}

/**
 * The conditions of the argument `fields`. Throws for a field that nothing declares, or a value that is of none of its types. If only
 * documents that are not searched declare it, nothing meets the condition.
 */
export function declaredConditions(
  library: LibraryReader,
  { fields: wanted, ...filter }: Pick<FieldLookup, "kinds" | "documents"> & { fields: FieldWishes | undefined },
): DeclaredCondition[] {
  const all = Object.entries(wanted ?? {});
  if (all.length === 0) return [];
  const fields = declaredFields(library, filter);
  const anywhere = declaredFields(library, { ...filter, documents: null });
  return all.map(([name, value]) => {
    const field = name.trim().toLowerCase();
    const types = fields.get(field);
    if (types !== undefined) return { field, byType: typedConditions(field, types, value) };
    if (anywhere.has(field)) return { field, byType: [] };
    const known = [...fields.keys()];
    throw new ToolError("not_found", `no field ${JSON.stringify(name.slice(0, 60))} is declared here`, {
      hint:
        known.length === 0
          ? "list_documents shows what documents declare; the lookup_ tools filter by level, challenge and the like."
          : `Declared are ${inList(known)}.`,
    });
  });
}

/** The conditions for the types that such a value can be of. */
function typedConditions(field: string, types: readonly FieldOfType[], wanted: FieldWish): TypedCondition[] {
  const conditions: TypedCondition[] = [];
  let error: unknown = null;
  for (const { type, declaredBy } of types) {
    try {
      conditions.push({ type, declaredBy, ...readWish(field, type, wanted) });
    } catch (odd) {
      error ??= odd;
    }
  }
  if (conditions.length === 0) throw error;
  return conditions;
}

function readWish(field: string, type: FieldType, wanted: FieldWish): Pick<TypedCondition, "is" | "from" | "to"> {
  const odd = (what: string): ToolError =>
    new ToolError("bad_arguments", `fields.${field} must be ${what}, not ${JSON.stringify(wanted).slice(0, 60)}`);
  const read = (value: string | number | boolean): string | number => {
    if (String(value).trim() === "") throw odd("a value");
    if (type !== "number") return String(value);
    const number = typeof value === "boolean" ? Number.NaN : Number(value);
    if (Number.isFinite(number)) return number;
    throw odd("a number, or {from, to}");
  };
  if (typeof wanted === "object") {
    if (type !== "number" && type !== "date") throw odd("one value: {from, to} is for numbers and days");
    const { from, to } = wanted;
    return { ...(from !== undefined && { from: read(from) }), ...(to !== undefined && { to: read(to) }) };
  }
  if (type === "flag" && !["true", "false"].includes(String(wanted).trim().toLowerCase())) throw odd("true or false");
  return { is: read(wanted) };
}
