import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { defineTool } from "../engine/tools/kit/tool";
import { tools } from "../engine/tools/registry";
import { toolsPage } from "./tools-page";

const input = z.strictObject({
  kind: z.enum(["a", "b|c"]).describe("Which | of them."),
  rows: z
    .array(z.strictObject({ at: z.int().min(1).describe("Where.") }))
    .optional()
    .describe("Rows."),
  either: z
    .union([z.string(), z.array(z.string())])
    .default("x")
    .describe("One or several."),
});

it("a tool is described by its schema", () => {
  const page = toolsPage([
    defineTool({
      name: "try_it",
      aliases: ["try_me"],
      set: "documents",
      title: "Try",
      description: "Words.",
      answers: "`data`.",
      changes: "nothing",
      input,
      run: async () => ({ message: "", summary: "", data: {} }),
    }),
  ]);
  expect(page).toContain("- [`try_it`](#try_it): Try\n");
  expect(page).toContain("\nAlso called `try_me`.\n");
  expect(page).toContain('| `kind` | `"a"` \\| `"b\\|c"` | yes |  | Which \\| of them. |\n');
  expect(page).toContain(
    "| `rows` | list of object |  |  | Rows. |\n| `rows[].at` | integer from 1 | yes |  | Where. |\n",
  );
  expect(page).toContain('| `either` | string \\| list of string |  | `"x"` | One or several. |\n');
});

it("docs/tools.md matches the current tools", () => {
  expect(readFileSync(join(import.meta.dirname, "../../../docs/tools.md"), "utf8")).toBe(toolsPage(tools));
});
