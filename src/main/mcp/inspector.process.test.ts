import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type CliFixture, createCliFixture } from "../cli/testing/galley-process";

const inspector = resolve(
  import.meta.dirname,
  "../../../node_modules/.protocol-suites/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js",
);

let fixture: CliFixture;

beforeEach(async () => {
  fixture = await createCliFixture();
});
afterEach(() => fixture.remove());

/** The protocol's own inspector in command-line mode, with `galley mcp` as its server. */
const inspect = (...inspectorArgs: string[]): Promise<Record<string, unknown>> => {
  const { command, args } = fixture.galley;
  // It starts its server with almost no environment.
  const variables = ["ELECTRON_RUN_AS_NODE", "GALLEY_DATA"].flatMap((name) => ["-e", `${name}=${fixture.env[name]}`]);
  const server = [command, ...args, "mcp", "--root", fixture.root, "--tools", "documents", "--structured"];
  const line = [inspector, "--cli", ...variables, ...server, ...inspectorArgs];
  return new Promise((done, failed) => {
    execFile(process.execPath, line, { env: fixture.env, timeout: 50_000 }, (error, stdout, stderr) => {
      try {
        done(JSON.parse(stdout));
      } catch {
        failed(new Error(`${error?.message}\n${stdout}\n${stderr}`));
      }
    });
  });
};

// The clients of the protocol's own library stay in `npm test`.
test.runIf(process.env["GALLEY_LONG"])("the protocol's inspector lists the tools and calls one", async () => {
  const { tools } = await inspect("--method", "tools/list");
  expect(tools).toEqual(expect.arrayContaining([expect.objectContaining({ name: "text_editor" })]));
  expect(tools).not.toEqual(expect.arrayContaining([expect.objectContaining({ name: "list_chapters" })]));
  const call = ["--method", "tools/call", "--tool-name", "text_editor", "--tool-arg"];
  const written = await inspect(...call, "action=write", "path=a b.md", "content=# From the inspector");
  expect(written).toMatchObject({ structuredContent: { action: "write", path: "a b.md", format: "markdown" } });
  expect(await readFile(join(fixture.root, "a b.md"), "utf8")).toBe("# From the inspector");
});
