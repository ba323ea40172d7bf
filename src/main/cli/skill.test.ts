import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeTool, tools } from "../engine/tools";

const text = readFileSync(join(import.meta.dirname, "../../../skills/galley/SKILL.md"), "utf8");
const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text) ?? [];

test("the front matter has what the format asks for", () => {
  const fields = new Map(head.split("\n").map((line) => [line.split(": ")[0], line.slice(line.indexOf(": ") + 2)]));
  expect(fields.get("name")).toMatch(/^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/);
  expect(fields.get("name")).toBe("galley");
  expect(fields.get("description")?.length).toBeGreaterThan(0);
  expect(fields.get("description")?.length).toBeLessThanOrEqual(1024);
  expect(body.length / 4).toBeLessThan(1500);
});

/** Codes of rejections, and examples of addresses. */
const others = new Set([
  "stale",
  "not_found",
  "ambiguous",
  "denied",
  "outside_workspace",
  "conflict",
  "@@",
  "@48",
  "setup/linux",
]);

test("every tool, argument and value that the skill names exists", () => {
  const known = new Set<string>();
  for (const tool of tools.map(describeTool)) {
    known.add(tool.name);
    const properties = Object.entries((tool.inputSchema["properties"] ?? {}) as Record<string, { enum?: unknown[] }>);
    for (const [name, schema] of properties) {
      known.add(name);
      for (const value of schema.enum ?? []) known.add(`${name}: ${JSON.stringify(value)}`).add(String(value));
      known.add(`${name}: true`).add(`${name}: false`);
    }
  }
  const named = [...head.matchAll(/\b[a-z]+_[a-z_]+\b/g), ...body.matchAll(/`([^`]+)`/g)].map(
    ([all, code]) => code ?? all,
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((name) => !known.has(name) && !others.has(name))).toEqual([]);
});
