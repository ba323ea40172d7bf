import { describe, expect, it } from "vitest";
import { describeTool } from "./describe-tool";
import { tools } from "./registry";

describe.each(tools.map((tool) => [tool.name, tool] as const))("%s", (_, tool) => {
  const { inputSchema } = describeTool(tool);

  it("accepts only an object, without unknown arguments", () => {
    expect(inputSchema).toMatchObject({ type: "object", additionalProperties: false });
  });

  it("explains every argument", () => {
    const walk = (schema: Record<string, unknown>, path: string): string[] => {
      const properties = Object.entries((schema["properties"] ?? {}) as Record<string, Record<string, unknown>>);
      const own = properties
        .filter(([, part]) => typeof part["description"] !== "string")
        .map(([name]) => `${path}${name}`);
      const inner = properties.flatMap(([name, part]) =>
        walk((part["items"] ?? part) as typeof part, `${path}${name}.`),
      );
      return [...own, ...inner];
    };
    expect(walk(inputSchema, "")).toEqual([]);
  });

  it("describes its purpose and its answer", () => {
    expect(tool.description.length).toBeGreaterThan(80);
    expect(tool.answers).toContain("`");
  });

  it("has a unique wire name", () => {
    expect(tool.name).toMatch(/^[a-z][a-z_]*$/);
    const names = tools.flatMap(({ name, aliases }) => [name, ...aliases]);
    expect(names.filter((name) => name === tool.name)).toHaveLength(1);
  });
});

it("[003-advice] text_editor tells agents when to use which action and form", () => {
  const { description } = tools.find(({ name }) => name === "text_editor") ?? { description: "" };
  for (const advice of [
    "use office_artifact",
    "binary files are rejected",
    "If the user says patch, change without rewriting or don't rewrite, use patch",
    "old_text + new_text: preferred",
    "tiny line edits right after a read",
    "Read again after edits that change the number of lines",
    "all braces, brackets and tags closed",
    "only if the user explicitly asks",
  ])
    expect(description).toContain(advice);
});
