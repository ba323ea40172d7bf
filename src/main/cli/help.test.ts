import { expect, test } from "vitest";
import { toolHelp } from "./help";

test("a tool's help shows its arguments as in its schema", () => {
  const help = toolHelp({
    name: "doc_thing",
    aliases: ["invar_doc_thing"],
    set: "documents",
    title: "A thing",
    description: "Does a thing.",
    changes: "documents",
    inputSchema: {
      type: "object",
      required: ["action"],
      properties: {
        action: { enum: ["read", "write"], description: "What to do." },
        files: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] },
        edits: {
          type: "array",
          items: { type: "object", properties: { from: { type: "integer" }, to: { type: "integer" } } },
          description:
            "Line edits, so many words that they do not fit into one line of the terminal, and so are wrapped.",
        },
        odd: true,
      },
    },
  });
  expect(help).toBe(`doc_thing: A thing

Does a thing.

Also called invar_doc_thing.

Arguments
  action (read | write, required)  What to do.
  files (string | list of string)
  edits (list of {from, to})       Line edits, so many words that they do not fit into one line of
                                   the terminal, and so are wrapped.
  odd (anything)

galley call doc_thing '{"…": …}'
`);
});
