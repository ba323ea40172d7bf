import { z } from "zod";
import { limits } from "../entries/document-limits";
import { entryKinds, type FieldDeclaration, type FieldType, isKnownKind, type KindDeclaration } from "../entries/entry";
import { describeFound, forbiddenNames, shown, textError, withControls } from "./validate-values";

/** What names a kind or a field. */
const identifier = /^[a-z][a-z0-9_]{0,39}$/;
const identifierRule = "must be lower-case letters, digits and _, at most 40, a letter first";

/** Names that an entry or an answer has already. */
const takenNames = new Set(["document", "kind", "key", "name", "text", "score", "weak"]);

const list = (most: number) => ({
  error: ({ code, input }: { code?: string | undefined; input?: unknown }) =>
    code === "too_big"
      ? `has ${(input as unknown[]).length} items of at most ${most}`
      : `must be a list, not ${describeFound(input)}`,
});

/** A short text in one line. */
const label = z
  .string({
    error: ({ input }) => (input === undefined ? "is required" : `must be a string, not ${describeFound(input)}`),
  })
  .superRefine((text, context) => {
    const isLong = text.length > limits.label ? `has ${text.length} characters of at most ${limits.label}` : null;
    const error =
      text.trim() === "" ? "is empty" : (isLong ?? textError(text) ?? (/\p{Cc}/u.test(text) ? withControls : null));
    if (error !== null) context.addIssue(error);
  })
  .transform((text) => text.trim());

const name = (isTaken: (name: string) => string | null) =>
  z
    .string({
      error: ({ input }) => (input === undefined ? "is required" : `must be a string, not ${describeFound(input)}`),
    })
    .superRefine((text, context) => {
      const isForbidden = forbiddenNames.has(text) ? `cannot be ${shown(text)}` : null;
      const error = identifier.test(text) ? (isForbidden ?? isTaken(text)) : `${identifierRule}, not ${shown(text)}`;
      if (error !== null) context.addIssue(error);
    });

const fieldTypes = ["text", "number", "flag", "date"] as const satisfies readonly FieldType[];

const fieldSchema = z
  .strictObject(
    {
      field: name((field) => (takenNames.has(field) ? `${shown(field)} is a name that every entry has` : null)),
      label: label.optional(),
      type: z
        .enum(fieldTypes, {
          error: ({ input }) => `must be one of ${fieldTypes.join(", ")}, not ${describeFound(input)}`,
        })
        .default("text"),
      unit: label.optional(),
      offers: z.array(label, list(limits.offers)).max(limits.offers).default([]),
    },
    {
      error: ({ code, input }) =>
        code === "invalid_type" ? `must be an object, not ${describeFound(input)}` : undefined,
    },
  )
  .transform(
    ({ field, label = spaced(field), type, unit = "", offers }): FieldDeclaration => ({
      field,
      label,
      type,
      unit,
      offers,
    }),
  );

const spaced = (name: string): string => {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
};

const kindSchema = z
  .strictObject(
    {
      kind: name((kind) =>
        isKnownKind(kind) ? `${shown(kind)} is a kind of Galley's own (${entryKinds.join(", ")})` : null,
      ),
      name: label.optional(),
      plural: label.optional(),
      line: z.array(z.string(), list(limits.fields)).max(limits.fields).default([]),
      badge: z.string().nullish(),
      fields: z.array(fieldSchema, list(limits.fields)).max(limits.fields).default([]),
    },
    {
      error: ({ code, input }) =>
        code === "invalid_type" ? `must be an object, not ${describeFound(input)}` : undefined,
    },
  )
  .superRefine(({ fields, line, badge }, context) => {
    const known = new Set<string>();
    for (const [index, { field }] of fields.entries()) {
      if (known.has(field))
        context.addIssue({
          code: "custom",
          path: ["fields", index, "field"],
          message: `${shown(field)} is declared twice`,
        });
      known.add(field);
    }
    const odd = [...line, badge ?? fields[0]?.field ?? ""].find((field) => field !== "" && !known.has(field));
    if (odd !== undefined)
      context.addIssue({
        code: "custom",
        path: [line.includes(odd) ? "line" : "badge"],
        message: `names ${shown(odd)}, which is not one of its fields`,
      });
  })
  .transform(
    ({ kind, name = spaced(kind), plural = name, line, badge = null, fields }): KindDeclaration => ({
      kind,
      name,
      plural,
      line,
      badge,
      fields,
    }),
  );

/** The kinds that a pack declares. Everything that is not declared here is rejected, so that no hostile value reaches a view. */
export const kindsSchema = z
  .array(kindSchema, list(limits.kinds))
  .max(limits.kinds)
  .superRefine((kinds, context) => {
    const known = new Set<string>();
    for (const [index, { kind }] of kinds.entries()) {
      if (known.has(kind))
        context.addIssue({ code: "custom", path: [index, "kind"], message: `${shown(kind)} is declared twice` });
      known.add(kind);
    }
    const size = JSON.stringify(kinds).length;
    if (size > limits.declarations)
      context.addIssue({
        code: "custom",
        message: `has ${size} characters of declarations of at most ${limits.declarations}`,
      });
  })
  .nullish()
  .transform((kinds) => kinds ?? []);

/** Where an issue is, such as `kinds[0].fields[1].type`. */
export const kindsPath = (path: readonly PropertyKey[]): string =>
  path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part).slice(0, 40)}`)).join("");

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

const expected: Record<FieldType, string> = {
  text: "a string or a list of strings",
  number: "a number",
  flag: "true or false",
  date: "a day such as 2026-11-29",
};

function fits(type: FieldType, value: unknown): boolean {
  if (type === "number") return typeof value === "number";
  if (type === "flag") return typeof value === "boolean";
  if (type === "date") return typeof value === "string" && isDay(value);
  return typeof value === "string" || (Array.isArray(value) && value.every((each) => typeof each === "string"));
}

/** What is wrong with the declared fields of an entry, one message each. */
export function declaredFieldErrors({ fields }: KindDeclaration, entry: Readonly<Record<string, unknown>>): string[] {
  return fields.flatMap(({ field, type }) => {
    const value = Object.hasOwn(entry, field) ? entry[field] : undefined;
    if (value === undefined || value === null || fits(type, value)) return [];
    return [`${field} must be ${expected[type]}, not ${describeFound(value)}`];
  });
}
