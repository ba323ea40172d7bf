import { isDeepStrictEqual } from "node:util";
import { slugOf } from "../../../../core/markdown/slug";
import { ToolError } from "../../ports/tool-error";
import { keyFault, limits } from "../entries/document-limits";
import { type DocumentContent, type EntryContent, type EntryKind, entryKinds, type FieldValue } from "../entries/entry";
import { expectedOf } from "../entries/entry-field-types";
import { uniqueKeys } from "../entries/unique-keys";
import { packOfForeignList } from "./foreign-list";
import { Faults } from "./pack-errors";
import { found, shown, soundnessOf, textFault, withControls } from "./validate-values";

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
  const faults = new Faults(file);
  const entries = pack["entries"];
  if (!Array.isArray(entries)) throw faults.one(`entries must be a list of entries, not ${found(entries)}`);
  if (entries.length > limits.entries)
    throw new ToolError("too_large", `${file} has ${entries.length} entries; a document may have ${limits.entries}`);
  const document = documentKey(key ?? pack["document"], key === undefined ? "document" : "the key", faults);
  const ownNames = [document, pack["document"]];
  const line = (name: string, most: number): string | null => headText(pack, name, most, faults);
  const head = {
    document,
    title: line("title", limits.name) ?? document,
    license: line("license", 200_000),
    publisher: line("publisher", limits.name),
    credit: line("credit", 20_000),
  };
  const read = readEntries(entries, ownNames, faults);
  faults.refuse();
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
    `${file} is not a pack: it contains ${found(value)}, not an object {document, title, entries}; nothing was changed`,
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function documentKey(value: unknown, called: string, faults: Faults): string {
  if (value === undefined) throw faults.one("document is required: the key of the pack, such as house-rules");
  if (typeof value !== "string") throw faults.one(`${called} must be a string, not ${found(value)}`);
  const fault = keyFault(value);
  if (fault !== null) faults.add(`${called} ${fault}`);
  return value;
}

/** A text field of the pack; all but license and credit must be one line. */
function headText(pack: Readonly<Record<string, unknown>>, name: string, most: number, faults: Faults): string | null {
  const value = pack[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== "string") faults.add(`${name} must be a string, not ${found(value)}`);
  else {
    const hasControls = most === limits.name && /\p{Cc}/u.test(value);
    const isLong = value.length > most;
    const fault =
      (hasControls ? withControls : textFault(value)) ??
      (isLong ? `has ${value.length} characters of at most ${most}` : null);
    if (fault !== null) faults.add(`${name} ${fault}`);
    const text = value.trim();
    return text === "" ? null : text;
  }
  return null;
}

function readEntries(entries: readonly unknown[], ownNames: readonly unknown[], faults: Faults): EntryContent[] {
  const read: EntryContent[] = [];
  const byKey = new Map<string, { entry: EntryContent; place: string }>();
  const keyFor = uniqueKeys();
  const withoutKey: { entry: EntryContent; place: string }[] = [];
  for (const [index, value] of entries.entries()) {
    if (faults.areMany) break;
    const entry = readEntry(value, `entries[${index}]`, ownNames, faults);
    if (entry === null) continue;
    const place = placeOf(index, entry.name);
    if (entry.key === "") {
      withoutKey.push({ entry, place });
      read.push(entry);
      continue;
    }
    const other = byKey.get(`${entry.kind} ${entry.key}`);
    if (other === undefined) {
      byKey.set(`${entry.kind} ${entry.key}`, { entry, place });
      keyFor(entry.kind, entry.key);
      read.push(entry);
    } else if (!isDeepStrictEqual(other.entry, entry)) {
      faults.add(`${place}: key ${shown(entry.key)} is already used by ${other.place}`);
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

const placeOf = (index: number, name: string): string => `entries[${index}] (${shown(name)})`;

function readEntry(value: unknown, at: string, ownNames: readonly unknown[], faults: Faults): EntryContent | null {
  if (!isRecord(value)) {
    faults.add(`${at} must be an object, not ${found(value)}`);
    return null;
  }
  const { kind, name, key, text, document: of, ...fields } = value;
  const place = typeof name === "string" ? `${at} (${shown(name)})` : at;
  const fault = (field: string, what: string): null => {
    faults.add(`${place}: ${field} ${what}`);
    return null;
  };
  if (kind === undefined) return fault("kind", `is required, one of ${entryKinds.join(", ")}`);
  if (!isKind(kind)) return fault("kind", `must be one of ${entryKinds.join(", ")}, not ${found(kind)}`);
  if (name === undefined) return fault("name", "is required");
  const badName = nameFault(name);
  if (badName !== null) return fault("name", badName);
  const badKey = key === undefined || key === null ? null : nameFault(key);
  if (badKey !== null) return fault("key", badKey);
  if (text !== undefined && text !== null && typeof text !== "string")
    return fault("text", `must be a string, not ${found(text)}`);
  if (of !== undefined && of !== null && !ownNames.includes(of))
    return fault("document", "belongs to the pack, not to an entry");
  const unsound = soundnessOf(value);
  if (unsound !== null) {
    faults.add(`${place}: ${unsound}`);
    return null;
  }
  const kept: Record<string, FieldValue> = {};
  let isGood = true;
  for (const [field, each] of Object.entries(fields as Record<string, FieldValue>)) {
    if (each === null) continue;
    const expected = expectedOf(kind, field, each);
    if (expected !== null) {
      fault(field, `must be ${expected}, not ${found(each)}`);
      isGood = false;
    }
    kept[field] = each;
  }
  if (!isGood) return null;
  const own = typeof key === "string" ? key.trim() : "";
  return { kind, key: own, name: String(name).trim(), text: text ?? "", fields: kept };
}

const isKind = (value: unknown): value is EntryKind => entryKinds.some((kind) => kind === value);

function nameFault(value: unknown): string | null {
  if (typeof value !== "string") return `must be a string, not ${found(value)}`;
  if (value.trim() === "") return "is empty";
  if (value.length > limits.name) return `has ${value.length} characters of at most ${limits.name}`;
  return textFault(value) ?? (/\p{Cc}/u.test(value) ? withControls : null);
}
