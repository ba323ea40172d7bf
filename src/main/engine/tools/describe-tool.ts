import { z } from "zod";
import type { ToolDescription } from "../ports/caller";
import type { Tool } from "./kit/tool";

/** A tool as transports list it. Its schema is computed when it is first read: most processes call a tool and list none. */
export function describeTool({ name, aliases, title, description, changes, input, set }: Tool): ToolDescription {
  return {
    name,
    aliases,
    title,
    description,
    changes,
    set,
    get inputSchema() {
      return schemaOf(input);
    },
  };
}

const schemas = new WeakMap<z.ZodObject, Record<string, unknown>>();

/** The JSON Schema of the arguments, without bounds that only mean "a safe integer". Computed once for each tool. */
function schemaOf(input: z.ZodObject): Record<string, unknown> {
  const known = schemas.get(input);
  if (known !== undefined) return known;
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: "input",
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  schemas.set(input, schema);
  return schema;
}
