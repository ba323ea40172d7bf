import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Engine } from "../engine/host/engine";
import type { Caller, Envelope, ToolDescription } from "../engine/ports/caller";
import { AppOrOwnEngine } from "./app-or-own-engine";
import { type LocalApp, serveLocal } from "./local-socket-server";

type Call = { name: string; arguments: unknown; caller: Caller };

let dataDir: string;
let cleanUp: (() => Promise<unknown> | unknown)[];

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), "galley-either-"));
  dataDir = join(folder, "data");
  await mkdir(dataDir);
  cleanUp = [() => rm(folder, { recursive: true, force: true })];
});

afterEach(async () => {
  for (const step of cleanUp.reverse()) await step();
});

const answer = (by: string): Envelope => ({ ok: true, message: "m", summary: "s", data: { by } });

const tool = (name: string, changes: ToolDescription["changes"]): ToolDescription => ({
  name,
  aliases: [`invar_${name}`],
  set: "documents",
  title: name,
  description: name,
  inputSchema: { type: "object", properties: changes === "documents" ? { action: { type: "string" } } : {} },
  changes,
});

/** A fake engine that answers with its name and records its calls. */
const fakeEngine = (
  diary: string[],
  run: (call: Call) => Promise<Envelope> = async () => answer("own engine"),
): Engine =>
  ({
    tools: async () => [],
    run,
    forget: () => diary.push("forget"),
    close: async () => diary.push("close"),
  }) as unknown as Engine;

const agent = (createEngine: () => Promise<Engine>, session: { session?: string } = {}) => {
  const one = new AppOrOwnEngine({
    dataDir,
    version: "1",
    agent: { name: "agent", kind: "mcp", roots: ["/open"], ...session },
    tools: [tool("doc_read", "nothing"), tool("text_editor", "documents")],
    createEngine,
  });
  cleanUp.push(() => one.close());
  return one;
};

const serveApp = async (run: LocalApp["run"], changes: Partial<LocalApp> = {}) => {
  const app: LocalApp = {
    version: "1",
    accepts: () => true,
    run,
    open: async () => ({ ok: true }),
    connected: () => {},
    disconnected: () => {},
    called: () => {},
    ...changes,
  };
  const server = await serveLocal({ dataDir, app, graceMs: 50 });
  if (server.status !== "serving") throw new Error(server.status);
  cleanUp.push(() => server.close());
  return server;
};

test("without an app, nothing is done for an agent of its panel: nobody would review it", async () => {
  const diary: string[] = [];
  const one = agent(
    async () => {
      diary.push("engine");
      return fakeEngine(diary);
    },
    { session: "secret" },
  );
  for (const name of ["doc_read", "text_editor"])
    expect(await one.run({ name, arguments: {} })).toMatchObject({ ok: false, error: { code: "denied" } });
  expect(diary).toEqual([]);
});

test("without an app, calls run in one engine of our own, for one caller, which is forgotten at the end", async () => {
  const diary: string[] = [];
  const callers: Caller[] = [];
  let made = 0;
  const one = agent(async () => {
    made++;
    return fakeEngine(diary, async ({ caller }) => {
      callers.push(caller);
      return answer("own engine");
    });
  });
  await Promise.all([one.run({ name: "doc_read", arguments: {} }), one.run({ name: "text_editor", arguments: {} })]);
  expect(made).toBe(1);
  expect(callers[0]).toMatchObject({ name: "agent", roots: ["/open"] });
  expect(callers[1]?.id).toBe(callers[0]?.id);
  await one.close();
  expect(diary).toEqual(["forget", "close"]);
});

test("with an app, calls run there, and no engine is started here", async () => {
  await serveApp(async () => answer("app"));
  const one = agent(() => Promise.reject(new Error("must not start")));
  expect(await one.run({ name: "text_editor", arguments: {} })).toEqual(answer("app"));
});

test("calls follow the app as it starts and quits", async () => {
  const one = agent(async () => fakeEngine([]));
  const by = async () => (await one.run({ name: "doc_read", arguments: {} })).data?.by;
  expect(await by()).toBe("own engine");
  const server = await serveApp(async () => answer("app"));
  expect(await by()).toBe("app");
  await server.close();
  expect(await by()).toBe("own engine");
  await serveApp(async () => answer("next app"));
  expect(await by()).toBe("next app");
});

describe("if the app dies during a call", () => {
  /** An app that never answers, and a call that it has begun. */
  const dieDuring = async (name: string, given: unknown): Promise<Envelope> => {
    let begun = () => {};
    const hasBegun = new Promise<void>((done) => (begun = done));
    const server = await serveApp(() => {
      begun();
      return new Promise(() => {});
    });
    const call = agent(async () => fakeEngine([])).run({ name, arguments: given });
    await hasBegun;
    await server.close();
    return call;
  };

  test.each<[string, unknown]>([
    ["doc_read", {}],
    ["invar_doc_read", {}],
    ["text_editor", { action: "READ", path: "a" }],
    ["workspace", { action: "list" }],
    ["office_artifact", { action: "version_history", path: "a" }],
  ])("a read-only call is repeated here: %s", async (name, given) => {
    expect(await dieDuring(name, given)).toEqual(answer("own engine"));
  });

  test.each<[string, unknown]>([
    ["text_editor", { action: "write", path: "a" }],
    ["workspace", { action: "delete", path: "a" }],
    ["text_editor", { path: "a" }],
    ["text_editor", null],
    ["no_such_tool", {}],
  ])("a call that may have written is not repeated, and the agent is asked to check: %s %j", async (name, given) => {
    const { ok, error, data } = await dieDuring(name, given);
    expect({ ok, code: error?.code, data }).toEqual({ ok: false, code: "failed", data: undefined });
    expect(error?.hint).toBe("Read the document again before you try again.");
  });
});

test("an engine that cannot start gives a tool error, and the next call tries again", async () => {
  let tries = 0;
  const one = agent(async () => {
    if (tries++ === 0) throw new Error("no space left on device");
    return fakeEngine([]);
  });
  const first = await one.run({ name: "text_editor", arguments: {} });
  expect(first).toMatchObject({ ok: false, error: { code: "failed" } });
  expect(first.message).toContain("no space left on device");
  expect(await one.run({ name: "text_editor", arguments: {} })).toEqual(answer("own engine"));
});

test("closing waits for a write that runs here", async () => {
  const diary: string[] = [];
  const gate = Promise.withResolvers<void>();
  const one = agent(async () =>
    fakeEngine(diary, async () => {
      await gate.promise;
      diary.push("written");
      return answer("own engine");
    }),
  );
  void one.run({ name: "text_editor", arguments: {} });
  const closing = one.close();
  gate.resolve();
  await closing;
  expect(diary).toEqual(["written", "forget", "close"]);
});

test("an agent that sends its name is shown under it, and a running call survives that", async () => {
  const diary: string[] = [];
  let finish = () => {};
  const finished = new Promise<void>((done) => {
    finish = done;
  });
  await serveApp(
    async ({ name }) => {
      if (name === "slow") await finished;
      return answer("app");
    },
    { connected: ({ name }) => diary.push(`+ ${name}`), disconnected: () => diary.push("-") },
  );
  const one = agent(() => Promise.reject(new Error("must not start")));
  const slow = one.run({ name: "slow", arguments: {} });
  await one.run({ name: "doc_read", arguments: {} });
  one.introduce("Claude Code");
  one.introduce("Claude Code");
  await one.run({ name: "doc_read", arguments: {} });
  expect(diary).toEqual(["+ agent", "+ Claude Code"]);
  finish();
  expect(await slow).toEqual(answer("app"));
  // The old registration is removed once no call runs under it.
  for (let tries = 0; diary.length < 3 && tries < 3000; tries++) await new Promise((after) => setTimeout(after, 10));
  expect(diary).toEqual(["+ agent", "+ Claude Code", "-"]);
});
