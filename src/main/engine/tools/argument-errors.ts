import type { z } from "zod";
import { nearestNames } from "../../../core/text/nearest-name";
import { ToolError } from "../ports/tool-error";

type Issue = z.core.$ZodIssue;

/** The most errors that one message lists. */
const mostFaults = 5;

/** The error for arguments that do not fit `input`: every error is described, missing arguments first. */
export function badArguments(input: z.ZodObject, args: unknown, issues: readonly Issue[]): ToolError {
  const faults = issues.flatMap((issue) => faultsOf(input, args, issue));
  faults.sort((a, b) => rank(a) - rank(b));
  const different = [...new Map(faults.map((fault) => [fault.message, fault])).values()];
  const told = different.slice(0, mostFaults);
  const words = told.map(({ message, known }, index) => {
    // The known names are listed once, after the last error that they belong to.
    const isListedLater = told.slice(index + 1).some((later) => later.known === known);
    return known === null || isListedLater ? message : `${message}; known here: ${known}`;
  });
  if (different.length > told.length) words.push(`... and ${different.length - told.length} more`);
  const candidates = faults.flatMap((fault) => fault.candidates);
  return new ToolError("bad_arguments", words.join("; "), candidates.length > 0 ? { candidates } : {});
}

type Fault = {
  kind: "missing" | "wrong" | "unknown";
  message: string;
  candidates: string[];
  /** The existing arguments, if none of them is similar. */
  known: string | null;
};

const rank = (fault: Fault): number => ["missing", "wrong", "unknown"].indexOf(fault.kind);

function faultsOf(input: z.ZodObject, args: unknown, issue: Issue): Fault[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownArgument(input, issue.path, key));
  const name = nameOf(issue.path);
  const value = valueAt(args, issue.path);
  if (value === undefined) return [{ kind: "missing", message: `${name} is required`, candidates: [], known: null }];
  return [{ kind: "wrong", message: wrongArgument(name, value, issue), candidates: [], known: null }];
}

function unknownArgument(input: z.ZodObject, path: readonly PropertyKey[], key: string): Fault {
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
      return `${name} must be ${expected(issue.expected)}, not ${found(value)}`;
    case "invalid_value":
      return `${name} must be ${listed(issue.values.map(String))}, not ${found(value)}`;
    case "too_small":
      return `${name} must be at least ${issue.minimum}${unitOf(issue.origin)}, not ${sizeOf(value)}`;
    case "too_big":
      return `${name} must be at most ${issue.maximum}${unitOf(issue.origin)}, not ${sizeOf(value)}`;
    case "invalid_union":
      return `${name} must be ${listed(unionTypes(issue))}, not ${found(value)}`;
    default:
      return `${name} does not fit: ${issue.message}`;
  }
}

function unionTypes(issue: z.core.$ZodIssueInvalidUnion): string[] {
  const types = issue.errors.flat().map((inner) => (inner.code === "invalid_type" ? expected(inner.expected) : ""));
  return [...new Set(types.filter((type) => type !== ""))];
}

const expectedWords: Record<string, string> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const expected = (type: string): string => expectedWords[type] ?? type;

function found(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  if (typeof value === "string") return JSON.stringify(clip(value));
  return String(value);
}

const sizeOf = (value: unknown): string =>
  typeof value === "string" || Array.isArray(value) ? String(value.length) : found(value);

function unitOf(origin: string): string {
  if (origin === "string") return " characters long";
  return origin === "array" ? " items long" : "";
}

const clip = (text: string): string => (text.length > 60 ? `${text.slice(0, 57)}...` : text);

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
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
