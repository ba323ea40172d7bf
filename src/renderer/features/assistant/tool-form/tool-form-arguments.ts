import type { FormField, Schema } from "./tool-form-fields";
import { schemaOf } from "./tool-form-fields";

/** Field values by name. A flag is `true` or `false`; empty values are not sent. */
export type FormValues = Readonly<Record<string, string>>;

/** Why a value cannot be sent, with the details for its message. */
export type ValueError =
  | { error: "missing" }
  | { error: "not a number" }
  | { error: "not whole" }
  | { error: "too small"; least: number }
  | { error: "too big"; most: number }
  | { error: "too many"; most: number; found: number }
  | { error: "not a choice" }
  | { error: "not JSON"; found: string }
  /** `at` is a path into the JSON, such as `[0].from`; `expected` is the type or value required there. */
  | { error: "wrong shape"; at: string; expected: string };

export type FormArguments =
  | { status: "good"; args: Record<string, unknown> }
  /** By field name, in field order. */
  | { status: "faulty"; errors: Map<string, ValueError> };

/** The active fields: without those that belong to a choice that is not selected. */
export const shownFields = (fields: readonly FormField[], values: FormValues): FormField[] =>
  fields.filter(({ only }) => only === null || values[only.field] === only.choice);

/** Validates the values and converts them to arguments. Values equal to the default are left out. */
export function argumentsOf(fields: readonly FormField[], values: FormValues): FormArguments {
  const args: Record<string, unknown> = {};
  const errors = new Map<string, ValueError>();
  for (const field of shownFields(fields, values)) {
    const typed = (Object.hasOwn(values, field.name) ? values[field.name] : undefined) ?? "";
    // An empty text is a valid value of a required field.
    const isEmpty = field.kind.enter === "text" ? typed === "" && !field.isRequired : typed.trim() === "";
    if (isEmpty) {
      if (field.isRequired) errors.set(field.name, { error: "missing" });
      continue;
    }
    const read = readValue(field, typed);
    if ("error" in read) errors.set(field.name, read.error);
    else if (field.isRequired || JSON.stringify(read.value) !== JSON.stringify(field.usual))
      args[field.name] = read.value;
  }
  return errors.size > 0 ? { status: "faulty", errors } : { status: "good", args };
}

/** The field values for arguments that were sent before; arguments without a field are dropped. */
export function valuesOf(fields: readonly FormField[], args: Readonly<Record<string, unknown>>): FormValues {
  const values: Record<string, string> = {};
  for (const { name, kind } of fields) {
    if (!Object.hasOwn(args, name)) continue;
    const value = args[name];
    if (value === undefined || value === null) continue;
    if (kind.enter === "json") values[name] = JSON.stringify(value, null, 2);
    else if (kind.enter === "lines" && Array.isArray(value)) values[name] = value.map(String).join("\n");
    else if (typeof value === "string" || typeof value === "number" || typeof value === "boolean")
      values[name] = String(value);
  }
  return values;
}

type Read = { value: unknown } | { error: ValueError };

function readValue({ kind, schema }: FormField, typed: string): Read {
  switch (kind.enter) {
    case "choice": {
      const value = kind.choices.find((choice) => String(choice) === typed);
      return value === undefined ? { error: { error: "not a choice" } } : { value };
    }
    case "flag":
      return { value: typed === "true" };
    case "number":
      return readNumber(typed, kind);
    case "line":
      return { value: typed.trim() };
    case "text":
      return { value: typed };
    case "lines":
      return readLines(typed, kind);
    case "json":
      return readJson(typed, schema);
  }
}

function readNumber(
  typed: string,
  { isInteger, least, most }: { isInteger: boolean; least: number | null; most: number | null },
): Read {
  const text = typed.trim();
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)$/.test(text)) return { error: { error: "not a number" } };
  const value = Number(text);
  if (isInteger && !Number.isSafeInteger(value)) return { error: { error: "not whole" } };
  if (least !== null && value < least) return { error: { error: "too small", least } };
  if (most !== null && value > most) return { error: { error: "too big", most } };
  return { value };
}

function readLines(
  typed: string,
  { of, single, most }: { of: "text" | "number"; single: boolean; most: number | null },
): Read {
  const lines = typed.split("\n").flatMap((line) => line.trim() || []);
  if (most !== null && lines.length > most) return { error: { error: "too many", most, found: lines.length } };
  if (of === "number") {
    const numbers = lines.map(Number);
    return numbers.every(Number.isFinite) ? { value: numbers } : { error: { error: "not a number" } };
  }
  return { value: single && lines.length === 1 ? lines[0] : lines };
}

function readJson(typed: string, schema: Schema): Read {
  let value: unknown;
  try {
    value = JSON.parse(typed);
  } catch (error) {
    return { error: { error: "not JSON", found: error instanceof Error ? error.message : String(error) } };
  }
  const wrong = schemaMismatch(value, schema, "");
  return wrong === null ? { value } : { error: wrong };
}

/** The first mismatch between a value and its schema; null if it matches. The tool validates the rest. */
function schemaMismatch(
  value: unknown,
  schema: Schema,
  at: string,
): Extract<ValueError, { error: "wrong shape" }> | null {
  const wrong = (expected: string, where = at) => ({ error: "wrong shape", at: where, expected }) as const;
  const choices = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(choices) && choices.length > 0) {
    const misfits = choices.map((choice) => schemaMismatch(value, schemaOf(choice), at));
    if (misfits.includes(null)) return null;
    // The alternative that matches deepest is most likely the intended one.
    return misfits.reduce((best, each) => ((each?.at.length ?? 0) > (best?.at.length ?? 0) ? each : best)) ?? null;
  }
  if (Array.isArray(schema["enum"]) && !schema["enum"].includes(value)) return wrong(schema["enum"].join(" | "));
  if ("const" in schema && schema["const"] !== value) return wrong(String(schema["const"]));
  const { type } = schema;
  if (typeof type === "string" && !isOfType(value, type)) return wrong(type);
  if (typeof value === "number") {
    const { minimum, maximum } = schema;
    if (typeof minimum === "number" && value < minimum) return wrong(`≥ ${minimum}`);
    if (typeof maximum === "number" && value > maximum) return wrong(`≤ ${maximum}`);
  }
  if (Array.isArray(value)) {
    const { maxItems } = schema;
    if (typeof maxItems === "number" && value.length > maxItems) return wrong(`≤ ${maxItems}`);
    for (const [index, item] of value.entries()) {
      const inside = schemaMismatch(item, schemaOf(schema["items"]), `${at}[${index}]`);
      if (inside) return inside;
    }
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const record = value as Record<string, unknown>;
  const properties = schemaOf(schema["properties"]);
  const required = Array.isArray(schema["required"]) ? schema["required"].map(String) : [];
  for (const name of required) if (!Object.hasOwn(record, name)) return wrong(name, at);
  for (const [name, inner] of Object.entries(record)) {
    const where = at === "" ? name : `${at}.${name}`;
    if (Object.hasOwn(properties, name)) {
      const inside = schemaMismatch(inner, schemaOf(properties[name]), where);
      if (inside) return inside;
    } else if (schema["additionalProperties"] === false) return wrong(Object.keys(properties).join(" | "), where);
  }
  return null;
}

function isOfType(value: unknown, type: string): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "null") return value === null;
  if (type === "integer") return Number.isInteger(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return typeof value === type;
}

/** Splits a tool's validation error, such as `path is required; depth must be …`, into messages by field. */
export function rejectedFields(message: string, fields: readonly FormField[]): Map<string, string> {
  const found = new Map<string, string>();
  for (const clause of message.replace(/^[^:]{0,60}: (?=`?\w+`? (?:is|must))/, "").split("; ")) {
    const name = /^(?:unknown argument )?`?(\w+)(?:`|\b)/.exec(clause.trim())?.[1];
    if (name !== undefined && fields.some((field) => field.name === name) && !found.has(name))
      found.set(name, clause.trim());
  }
  return found;
}
