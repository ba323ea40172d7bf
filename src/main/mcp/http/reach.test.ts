import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createEngine } from "../../engine/host/create-engine";
import type { Engine } from "../../engine/host/engine";
import { createTestHttpServer, type TestHttpServer } from "./testing/test-http-server";

let top: string;
let engine: Engine;
let testServer: TestHttpServer;
let client: Awaited<ReturnType<TestHttpServer["client"]>> | null;

beforeEach(async () => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "galley-reach-")));
  for (const folder of ["open", "open/data", "open-evil", "closed"]) mkdirSync(join(top, folder));
  writeFileSync(join(top, "open/a.md"), "# A\n\nin the open folder\n");
  writeFileSync(join(top, "open/data/http-token"), "the secret");
  for (const folder of ["open-evil", "closed"]) writeFileSync(join(top, folder, "x.md"), "the secret\n");
  symlinkSync(join(top, "closed"), join(top, "open/link"));
  symlinkSync(join(top, "closed/x.md"), join(top, "open/link.md"));
  engine = await createEngine({ dataDir: join(top, "open/data") });
  testServer = await createTestHttpServer();
  client = null;
  testServer.appState.folders = [join(top, "open")];
});
afterEach(async () => {
  await testServer.close();
  await engine.close();
  rmSync(top, { recursive: true, force: true });
});

/** Calls go directly to the engine: the fake app lists other tools than the engine has. */
const call = async (name: string, given: Record<string, unknown>) => {
  client ??= await testServer.client("legacy");
  testServer.run = ({ caller, signal }) => engine.run({ name, arguments: given, caller, signal });
  return client.callTool({ name: "write_it", arguments: {} });
};
const read = (path: string) => call("text_editor", { action: "read", path });

test("open folders can be read and written, under the client's own name", async () => {
  expect(JSON.stringify((await read("a.md")).content)).toContain("in the open folder");
  const edit = { action: "patch", path: "a.md", edits: [{ from: 3, to: 3, content: "written" }] };
  expect((await call("text_editor", edit)).isError).toBeFalsy();
  expect(readFileSync(join(top, "open/a.md"), "utf8")).toBe("# A\n\nwritten\n");
  const versions = await engine.history.list(join(top, "open/a.md"));
  expect(versions[0]?.by).toMatchObject({ kind: "agent", name: "library" });
});

test("nothing else can be reached by dots, links, similar names, spellings, or in Galley's own data [A18]", async () => {
  for (const path of [
    "../closed/x.md",
    "data/../../closed/x.md",
    join(top, "closed/x.md"),
    join(top, "open-evil/x.md"),
    "link/x.md",
    "link.md",
    "data/http-token",
    join(top, "open/data/http-token"),
    "/etc/passwd",
    "/proc/self/environ",
    `/proc/self/root${top}/closed/x.md`,
    "~/x.md",
    "file:///etc/passwd",
    "%2e%2e/closed/x.md",
    "a.md\u0000/../../closed/x.md",
  ]) {
    const answer = await read(path);
    expect(answer.isError, path).toBe(true);
    expect(JSON.stringify(answer), path).not.toContain("the secret");
    expect(JSON.stringify(answer), path).not.toContain("root:x:0");
  }
  const found = await call("grep", { pattern: "secret", path: "." });
  expect(JSON.stringify(found)).not.toContain("the secret");
});

test("without an open folder nothing can be reached, and the client reads why [A18]", async () => {
  testServer.appState.folders = [];
  const answer = await read(join(top, "open/a.md"));
  expect(answer.isError).toBe(true);
  expect(JSON.stringify(answer)).toMatch(/no folder has been opened to this caller/);
});
