import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { chinese } from "./tool-form-messages.zh";

describe("the Chinese titles of tools", () => {
  it("name every tool of docs/tools.md, and no other", () => {
    const page = readFileSync("docs/tools.md", "utf8");
    const tools = [...page.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);
    expect(tools.length).toBeGreaterThan(30);
    expect(Object.keys(chinese.titles).sort()).toEqual(tools.sort());
  });
});
