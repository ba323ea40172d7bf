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
 * engine checks, are left out.
 */
export function schemaForModel({ inputSchema }: Pick<ToolDescription, "inputSchema">): Record<string, unknown> {
  return withoutBounds(inputSchema) as Record<string, unknown>;
}

function withoutBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutBounds);
  if (typeof schema !== "object" || schema === null) return schema;
  const only = withoutNull(schema);
  const kept = Object.entries(only).filter(
    ([key, value]) => !isUsualFlag(key, value) && (!bounds.has(key) || isArgument(key, value)),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutBounds(value)]));
}

/** `null` is understood everywhere as leaving an argument out, so it is not listed as a choice. */
function withoutNull(schema: object): object {
  const { anyOf, ...rest } = schema as { anyOf?: unknown };
  if (!Array.isArray(anyOf)) return schema;
  const choices = (anyOf as { type?: unknown }[]).filter(({ type }) => type !== "null");
  return choices.length === 1 ? { ...choices[0], ...rest } : schema;
}

/** A flag that is not given is false, as everywhere. */
const isUsualFlag = (key: string, value: unknown): boolean => key === "default" && value === false;

/** An argument may be called as a bound is; the values of a record are described by `additionalProperties`. */
const isArgument = (key: string, value: unknown): boolean =>
  key !== "propertyNames" && typeof value === "object" && value !== null;
