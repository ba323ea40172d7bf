import { describe, expect, it } from "vitest";
import { findViolations, folderCycles, layers, unusedPermissions } from "./layers.mjs";

const engine = "src/main/engine";
const app = "src/main/app";
const renderer = "src/renderer";

/** A small project that keeps the rules, with one more line at the end of `path`. */
function withLine(path, line) {
  const files = {
    "src/core/text/change.ts": `import { diffArrays } from "diff";\nexport type Change = typeof diffArrays;`,
    "src/core/diff/merge.ts": `import type { Change } from "../text/change";`,
    "src/core/sharing/shared-text.ts": `import type * as Y from "yjs";\nimport type { Change } from "../text/change";\nexport type A = Y.Text & Change;`,
    "src/main/sharing/sharing-server.ts": `import "@hocuspocus/server";\nimport "../../core/sharing/shared-text";`,
    "src/shared/contract.ts": `import type { Change } from "../core/text/change";\nexport type A = Change;`,
    [`${engine}/ports/tool-error.ts`]: "export class ToolError extends Error {}",
    [`${engine}/storage/disk.ts`]: `import { detect } from "chardet";\nimport { ToolError } from "../ports/tool-error";`,
    [`${engine}/storage/index.ts`]: `export { createDisk } from "./disk";`,
    [`${engine}/worker/worker.ts`]: "",
    [`${engine}/office/view.ts`]: `import "../worker/worker";`,
    [`${engine}/search/ripgrep.ts`]: "",
    [`${engine}/history/store.ts`]: `import { DatabaseSync } from "node:sqlite";\nimport "../storage/disk";`,
    [`${engine}/review/store.ts`]: "",
    [`${engine}/library/store.ts`]: "",
    [`${engine}/documents/documents.ts`]: `import "../storage/disk";\nimport "../../../core/diff/merge";`,
    [`${engine}/books/books.ts`]: "",
    [`${engine}/tools/registry.ts`]: `import { z } from "zod";\nimport "../documents/documents";`,
    [`${engine}/host/create-engine.ts`]: `import "../tools/registry";\nimport "../history/store";`,
    [`${engine}/index.ts`]: `export type { Engine } from "./host/create-engine";`,
    "src/main/settings/settings-text.ts": `import { parseTree } from "jsonc-parser";\nimport "../../shared/contract";`,
    [`${app}/core/messages.ts`]: "",
    [`${app}/documents/saving.ts`]: `import "../core/messages";\nimport "../../engine/storage/index";`,
    [`${app}/documents/index.ts`]: `export { save } from "./saving";`,
    [`${app}/office/office-service.ts`]: `import "../documents/index";`,
    [`${app}/folder/workspace.ts`]: "",
    [`${app}/folder/scan-markdown-files.ts`]: "",
    [`${app}/links/update-links.ts`]: `import "../folder/scan-markdown-files";`,
    [`${app}/history/handlers.ts`]: "",
    [`${app}/review/handlers.ts`]: "",
    [`${app}/library/library-service.ts`]: "",
    [`${app}/agents/agents.ts`]: "",
    [`${app}/assistant/assistant.ts`]: `import "@ai-sdk/anthropic";`,
    [`${app}/assistant/model-calls.ts`]: `export { assistant } from "./assistant";`,
    [`${app}/books/book-service.ts`]: `import "../assistant/model-calls";`,
    [`${app}/books/requests.ts`]: "",
    [`${app}/journal-process/typing.ts`]: `import "../books/requests";`,
    [`${app}/diagnostics/handlers.ts`]: "",
    [`${app}/settings/settings-store.ts`]: `import "../../settings/settings-text";`,
    [`${app}/windows/notices.ts`]: "",
    [`${app}/running-app.ts`]: `import "./office/office-service";\nimport type { Engine } from "../engine/index";`,
    "src/main/desktop/window.ts": `import { app } from "electron";\nimport "../app/running-app";`,
    "src/main/desktop/renderer-files.ts": `import "node:fs";`,
    "src/main/web/web-pages.ts": `import "crossws/adapters/node";\nimport "../app/running-app";\nimport "../desktop/renderer-files";`,
    "src/main/mcp/server.ts": `import "../engine/ports/tool-error";\nimport "@modelcontextprotocol/server";`,
    "src/main/connect/connection.ts": `import "smol-toml";`,
    "src/main/cli/index.ts": `import "../mcp/server";\nimport "../connect/connection";`,
    "src/main/start-desktop.ts": `import "./desktop/window";\nimport "./mcp/server";`,
    "src/preload/index.ts": `import { ipcRenderer } from "electron";\nimport type { A } from "../shared/contract";`,
    [`${renderer}/ui/button.tsx`]: `import "react";`,
    [`${renderer}/rendering/markdown.ts`]: `import "markdown-it";`,
    [`${renderer}/rendering/page/clean.ts`]: `import "dompurify";\nimport "../markdown";`,
    [`${renderer}/drawings/draw.ts`]: `import "temml/dist/Temml-Local.css";\nexport type Draw = 1;`,
    [`${renderer}/drawings/frame/frame.ts`]: `import "temml";\nimport type { Draw } from "../draw";`,
    [`${renderer}/editor/editor.ts`]: `import "@codemirror/view";\nimport "../ui/button";\nimport "../../core/diff/merge";`,
    [`${renderer}/workbench/api/shell.ts`]: `import "../../ui/button";\nimport type { E } from "../../editor/editor";`,
    [`${renderer}/features/search/search.tsx`]: `import "../../editor/editor";\nimport "../../workbench/api/shell";`,
    [`${renderer}/features/review/review.tsx`]: "",
    [`${renderer}/workbench/app.tsx`]: `import "../features/search/search";`,
    [`${renderer}/main.tsx`]: `import "react-dom/client";\nimport "./workbench/app";\nimport "./page.css";`,
    [`${renderer}/page.css`]: "",
    [`${renderer}/guest/guest.ts`]: `import type { A } from "../../shared/contract";\nconst later = () => import("../main");`,
  };
  if (path) files[path] = `${files[path] ?? ""}\n${line}`;
  return new Map(Object.entries(files));
}

/** At least one forbidden import for every rule. */
const violations = [
  ["src/core/text/change.ts", `import { readFile } from "node:fs/promises";`],
  ["src/core/text/change.ts", `import "../../shared/contract";`],
  ["src/core/text/change.ts", `import type { Disk } from "../../main/engine/storage/disk";`],
  ["src/shared/contract.ts", `import type { Disk } from "../main/engine/storage/disk";`],
  ["src/shared/contract.ts", `import { z } from "zod";`],
  [`${engine}/ports/tool-error.ts`, `import "../storage/disk";`],
  [`${engine}/storage/disk.ts`, `import "../history/store";`],
  [`${engine}/storage/disk.ts`, `import "../host/create-engine";`],
  [`${engine}/office/view.ts`, `import "chardet";`],
  [`${engine}/worker/worker.ts`, `import "../storage/disk";`],
  [`${engine}/office/view.ts`, `import "../documents/documents";`],
  [`${engine}/search/ripgrep.ts`, `import "../storage/disk";`],
  [`${engine}/history/store.ts`, `import "../documents/documents";`],
  [`${engine}/review/store.ts`, `import "../documents/documents";`],
  [`${engine}/library/store.ts`, `import "../tools/registry";`],
  [`${engine}/documents/documents.ts`, `import "../books/books";`],
  [`${engine}/books/books.ts`, `import "../documents/documents";`],
  [`${engine}/tools/registry.ts`, `import "../host/create-engine";`],
  [`${engine}/tools/registry.ts`, `import "@modelcontextprotocol/server";`],
  [`${engine}/host/create-engine.ts`, `import "../../app/running-app";`],
  [`${engine}/host/create-engine.ts`, `import { app } from "electron";`],
  [`${engine}/index.ts`, `import "../mcp/server";`],
  ["src/core/text/change.ts", `import * as Y from "yjs";`],
  ["src/core/properties/read.ts", `import { z } from "zod";`],
  ["src/core/sharing/shared-text.ts", `import { Server } from "@hocuspocus/server";`],
  ["src/main/sharing/sharing-server.ts", `import "../app/running-app";`],
  ["src/main/settings/settings-text.ts", `import { readFile } from "node:fs/promises";`],
  ["src/main/settings/settings-text.ts", `import "../app/running-app";`],
  [`${app}/core/messages.ts`, `import "../documents/saving";`],
  [`${app}/documents/saving.ts`, `import "../office/office-service";`],
  [`${app}/documents/saving.ts`, `import "../../engine/storage/disk";`],
  [`${app}/office/office-service.ts`, `import "../running-app";`],
  [`${app}/folder/workspace.ts`, `import "../links/update-links";`],
  [`${app}/links/update-links.ts`, `import "@ai-sdk/anthropic";`],
  [`${app}/links/update-links.ts`, `import "../folder/workspace";`],
  [`${app}/links/update-links.ts`, `import type { Save } from "../documents/saving";`],
  [`${app}/books/book-service.ts`, `const later = () => import("../assistant/assistant");`],
  [`${app}/history/handlers.ts`, `import "../review/handlers";`],
  [`${app}/review/handlers.ts`, `import "../history/handlers";`],
  [`${app}/viewer/viewed-file.ts`, `import "../review/handlers";`],
  [`${app}/external/external-service.ts`, `import "../review/handlers";`],
  [`${app}/comments/handlers.ts`, `import "../review/handlers";`],
  [`${engine}/comments/create-comments.ts`, `import "../office/index";`],
  [`${app}/notes/notes.ts`, `import "../review/handlers";`],
  [`${app}/styles/styles.ts`, `import "../review/handlers";`],
  [`${app}/sharing/handlers.ts`, `import "../review/handlers";`],
  [`${app}/guests/guest-window.ts`, `import "../agents/agents";`],
  [`${app}/tool-servers/index.ts`, `import "../review/handlers";`],
  [`${app}/note-index/index.ts`, `import "../review/handlers";`],
  [`${app}/model-rules/model-rules.ts`, `import "../review/handlers";`],
  [`${app}/acp/agent-session.ts`, `import "../documents/saving";`],
  [`${app}/library/library-service.ts`, `import "../assistant/assistant";`],
  [`${app}/agents/agents.ts`, `import "../../mcp/server";`],
  [`${app}/assistant/assistant.ts`, `import { streamText } from "ai";`],
  [`${app}/assistant/assistant.ts`, `import "../books/book-service";`],
  [`${app}/books/book-service.ts`, `import "@ai-sdk/anthropic";`],
  [`${app}/journal-process/typing.ts`, `import "../running-app";`],
  [`${app}/books/book-service.ts`, `import "../journal-process/typing";`],
  [`${app}/diagnostics/handlers.ts`, `import "../settings/settings-store";`],
  [`${app}/settings/settings-store.ts`, `import "../agents/agents";`],
  [`${app}/windows/notices.ts`, `import "../documents/saving";`],
  [`${app}/running-app.ts`, `import { app } from "electron";`],
  [`${app}/running-app.ts`, `import "../engine/host/create-engine";`],
  [`${app}/running-app.ts`, `import "./folder/workspace";`],
  ["src/main/desktop/window.ts", `import "../app/documents/saving";`],
  ["src/main/desktop/window.ts", `import "../engine/index";`],
  ["src/main/desktop/renderer-files.ts", `import "electron";`],
  ["src/main/web/web-pages.ts", `import "../desktop/window";`],
  ["src/main/mcp/server.ts", `import "electron";`],
  ["src/main/mcp/server.ts", `import "../engine/storage/disk";`],
  ["src/main/connect/connection.ts", `import "../app/running-app";`],
  ["src/main/limits.ts", `import "./mcp/server";`],
  ["src/main/cli/index.ts", `import "../app/running-app";`],
  ["src/main/cli/index.ts", `const later = () => import("../desktop/window");`],
  ["src/main/index.ts", `import "./app/running-app";`],
  ["src/main/start-desktop.ts", `import "react";`],
  ["src/preload/index.ts", `import "../main/app/running-app";`],
  ["src/preload/index.ts", `import "../shared/contract";`],
  [`${renderer}/ui/button.tsx`, `import "../workbench/app";`],
  [`${renderer}/ui/button.tsx`, `import "@codemirror/view";`],
  [`${renderer}/rendering/markdown.ts`, `import "react";`],
  [`${renderer}/rendering/markdown.ts`, `import "./page/clean";`],
  [`${renderer}/rendering/page/clean.ts`, `import "../../editor/editor";`],
  [`${renderer}/drawings/draw.ts`, `import "../editor/editor";`],
  [`${renderer}/drawings/frame/frame.ts`, `import "../draw";`],
  [`${renderer}/editor/editor.ts`, `import "../features/search/search";`],
  [`${renderer}/editor/editor.ts`, `import type { App } from "../workbench/app";`],
  [`${renderer}/features/search/search.tsx`, `import "../review/review";`],
  [`${renderer}/features/search/search.tsx`, `import "../../workbench/app";`],
  [`${renderer}/workbench/api/shell.ts`, `import type { Search } from "../../features/search/search";`],
  [`${renderer}/workbench/api/shell.ts`, `import "../../editor/editor";`],
  [`${renderer}/features/search/search.tsx`, `import "../../../main/engine/ports/tool-error";`],
  [`${renderer}/guest/guest.ts`, `import "../ui/button";`],
  [`${renderer}/guest/guest.ts`, `import type { Change } from "../../core/text/change";`],
  [`${renderer}/workbench/app.tsx`, `import "yaml";`],
  [`${renderer}/main.tsx`, `import { readFileSync } from "node:fs";`],
  [`${renderer}/main.tsx`, `import type { App } from "../main/app/running-app";`],
  [`${renderer}/main.tsx`, `let a: import("../main/engine/index").Engine;`],
];

describe("layers", () => {
  it("accepts a project that keeps the rules", () => {
    expect(findViolations(withLine())).toEqual([]);
    expect(folderCycles(withLine())).toEqual([]);
  });

  it.each(violations)("finds a violation in %s: %s", (path, line) => {
    const found = findViolations(withLine(path, line));
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(path);
  });

  it("has a planted violation for each layer", () => {
    const planted = violations.map(([path]) => path);
    const codeless = ["package.json"];
    const without = Object.keys(layers).filter(
      (layer) => !codeless.includes(layer) && !planted.some((path) => path.startsWith(layer)),
    );
    expect(without).toEqual([]);
  });

  it("finds a file without a layer, and an import of a missing file", () => {
    expect(findViolations(withLine("src/odd/odd.ts", ""))[0]).toContain("has no layer");
    expect(findViolations(withLine(`${app}/running-app.ts`, `import "./missing";`))[0]).toContain(
      "is not a source file",
    );
  });

  it("lets a test import any package and internals of the engine, but no other layer", () => {
    const test = `${app}/running-app.test.ts`;
    expect(findViolations(withLine(test, `import { mkdtemp } from "node:fs/promises";`))).toEqual([]);
    expect(findViolations(withLine(test, `import "../engine/storage/disk";`))).toEqual([]);
    expect(findViolations(withLine(`${renderer}/main.test.ts`, `import "../main/app/running-app";`))).toHaveLength(1);
  });

  it("finds a permission that no import needs", () => {
    const unused = (sources) => unusedPermissions(sources).map((line) => line.replace(/, and does not.*/, ""));
    const found = unused(withLine());
    expect(found).toContain("src/core/properties may import yaml");
    expect(found).toContain("src/main/sharing may import src/main/engine");
    // A test may import any package.
    const tested = withLine("src/core/properties/read.test.ts", `import "yaml";`);
    expect(unused(tested)).toContain("src/core/properties may import yaml");
    const used = withLine("src/core/properties/read.ts", `import "yaml";`);
    used.set("src/main/sharing/store.ts", `import "../engine/storage/index";`);
    expect(unused(used)).not.toContain("src/core/properties may import yaml");
    expect(unused(used)).not.toContain("src/main/sharing may import src/main/engine");
    // What is allowed to all domains and features is not reported.
    expect(found.filter((line) => /^src\/main\/app\/links may import (node:|src\/core)$/.test(line))).toEqual([]);
  });

  it("lets a test of one feature of the app import the files of another", () => {
    expect(findViolations(withLine(`${app}/links/links.test.ts`, `import "../folder/workspace";`))).toEqual([]);
  });

  it("lets only the registry import a tool", () => {
    const sources = withLine(`${engine}/tools/registry.ts`, `import { read } from "./read";`);
    sources.set(`${engine}/tools/read.ts`, `import "./shared";\nexport const read = defineTool({});`);
    sources.set(`${engine}/tools/shared.ts`, "export const shared = 1;");
    expect(findViolations(sources)).toEqual([]);
    sources.set(`${engine}/tools/shared.ts`, `import { read } from "./read";`);
    expect(findViolations(sources)).toEqual([expect.stringContaining("only the registry may import a tool")]);
  });

  it("lets only tests import test code", () => {
    const sources = withLine("src/main/cli/testing/fake.ts", `import "fast-check";`);
    sources.set("src/main/mcp/server.test.ts", `import "../cli/testing/fake";`);
    expect(findViolations(sources)).toEqual([]);
    sources.set("src/main/cli/extra.ts", `import "./testing/fake";`);
    expect(findViolations(sources)).toEqual([expect.stringContaining("which is for tests")]);
  });

  it("finds a cycle of folders, including type imports", () => {
    const sources = withLine("src/core/text/change.ts", `import type { Merge } from "../diff/merge";`);
    expect(folderCycles(sources)).toEqual(["folders in a cycle: src/core/diff -> src/core/text -> src/core/diff"]);
  });

  it("finds a cycle in the text editor, whose own files count as a folder", () => {
    const sources = withLine(`${renderer}/editor/editor.ts`, `import "./sync/timers";`);
    expect(folderCycles(new Map([...sources, [`${renderer}/editor/sync/timers.ts`, ""]]))).toEqual([]);
    const back = new Map([...sources, [`${renderer}/editor/sync/timers.ts`, `import "../editor";`]]);
    expect(folderCycles(back)).toEqual([
      "folders in a cycle: src/renderer/editor -> src/renderer/editor/sync -> src/renderer/editor",
    ]);
  });
});
