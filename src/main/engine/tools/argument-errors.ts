import type { z } from "zod";
import { nearestNames } from "../../../core/text/nearest-name";
import { ToolError } from "../ports/tool-error";

type Issue = z.core.$ZodIssue;

/** The maximum number of errors that one message lists. */
const MAX_ERRORS = 5;

/** The error for arguments that do not fit `input`: every error is described, missing arguments first. */
export function badArguments(input: z.ZodObject, args: unknown, issues: readonly Issue[]): ToolError {
  const errors = issues.flatMap((issue) => errorsOf(input, args, issue));
  errors.sort((a, b) => rank(a) - rank(b));
  const different = [...new Map(errors.map((error) => [error.message, error])).values()];
  const shown = different.slice(0, MAX_ERRORS);
  const messages = shown.map(({ message, known }, index) => {
    // The known names are listed once, after the last error that they belong to.
    const isListedLater = shown.slice(index + 1).some((later) => later.known === known);
    return known === null || isListedLater ? message : `${message}; known here: ${known || "none"}`;
  });
  if (different.length > shown.length) messages.push(`... and ${different.length - shown.length} more`);
  const candidates = errors.flatMap((error) => error.candidates);
  return new ToolError("bad_arguments", messages.join("; "), candidates.length > 0 ? { candidates } : {});
}

type ArgumentError = {
  kind: "missing" | "wrong" | "unknown";
  message: string;
  candidates: string[];
  /** The existing arguments, if none of them is similar. */
  known: string | null;
};

const rank = (error: ArgumentError): number => ["missing", "wrong", "unknown"].indexOf(error.kind);

function errorsOf(input: z.ZodObject, args: unknown, issue: Issue): ArgumentError[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownArgument(input, issue.path, key));
  const name = nameOf(issue.path);
  const value = valueAt(args, issue.path);
  if (value === undefined) return [{ kind: "missing", message: `${name} is required`, candidates: [], known: null }];
  return [{ kind: "wrong", message: wrongArgument(name, value, issue), candidates: [], known: null }];
}

function unknownArgument(input: z.ZodObject, path: readonly PropertyKey[], key: string): ArgumentError {
  const known = Object.keys(schemaAt(input, path)?.shape ?? {});
  const nearest = nearestNames(key, known, 1);
  const where = path.length === 0 ? "" : ` in ${nameOf(path)}`;
  const message = `unknown argument \`${clip(key)}\`${where}`;
  return nearest.length > 0
    ? { kind: "unknown", message: `${message}; did you mean \`${nearest[0]}\`?`, candidates: nearest, known: null }
    : { kind: "unknown", message, candidates: [], known: known.join(", ") };
}

function wrongArgument(name: string, value: unknown, issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return `${name} must be ${describeType(issue.expected)}, not ${describeValue(value)}`;
    case "invalid_value":
      return `${name} must be ${listed(issue.values.map(String))}, not ${describeValue(value)}`;
    case "too_small":
      return `${name} must be at least ${issue.minimum}${unitOf(issue.origin)}, not ${sizeOf(value)}`;
    case "too_big":
      return `${name} must be at most ${issue.maximum}${unitOf(issue.origin)}, not ${sizeOf(value)}`;
    case "invalid_union":
      return `${name} must be ${listed(unionTypes(issue))}, not ${describeValue(value)}`;
    default:
      return `${name} does not fit: ${issue.message}`;
  }
}

function unionTypes(issue: z.core.$ZodIssueInvalidUnion): string[] {
  const types = issue.errors.flat().map((inner) => (inner.code === "invalid_type" ? describeType(inner.expected) : ""));
  return [...new Set(types.filter((type) => type !== ""))];
}

const TYPE_NAMES: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const describeType = (type: string): string => TYPE_NAMES[type] ?? type;

function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return JSON.stringify(clip(value));
  return String(value);
}

const sizeOf = (value: unknown): string =>
  typeof value === "string" || Array.isArray(value) ? String(value.length) : describeValue(value);

function unitOf(origin: string): string {
  if (origin === "string") return " characters long";
  return origin === "array" ? " items long" : "";
}

const clip = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}...` : text);

function listed(items: readonly string[]): string {
  return items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} or ${items.at(-1)}`;
}

/** `edits`, 0, `from` becomes `edits[0].from`. */
function nameOf(path: readonly PropertyKey[]): string {
  const name = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
  return name.replace(/^\./, "");
}

function valueAt(args: unknown, path: readonly PropertyKey[]): unknown {
  let value = args;
  for (const part of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

/** The object schema at a path of the arguments, through lists and optional fields. */
function schemaAt(input: z.ZodObject, path: readonly PropertyKey[]): z.ZodObject | null {
  let schema: z.core.$ZodType | undefined = input;
  for (const part of path) {
    const definition: z.core.$ZodTypeDef | undefined = inner(schema)?._zod.def;
    if (definition?.type === "array") schema = (definition as z.core.$ZodArrayDef).element;
    else if (definition?.type === "object") schema = (definition as z.core.$ZodObjectDef).shape[String(part)];
    else return null;
  }
  const last = inner(schema);
  return last?._zod.def.type === "object" ? (last as z.ZodObject) : null;
}

function inner(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let at = schema;
  while (at !== undefined && "innerType" in at._zod.def) at = (at._zod.def as z.core.$ZodOptionalDef).innerType;
  return at;
}
