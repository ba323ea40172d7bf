import { z } from "zod";
import type { ToolDescription } from "../ports/caller";
import type { Tool } from "./kit/tool";

/** A tool as transports list it. */
export function describeTool({ name, aliases, title, description, changes, input, set }: Tool): ToolDescription {
  return { name, aliases, title, description, changes, set, inputSchema: schemaOf(input) };
}

/** The JSON Schema of the arguments, without bounds that only mean "a safe integer". */
function schemaOf(input: z.ZodObject): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: "input",
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return schema;
}
