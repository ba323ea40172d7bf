import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { version } from "../../../package.json";
import { versionOf } from "../engine/storage";
import { type LocalServer, serveLocal } from "../mcp/local-socket-server";
import { type CliFixture, createCliFixture, runGalley } from "./testing/galley-process";
import { runMain } from "./testing/run-main";

let fixture: CliFixture;
let server: LocalServer;
let announced: unknown[];

beforeEach(async () => {
  fixture = await createCliFixture();
  announced = [];
});
afterEach(async () => {
  if (server?.status === "serving") await server.close();
  await fixture.remove();
});

const serve = async (announce: (announcement: unknown) => Promise<void>) => {
  server = await serveLocal({
    dataDir: fixture.dataDir,
    graceMs: 10,
    app: {
      version,
      accepts: (roots) => roots.length > 0,
      run: async () => ({ ok: true, message: "", summary: "" }),
      open: async () => ({ ok: true }),
      announce,
      connected: ({ name }) => announced.push(`connected: ${name}`),
      disconnected: () => {},
      called: () => {},
    },
  });
};

const hook = (event: string, tool: string, input: object, run = runMain) =>
  run(
    fixture,
    ["hook", "claude"],
    JSON.stringify({
      session_id: "abc",
      transcript_path: "/x",
      cwd: fixture.root,
      hook_event_name: event,
      tool_name: tool,
      tool_input: input,
    }),
  );
const silent = { code: 0, stdout: "", stderr: "" };
const hashOf = (text: string) => versionOf(Buffer.from(text));

test("the app is notified of the file that Claude Code will write, and of its new text; the agent is not listed as connected", async () => {
  await serve(async (announcement) => void announced.push(announcement));
  const path = join(fixture.root, "a.md");
  await writeFile(path, "one one $& two\n");
  const common = { by: "Claude Code", session: "abc", folder: fixture.root };
  expect(await hook("PreToolUse", "Write", { file_path: path, content: "new\n" }, runGalley)).toEqual(silent);
  expect(await hook("PreToolUse", "Edit", { file_path: path, old_string: "one", new_string: "$&" })).toEqual(silent);
  const edits = [
    { old_string: "one", new_string: "1", replace_all: true },
    { old_string: "two", new_string: "2" },
  ];
  expect(await hook("PreToolUse", "MultiEdit", { file_path: path, edits })).toEqual(silent);
  expect(await hook("PreToolUse", "Edit", { file_path: path, old_string: "absent", new_string: "x" })).toEqual(silent);
  expect(await hook("PreToolUse", "NotebookEdit", { notebook_path: "n.ipynb", new_source: "x" })).toEqual(silent);
  expect(await hook("PreToolUse", "Bash", { command: "sed -i" })).toEqual(silent);
  expect(await hook("PostToolUse", "Edit", { file_path: "a.md", old_string: "one", new_string: "x" })).toEqual(silent);
  const before = { ...common, phase: "before", path };
  expect(announced).toEqual([
    { ...before, version: hashOf("new\n") },
    { ...before, version: hashOf("$& one $& two\n") },
    { ...before, version: hashOf("1 1 $& 2\n") },
    { ...before, version: null },
    { ...before, path: join(fixture.root, "n.ipynb"), version: null },
    { ...before, path: null, version: null },
    { ...common, phase: "after", path, version: hashOf("one one $& two\n") },
  ]);
});

test("without an app, and for whatever it is given, it ends with 0 and says nothing", async () => {
  expect(await hook("PreToolUse", "Write", { file_path: "/a", content: "x" })).toEqual(silent);
  await serve(async (announcement) => void announced.push(announcement));
  for (const input of [
    "",
    "{",
    "[]",
    '{"cwd": 7}',
    '{"cwd": "relative", "hook_event_name": "PreToolUse", "tool_name": "x"}',
  ])
    expect(await runMain(fixture, ["hook", "claude"], input)).toEqual(silent);
  expect(await hook("Stop", "", {})).toEqual(silent);
  expect(announced).toEqual([]);
});

test("an app that does not answer holds the agent up for less than a second", async () => {
  await serve(() => new Promise(() => {}));
  const start = performance.now();
  expect(await hook("PreToolUse", "Write", { file_path: "/a", content: "x" }, runGalley)).toEqual(silent);
  // The start of the program under load is added to its own limit.
  expect(performance.now() - start).toBeLessThan(4000);
});
