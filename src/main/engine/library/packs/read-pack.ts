import { isDeepStrictEqual } from "node:util";
import { slugOf } from "../../../../core/markdown/slug";
import { ToolError } from "../../ports/tool-error";
import { keyError, limits } from "../entries/document-limits";
import { type DocumentContent, type EntryContent, type EntryKind, entryKinds, type FieldValue } from "../entries/entry";
import { expectedOf } from "../entries/entry-field-types";
import { uniqueKeys } from "../entries/unique-keys";
import { packOfForeignList } from "./foreign-list";
import { PackErrors } from "./pack-errors";
import { describeFound, shown, textError, valueError, withControls } from "./validate-values";

/** Names of a pack that are not part of its content. */
export type PackName = {
  /** The file name, for error messages. */
  file: string;
  /** Replaces the pack's own key. */
  key?: string | undefined;
};

/**
 * Reads a pack: `{document, title, license?, publisher?, credit?, entries}`. Every error is reported with its entry and field. Lists as
 * published by Open5e and 5e-database are read too.
 */
export function readPack(text: string, { file, key }: PackName): DocumentContent {
  const pack = parsed(text, file);
  const errors = new PackErrors(file);
  const entries = pack["entries"];
  if (!Array.isArray(entries)) throw errors.single(`entries must be a list of entries, not ${describeFound(entries)}`);
  if (entries.length > limits.entries)
    throw new ToolError("too_large", `${file} has ${entries.length} entries; a document may have ${limits.entries}`);
  const document = documentKey(key ?? pack["document"], key === undefined ? "document" : "the key", errors);
  const ownNames = [document, pack["document"]];
  const line = (name: string, most: number): string | null => headText(pack, name, most, errors);
  const head = {
    document,
    title: line("title", limits.name) ?? document,
    license: line("license", 200_000),
    publisher: line("publisher", limits.name),
    credit: line("credit", 20_000),
  };
  const read = readEntries(entries, ownNames, errors);
  errors.throwIfAny();
  return { ...head, source: "pack", markdown: null, entries: read };
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
  if (isRecord(value)) return value;
  const foreign = Array.isArray(value) ? packOfForeignList(value, file) : null;
  if (foreign !== null) return foreign;
  throw new ToolError(
    "bad_arguments",
    `${file} is not a pack: it contains ${describeFound(value)}, not an object {document, title, entries}; nothing was changed`,
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function documentKey(value: unknown, called: string, errors: PackErrors): string {
  if (value === undefined) throw errors.single("document is required: the key of the pack, such as house-rules");
  if (typeof value !== "string") throw errors.single(`${called} must be a string, not ${describeFound(value)}`);
  const error = keyError(value);
  if (error !== null) errors.add(`${called} ${error}`);
  return value;
}

/** A text field of the pack; all but license and credit must be one line. */
function headText(
  pack: Readonly<Record<string, unknown>>,
  name: string,
  most: number,
  errors: PackErrors,
): string | null {
  const value = pack[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") errors.add(`${name} must be a string, not ${describeFound(value)}`);
  else {
    const hasControls = most === limits.name && /\p{Cc}/u.test(value);
    const isLong = value.length > most;
    const error =
      (hasControls ? withControls : textError(value)) ??
      (isLong ? `has ${value.length} characters of at most ${most}` : null);
    if (error !== null) errors.add(`${name} ${error}`);
    const text = value.trim();
    return text === "" ? null : text;
  }
  return null;
}

function readEntries(entries: readonly unknown[], ownNames: readonly unknown[], errors: PackErrors): EntryContent[] {
  const read: EntryContent[] = [];
  const byKey = new Map<string, { entry: EntryContent; location: string }>();
  const keyFor = uniqueKeys();
  const withoutKey: { entry: EntryContent; location: string }[] = [];
  for (const [index, value] of entries.entries()) {
    if (errors.areMany) break;
    const entry = readEntry(value, `entries[${index}]`, ownNames, errors);
    if (entry === null) continue;
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

const locationOf = (index: number, name: string): string => `entries[${index}] (${shown(name)})`;

function readEntry(value: unknown, at: string, ownNames: readonly unknown[], errors: PackErrors): EntryContent | null {
  if (!isRecord(value)) {
    errors.add(`${at} must be an object, not ${describeFound(value)}`);
    return null;
  }
  const { kind, name, key, text, document: of, ...fields } = value;
  const location = typeof name === "string" ? `${at} (${shown(name)})` : at;
  const reject = (field: string, what: string): null => {
    errors.add(`${location}: ${field} ${what}`);
    return null;
  };
  if (kind === undefined) return reject("kind", `is required, one of ${entryKinds.join(", ")}`);
  if (!isKind(kind)) return reject("kind", `must be one of ${entryKinds.join(", ")}, not ${describeFound(kind)}`);
  if (name === undefined) return reject("name", "is required");
  const badName = nameError(name);
  if (badName !== null) return reject("name", badName);
  const badKey = key === undefined || key === null ? null : nameError(key);
  if (badKey !== null) return reject("key", badKey);
  if (text !== undefined && text !== null && typeof text !== "string")
    return reject("text", `must be a string, not ${describeFound(text)}`);
  if (of !== undefined && of !== null && !ownNames.includes(of))
    return reject("document", "belongs to the pack, not to an entry");
  const unsound = valueError(value);
  if (unsound !== null) {
    errors.add(`${location}: ${unsound}`);
    return null;
  }
  const kept: Record<string, FieldValue> = {};
  let isGood = true;
  for (const [field, each] of Object.entries(fields as Record<string, FieldValue>)) {
    if (each === null) continue;
    const expected = expectedOf(kind, field, each);
    if (expected !== null) {
      reject(field, `must be ${expected}, not ${describeFound(each)}`);
      isGood = false;
    }
    kept[field] = each;
  }
  if (!isGood) return null;
  const own = typeof key === "string" ? key.trim() : "";
  return { kind, key: own, name: String(name).trim(), text: text ?? "", fields: kept };
}

const isKind = (value: unknown): value is EntryKind => entryKinds.some((kind) => kind === value);

function nameError(value: unknown): string | null {
  if (typeof value !== "string") return `must be a string, not ${describeFound(value)}`;
  if (value.trim() === "") return "is empty";
  if (value.length > limits.name) return `has ${value.length} characters of at most ${limits.name}`;
  return textError(value) ?? (/\p{Cc}/u.test(value) ? withControls : null);
}
