/** Arguments as models really send them: numbers and lists as strings, a file by another tool's word for it, `file://` addresses. */
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { MAX_JSON_ARGUMENT } from "../ports/limits";

/** Words for the document that a call is about; each tool has one of them. */
const fileWords = ["file", "path", "file_path", "filepath", "filename"];
/** Arguments that hold paths. */
const pathArguments = new Set(["file", "path", "to", "target", "book", "paths", "documents"]);

/** The given arguments in the words and types of `input`, where that is certain; anything else is left for the schema to reject. */
export function understandArguments(input: z.ZodObject, given: object): Record<string, unknown> {
  const understood: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const name = nameIn(input, key, given);
    const field = Object.hasOwn(input.shape, name) ? input.shape[name] : undefined;
    const typed = field === undefined ? value : understandValue(field, value);
    // `__proto__` is an own key here, as in the JSON it came from, and rejected by name.
    const plain = pathArguments.has(name) ? withoutScheme(typed) : typed;
    Object.defineProperty(understood, name, { value: plain, enumerable: true, writable: true, configurable: true });
  }
  return understood;
}

function nameIn(input: z.ZodObject, key: string, given: object): string {
  if (Object.hasOwn(input.shape, key) || !fileWords.includes(key)) return key;
  const meant = fileWords.find((word) => Object.hasOwn(input.shape, word));
  return meant === undefined || Object.hasOwn(given, meant) ? key : meant;
}

/** A value that does not fit as it is, but does as what its text says: `"3"` for a number, `"[1, 2]"` for a list. */
function understandValue(field: z.core.$ZodType, value: unknown): unknown {
  const schema = field as z.ZodType;
  if (schema.safeParse(value).success) return value;
  const parsed = typeof value === "string" ? parseText(value) : value;
  const inner = withItems(field, parsed);
  return schema.safeParse(inner).success ? inner : keepsMeaning(value, inner) ? inner : value;
}

/** A list that was sent as text stays a list where one of its items is wrong, so that the rejection names the item. */
const keepsMeaning = (value: unknown, inner: unknown): boolean =>
  typeof inner === "object" &&
  inner !== null &&
  (typeof value !== "string" || !Array.isArray(inner) || inner.length > 0);

function parseText(text: string): unknown {
  const trimmed = text.trim();
  if (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(trimmed)) return Number(trimmed);
  if (/^(?:true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === "true";
  if (!/^[[{]/.test(trimmed) || trimmed.length > MAX_JSON_ARGUMENT) return text;
  try {
    return JSON.parse(trimmed) as unknown;
  } catch {
    return text;
  }
}

/** Items of a list and fields of an object, each understood by its own schema. */
function withItems(field: z.core.$ZodType, value: unknown): unknown {
  const { def } = unwrapped(field)._zod;
  if (def.type === "array" && Array.isArray(value)) {
    const { element } = def as z.core.$ZodArrayDef;
    return value.map((item) => understandValue(element, item));
  }
  if (def.type === "object" && typeof value === "object" && value !== null && !Array.isArray(value)) {
    const { shape } = def as z.core.$ZodObjectDef;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
        return [key, known === undefined ? part : understandValue(known, part)];
      }),
    );
  }
  return value;
}

/** The schema below `optional`, `nullable`, `default`. */
function unwrapped(field: z.core.$ZodType): z.core.$ZodType {
  let at = field;
  while ("innerType" in at._zod.def) at = (at._zod.def as z.core.$ZodOptionalDef).innerType;
  return at;
}

function withoutScheme(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutScheme);
  if (typeof value !== "string" || !/^file:\/\//i.test(value)) return value;
  try {
    return fileURLToPath(value);
  } catch {
    // Not an address of a file here: rejected as the path that it is not.
    return value;
  }
}
