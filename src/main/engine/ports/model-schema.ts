import type { ToolDescription } from "./caller";

const bounds = new Set([
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "propertyNames",
  "additionalProperties",
]);

/**
 * The JSON Schema of a tool's arguments as a model is shown it. The whole list of tools stands in every conversation, so the bounds, which the
 * engine checks, and the defaults are left out.
 */
export function schemaForModel({ inputSchema }: Pick<ToolDescription, "inputSchema">): Record<string, unknown> {
  return withoutBounds(inputSchema) as Record<string, unknown>;
}

function withoutBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutBounds);
  if (typeof schema !== "object" || schema === null) return schema;
  const only = withoutNull(schema);
  const kept = Object.entries(only).filter(
    ([key, value]) => !isDefault(key, value) && (!bounds.has(key) || isArgument(key, value)),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutBounds(value)]));
}

/** `null` is understood everywhere as leaving an argument out, so it is not listed as a choice. */
function withoutNull(schema: object): object {
  const { anyOf, ...rest } = schema as { anyOf?: unknown };
  if (!Array.isArray(anyOf)) return schema;
  const choices = (anyOf as { type?: unknown }[]).filter(({ type }) => type !== "null");
  if (choices.length === 1) return { ...choices[0], ...rest };
  // A text or a list of texts, said in fewer words.
  const [one, many] = choices as { type?: unknown; items?: unknown }[];
  if (choices.length === 2 && one?.type === "string" && many?.type === "array")
    return { type: ["string", "array"], items: many.items, ...rest };
  return schema;
}

/** What holds for an argument that is left out: a flag is false, and where it is not, or a number matters, its description says so. */
const isDefault = (key: string, value: unknown): boolean => key === "default" && !isArgument(key, value);

/** An argument may be called as a bound is; the values of a record are described by `additionalProperties`. */
const isArgument = (key: string, value: unknown): boolean =>
  key !== "propertyNames" && typeof value === "object" && value !== null;
