import { isDeepStrictEqual } from "node:util";
import { slugOf } from "../../../../core/markdown/slug";
import { ToolError } from "../../ports/tool-error";
import { declaredBudget } from "../entries/declared-values";
import { limits } from "../entries/document-limits";
import type { DocumentContent, EntryContent, FieldValue, KindDeclaration } from "../entries/entry";
import { uniqueKeys } from "../entries/unique-keys";
import { packOf5eTools } from "./foreign-5etools";
import { packOfFoundry } from "./foreign-foundry";
import { packOfForeignList } from "./foreign-list";
import { declaredFieldErrors, kindsPath } from "./kinds-schema";
import { PackErrors } from "./pack-errors";
import { entrySchema, numberWithNote, packSchema } from "./pack-schema";
import { describeFound, shown, valueError } from "./validate-values";

/** Names of a pack that are not part of its content. */
export type PackName = {
  /** The file name, for error messages. */
  file: string;
  /** Replaces the pack's own key. */
  key?: string | undefined;
};

/**
 * Reads a pack: `{document, title, license?, publisher?, credit?, entries}`. Every error is reported with its entry and field. Lists as
 * published by Open5e and 5e-database, and files of 5etools and Foundry, are read too.
 */
export function readPack(text: string, { file, key }: PackName): DocumentContent {
  const pack = parsed(text, file);
  const errors = new PackErrors(file);
  const entries = pack["entries"];
  if (!Array.isArray(entries)) throw errors.single(`entries must be a list of entries, not ${describeFound(entries)}`);
  if (entries.length > limits.entries)
    throw new ToolError("too_large", `${file} has ${entries.length} entries; a document may have ${limits.entries}`);
  if (key === undefined && pack["document"] === undefined)
    throw errors.single("document is required: the key of the pack, such as house-rules");
  const head = packSchema.safeParse(key === undefined ? pack : { ...pack, document: key });
  for (const { path, message } of head.error?.issues ?? [])
    errors.add(`${key !== undefined && path[0] === "document" ? "the key" : kindsPath(path).slice(1)} ${message}`);
  // Each entry of a kind whose declaration is invalid would be one more error.
  if (head.error?.issues.some(({ path }) => path[0] === "kinds")) errors.throwIfAny();
  const document = head.data?.document ?? "";
  const ownNames = [document, pack["document"]];
  const declares = head.data?.kinds ?? [];
  const read = readEntries(entries, { ownNames, declares, errors });
  errors.throwIfAny();
  const { title, license, publisher, credit } = head.data ?? {};
  return {
    document,
    title: lineOf(title) ?? document,
    license: lineOf(license),
    publisher: lineOf(publisher),
    credit: lineOf(credit),
    source: "pack",
    markdown: null,
    entries: read,
    ...(declares.length > 0 && { declares }),
  };
}

/** Parses a pack's JSON. Anything but an object or a known list is rejected. */
function parsed(text: string, file: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = (error as Error).message.split("\n", 1)[0]?.slice(0, 200);
    throw new ToolError("bad_arguments", `${file} is not JSON: ${reason}; nothing was changed`);
  }
  if (isRecord(value) && value["entries"] !== undefined && value["document"] !== undefined) return value;
  const foreign = foreignPack(value, file);
  if (foreign !== null) return foreign;
  if (isRecord(value)) return value;
  throw new ToolError(
    "bad_arguments",
    `${file} is not a pack: it contains ${describeFound(value)}, not an object {document, title, entries}; nothing was changed`,
  );
}

/** A pack made from a file of another project; null if it is not from one that is known. Throws if nothing in it can be read. */
function foreignPack(value: unknown, file: string): Readonly<Record<string, unknown>> | null {
  const ofList = Array.isArray(value) ? packOfForeignList(value, file) : null;
  if (ofList !== null) return ofList;
  const of5eTools = isRecord(value) ? packOf5eTools(value, file) : null;
  const found = of5eTools ?? packOfFoundry(value, file);
  if (found === null || (found["entries"] as unknown[]).length > 0) return found;
  throw new ToolError(
    "bad_arguments",
    `${file} is a file of ${of5eTools === null ? "Foundry" : "5etools"} without spells, monsters, items, feats, backgrounds or races; nothing was changed`,
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The text without blanks around it; null if it is empty. */
const lineOf = (text: string | null | undefined): string | null => text?.trim() || null;

type EntryContext = { ownNames: readonly unknown[]; declares: readonly KindDeclaration[]; errors: PackErrors };

function readEntries(entries: readonly unknown[], { ownNames, declares, errors }: EntryContext): EntryContent[] {
  const schema = entrySchema(declares.map(({ kind }) => kind));
  const declared = new Map(declares.map((each) => [each.kind, each]));
  const read: EntryContent[] = [];
  const budget = declaredBudget(String(ownNames[0]));
  const byKey = new Map<string, { entry: EntryContent; location: string }>();
  const keyFor = uniqueKeys();
  const withoutKey: { entry: EntryContent; location: string }[] = [];
  for (const [index, value] of entries.entries()) {
    if (errors.areMany) break;
    const entry = readEntry(value, `entries[${index}]`, { ownNames, schema, declared, errors });
    if (entry === null) continue;
    const declaration = declared.get(entry.kind);
    if (declaration !== undefined) budget.take(declaration, entry);
    const exceeded = budget.exceeded();
    if (exceeded !== null) throw errors.tooLarge(exceeded);
    const location = locationOf(index, entry.name);
    if (entry.key === "") {
      withoutKey.push({ entry, location });
      read.push(entry);
      continue;
    }
    const other = byKey.get(`${entry.kind} ${entry.key}`);
    if (other === undefined) {
      byKey.set(`${entry.kind} ${entry.key}`, { entry, location });
      keyFor(entry.kind, entry.key);
      read.push(entry);
    } else if (!isDeepStrictEqual(other.entry, entry)) {
      errors.add(`${location}: key ${shown(entry.key)} is already used by ${other.location}`);
    }
  }
  // Given keys come first: a key made from a name never takes one of them.
  const before = new Map<string, EntryContent[]>();
  const twice = new Set<EntryContent>();
  for (const { entry } of withoutKey) {
    const name = `${entry.kind} ${slugOf(entry.name)}`;
    const same = before.get(name) ?? [];
    if (same.some((other) => isDeepStrictEqual({ ...other, key: "" }, entry))) twice.add(entry);
    else {
      entry.key = keyFor(entry.kind, slugOf(entry.name));
      before.set(name, [...same, entry]);
    }
  }
  return read.filter((entry) => !twice.has(entry));
}

/** The fields of a creature whose armor class or hit points are like `17 (natural armor)`: the number, and the rest as a note. */
export function withNotes(
  kind: string,
  fields: Readonly<Record<string, FieldValue>>,
): Readonly<Record<string, FieldValue>> {
  if (kind !== "creature") return fields;
  const entries = Object.entries(fields).flatMap(([name, value]): [string, FieldValue][] => {
    if (typeof value !== "string" || (name !== "armor_class" && name !== "hit_points")) return [[name, value]];
    const { number, note } = numberWithNote(value) ?? {};
    const isNoted = note !== undefined && note !== "" && !Object.hasOwn(fields, `${name}_note`);
    return [[name, number ?? value], ...(isNoted ? [[`${name}_note`, note] as [string, FieldValue]] : [])];
  });
  return Object.fromEntries(entries);
}

const locationOf = (index: number, name: string): string => `entries[${index}] (${shown(name)})`;

type ReadContext = {
  ownNames: readonly unknown[];
  schema: ReturnType<typeof entrySchema>;
  declared: ReadonlyMap<string, KindDeclaration>;
  errors: PackErrors;
};

function readEntry(
  value: unknown,
  at: string,
  { ownNames, schema, declared, errors }: ReadContext,
): EntryContent | null {
  const named = isRecord(value) && typeof value["name"] === "string" ? `${at} (${shown(value["name"])})` : at;
  const checked = schema.safeParse(value);
  for (const { path, message } of checked.error?.issues ?? [])
    errors.add(path[0] === undefined ? `${named} ${message}` : `${named}: ${String(path[0])} ${message}`);
  if (!checked.success || !isRecord(value)) return null;
  const { kind, name, key, text } = checked.data;
  // The schema's copy would have the fields in another order, and forbidden names as they must not be.
  const { kind: _kind, name: _name, key: _key, text: _text, document: of, ...fields } = value;
  const isForeign = of !== undefined && of !== null && !ownNames.includes(of);
  const declaration = declared.get(kind);
  const error = isForeign ? "document belongs to the pack, not to an entry" : valueError(value);
  const found = error !== null ? [error] : declaration ? declaredFieldErrors(declaration, value) : [];
  for (const each of found) errors.add(`${named}: ${each}`);
  if (found.length > 0) return null;
  const kept = Object.entries(withNotes(kind, fields as Record<string, FieldValue>)).filter(
    ([, each]) => each !== null,
  );
  return { kind, key: key?.trim() ?? "", name: name.trim(), text: text ?? "", fields: Object.fromEntries(kept) };
}
