import { describe, expect, it } from "vitest";
import { breaches, house } from "./rooms.mjs";

const engine = "src/main/engine";

/** A small house that keeps the rules, with one more line at the end of `path`. */
function withLine(path, line) {
  const files = {
    "src/shared/contract.ts": `import type { Change } from "../main/engine/document/change";\nexport type A = Change;`,
    [`${engine}/document/change.ts`]: `import { diffArrays } from "diff";\nexport type Change = typeof diffArrays;`,
    [`${engine}/book/chapters.ts`]: `import type { Change } from "../document/change";`,
    [`${engine}/prompts/prompts.ts`]: "",
    [`${engine}/tool-error.ts`]: "export class ToolError extends Error {}",
    [`${engine}/files/disk.ts`]: `import { detect } from "chardet";\nimport { ToolError } from "../tool-error";`,
    [`${engine}/formats/office.ts`]: "",
    [`${engine}/convert/libreoffice.ts`]: "",
    [`${engine}/library/store.ts`]: "",
    [`${engine}/history/history.ts`]: `import { DatabaseSync } from "node:sqlite";`,
    [`${engine}/work/tasks.ts`]: "",
    [`${engine}/engine.ts`]: `import "./files/disk";\nimport { z } from "zod";`,
    [`${engine}/tools/registry.ts`]: `import "../history/history";`,
    "src/main/settings/settings-text.ts": `import { parseTree } from "jsonc-parser";\nimport "../../shared/contract";`,
    "src/main/app/app.ts": `import "../engine/engine";`,
    "src/main/app/assistant/assistant.ts": `import "../app";\nimport "@ai-sdk/anthropic";`,
    "src/main/app/jobs/job-desk.ts": `import "../app";\nimport "../assistant/assistant";`,
    "src/main/desktop/window.ts": `import { app } from "electron";\nimport "../app/app";`,
    "src/main/mcp/server.ts": `import "../engine/engine";\nimport "@modelcontextprotocol/server";`,
    "src/main/cli/index.ts": `import "../mcp/server";`,
    "src/main/index.ts": `import "./desktop/window";\nimport "./mcp/server";`,
    "src/preload/index.ts": `import { ipcRenderer } from "electron";\nimport type { A } from "../shared/contract";`,
    "src/renderer/main.tsx": `import "react-dom/client";\nimport "../main/engine/document/change";\nimport "./page.css";`,
    "src/renderer/page.css": "",
  };
  if (path) files[path] = `${files[path] ?? ""}\n${line}`;
  return new Map(Object.entries(files));
}

/** One forbidden import for every wall of the house. */
const violations = [
  ["src/shared/contract.ts", `import { change } from "../main/engine/document/change";`],
  ["src/shared/contract.ts", `import type { Disk } from "../main/engine/files/disk";`],
  ["src/shared/contract.ts", `import { z } from "zod";`],
  [`${engine}/document/change.ts`, `import { readFile } from "node:fs/promises";`],
  [`${engine}/document/change.ts`, `import { ToolError } from "../tool-error";`],
  [`${engine}/document/change.ts`, `import type { Disk } from "../files/disk";`],
  [`${engine}/book/chapters.ts`, `import "../files/disk";`],
  [`${engine}/book/chapters.ts`, `import "node:fs";`],
  [`${engine}/book/chapters.ts`, `import "../prompts/prompts";`],
  [`${engine}/prompts/prompts.ts`, `import "../work/tasks";`],
  [`${engine}/work/tasks.ts`, `import "../prompts/prompts";`],
  [`${engine}/tool-error.ts`, `import "./document/change";`],
  [`${engine}/files/version.ts`, `import "./disk";`],
  [`${engine}/files/make-folders.ts`, `import "./disk";`],
  [`${engine}/files/lasting-database.ts`, `import "./disk";`],
  [`${engine}/files/disk.ts`, `import "../history/history";`],
  [`${engine}/files/disk.ts`, `import "../engine";`],
  [`${engine}/formats/office.ts`, `import "chardet";`],
  [`${engine}/convert/libreoffice.ts`, `import "../formats/office";`],
  [`${engine}/library/store.ts`, `import "../tools/registry";`],
  [`${engine}/history/history.ts`, `import "../files/disk";`],
  [`${engine}/paragraphs/ids.ts`, `import "../files/disk";`],
  [`${engine}/review/review.ts`, `import "../files/disk";`],
  [`${engine}/search/search.ts`, `import "../files/disk";`],
  [`${engine}/work/tasks.ts`, `import { z } from "zod";`],
  [`${engine}/engine.ts`, `import "../app/app";`],
  [`${engine}/engine.ts`, `import { app } from "electron";`],
  ["src/main/app/app.ts", `import "@ai-sdk/anthropic";`],
  ["src/main/app/assistant/assistant.ts", `import "../../desktop/window";`],
  ["src/main/app/assistant/assistant.ts", `import { streamText } from "ai";`],
  ["src/main/app/jobs/job-desk.ts", `import "@ai-sdk/anthropic";`],
  ["src/main/app/jobs/job-desk.ts", `import "../../mcp/server";`],
  [`${engine}/tools/registry.ts`, `import "../../mcp/server";`],
  [`${engine}/tools/registry.ts`, `import "@modelcontextprotocol/server";`],
  ["src/main/settings/settings-text.ts", `import { readFile } from "node:fs/promises";`],
  ["src/main/settings/settings-text.ts", `import "../app/app";`],
  ["src/main/app/app.ts", `import { app } from "electron";`],
  ["src/main/app/app.ts", `import "../desktop/window";`],
  ["src/main/app/app.ts", `import "../mcp/server";`],
  ["src/main/desktop/window.ts", `import "../engine/engine";`],
  ["src/main/mcp/server.ts", `import "electron";`],
  ["src/main/mcp/server.ts", `import "../cli/index";`],
  ["src/main/cli/index.ts", `import "electron";`],
  ["src/main/cli/index.ts", `import "../app/app";`],
  ["src/main/cli/index.ts", `const later = () => import("../desktop/window");`],
  ["src/main/index.ts", `import "react";`],
  ["src/preload/index.ts", `import "../main/app/app";`],
  ["src/preload/index.ts", `import "../shared/contract";`],
  ["src/renderer/rendering/markdown.ts", `import "react";`],
  ["src/renderer/drawings/frame/frame.ts", `import "../../main";`],
  ["src/renderer/main.tsx", `import { readFileSync } from "node:fs";`],
  ["src/renderer/main.tsx", `import { ipcRenderer } from "electron";`],
  ["src/renderer/main.tsx", `import type { App } from "../main/app/app";`],
  ["src/renderer/main.tsx", `let a: import("../main/engine/engine").Engine;`],
];

describe("the rooms of the house", () => {
  it("let a house that keeps the rules be", () => {
    expect(breaches(withLine())).toEqual([]);
  });

  it.each(violations)("find the breach in %s: %s", (path, line) => {
    const found = breaches(withLine(path, line));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(path);
  });

  it("have a planted breach each", () => {
    const planted = violations.map(([path]) => path);
    const codeless = ["package.json"];
    const without = Object.keys(house).filter(
      (room) => !codeless.includes(room) && !planted.some((path) => path.startsWith(room)),
    );
    expect(without).toEqual([]);
  });

  it("find a file that is in no room, and an import that leads nowhere", () => {
    expect(breaches(withLine("src/odd/odd.ts", ""))[0]).toContain("is in no room");
    expect(breaches(withLine("src/main/app/app.ts", `import "./missing";`))[0]).toContain("is no source file");
  });

  it("let a test take any package, but no other room", () => {
    expect(breaches(withLine("src/renderer/main.test.ts", `import { mkdtemp } from "node:fs/promises";`))).toEqual([]);
    expect(breaches(withLine("src/renderer/main.test.ts", `import "../main/app/app";`))).toHaveLength(1);
  });

  it("let nobody but the registry take a tool", () => {
    const sources = withLine(`${engine}/tools/registry.ts`, `import { read } from "./read";`);
    sources.set(`${engine}/tools/read.ts`, `import "./shared";\nexport const read = defineTool({});`);
    sources.set(`${engine}/tools/shared.ts`, "export const shared = 1;");
    expect(breaches(sources)).toEqual([]);
    sources.set(`${engine}/tools/shared.ts`, `import { read } from "./read";`);
    expect(breaches(sources)).toEqual([expect.stringContaining("only the registry takes a tool")]);
  });

  it("keep what is for tests to tests", () => {
    const sources = withLine("src/main/cli/testing/fake.ts", `import "fast-check";`);
    sources.set("src/main/mcp/server.test.ts", `import "../cli/testing/fake";`);
    expect(breaches(sources)).toEqual([]);
    sources.set("src/main/cli/extra.ts", `import "./testing/fake";`);
    expect(breaches(sources)).toEqual([expect.stringContaining("which is for tests")]);
  });
});
