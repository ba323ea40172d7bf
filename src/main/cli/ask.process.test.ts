import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { version } from "../../../package.json";
import { ToolError } from "../engine/ports/tool-error";
import type { ModelAnswer } from "../mcp/local-socket-protocol";
import { type LocalApp, type LocalServer, serveLocal } from "../mcp/local-socket-server";
import { type CliFixture, createCliFixture, runGalley } from "./testing/galley-process";
import { runMain } from "./testing/run-main";

let fixture: CliFixture;
let server: LocalServer | null = null;
beforeEach(async () => {
  fixture = await createCliFixture();
});
afterEach(async () => {
  if (server?.status === "serving") await server.close();
  server = null;
  await fixture.remove();
});

const galley = (...args: string[]) => runMain(fixture, args);
const answer: ModelAnswer = {
  conversation: "c",
  model: "model-a",
  status: "done",
  answer: "It says one.",
  usage: { input: 1, output: 2, cost: null },
  calls: [{ tool: "doc_read", summary: "read Notes" }],
  problem: null,
};

async function serveApp(changes: Partial<LocalApp>): Promise<void> {
  server = await serveLocal({
    dataDir: fixture.dataDir,
    graceMs: 50,
    app: {
      version,
      accepts: () => true,
      run: async () => ({ ok: true, message: "", summary: "", data: {} }),
      open: async () => ({ ok: true }),
      connected: () => {},
      disconnected: () => {},
      called: () => {},
      ...changes,
    },
  });
}

test("the answer is printed as text as it arrives, or as JSON, and what would act on a terminal is written out", async () => {
  const asked: object[] = [];
  await serveApp({
    async ask(question, { progress }) {
      asked.push(question);
      progress({ text: "It says \u001b]0;title\u0007" });
      progress({ note: "read Notes" });
      progress({ text: "one \ud83d" });
      progress({ text: "\ude00.\n\n\u202etwo" });
      return answer;
    },
  });
  await writeFile(join(fixture.root, "-a 文.md"), "one\n");
  const text = await runGalley(fixture, ["ask", "--format", "text", "--", "What?", "-a 文.md"]);
  expect(text).toEqual({ code: 0, stderr: "", stdout: "It says \\u001b]0;title\\u0007one 😀.\n\n\\u202etwo\n" });
  const json = await runGalley(fixture, ["ask", "-"], "What\nelse?\n");
  expect(JSON.parse(json.stdout)).toEqual(answer);
  expect(asked).toEqual([
    { text: "What?", files: [join(fixture.root, "-a 文.md")], roots: [fixture.root] },
    { text: "What\nelse?", files: [], roots: [fixture.root] },
  ]);
});

test("every rejection says what to do, and exits with 1", async () => {
  const rejections: [Partial<LocalApp> | null, RegExp][] = [
    [null, /^galley: Galley is not running, .* Start it first: galley open '.*root 文'\n$/],
    [
      { accepts: () => false, ask: async () => answer },
      /does not have this folder open, .* galley open '.*root 文'\n$/,
    ],
    [
      {
        ask: async () => {
          throw new ToolError("wrong_state", "No model is set up yet.", { hint: "Choose one." });
        },
      },
      /^galley: No model is set up yet\. Choose one\.\n$/,
    ],
    [
      {
        ask: async () => answer,
        denial: () => ({ status: "paused", envelope: { ok: false, message: "You are paused.", summary: "" } }),
      },
      /^galley: You are paused\.\n$/,
    ],
  ];
  for (const [app, message] of rejections) {
    if (app !== null) await serveApp(app);
    const refused = await galley("ask", "What?");
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(message);
    if (server?.status === "serving") await server.close();
  }
  expect((await galley("ask", "What?", "missing.md")).stderr).toBe('galley: There is no file "missing.md".\n');
  expect(await galley("ask", "  ")).toMatchObject({ code: 2, stderr: "galley: There is no question.\n" });
});

test("a failed answer exits with 1 and says why, after what has arrived of it", async () => {
  const problem = { message: "Test rejected the key (401).", hint: "Enter a valid key." };
  await serveApp({
    async ask(_question, { progress }) {
      progress({ text: "Half" });
      return { ...answer, status: "failed", answer: "Half", problem };
    },
  });
  const failed = await galley("ask", "What?", "--format", "text");
  expect(failed).toEqual({
    code: 1,
    stdout: "Half\n",
    stderr: "galley: Test rejected the key (401).\nEnter a valid key.\n",
  });
});

test("the answer is stopped when the command is", async () => {
  const [began, stopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await serveApp({
    async ask(_question, { signal }) {
      began.resolve();
      await once(signal, "abort");
      stopped.resolve();
      return { ...answer, status: "stopped" };
    },
  });
  const child = fixture.start("ask", "What?");
  await began.promise;
  child.kill("SIGINT");
  await stopped.promise;
});
