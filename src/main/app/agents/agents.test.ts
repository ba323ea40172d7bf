import { describe, expect, test } from "vitest";
import type { Agent } from "../../../shared/contract";
import type { Engine } from "../../engine/host/engine";
import type { Caller, Envelope, ToolCall, ToolDescription } from "../../engine/ports/caller";
import { createAgentHolds } from "./agent-holds";
import { createAgents } from "./agents";

const fail = (error: unknown) => {
  throw error;
};

const tool = (name: string, changes: ToolDescription["changes"]): ToolDescription => ({
  name,
  aliases: [],
  set: "documents",
  title: name,
  description: "",
  inputSchema: {},
  changes,
});
const tools = [tool("look", "nothing"), tool("put", "documents"), tool("work", "work")];

/** Agents with an engine that writes `/a.md` for the call `put` and reads `/b.md` for `look`. */
function agentsWith(run?: (call: ToolCall) => Promise<Envelope>) {
  const updates: Agent[][] = [];
  const ran: ToolCall[] = [];
  const agents = createAgents(createAgentHolds(null, fail), (now) => updates.push(now), 0);
  const done: Envelope = { ok: true, message: "m", summary: "it is done" };
  const engine: Pick<Engine, "tools" | "run"> = {
    tools: async () => tools,
    async run(call) {
      ran.push(call);
      if (run) return run(call);
      if (call.name === "look") agents.read(call.caller, "/b.md");
      if (call.name !== "put") return done;
      if (!call.guard?.allows("/a.md", null))
        return { ok: false, message: "no", summary: "no", error: { code: "denied", message: "no" } };
      call.guard.landed({ id: "1", realPath: "/a.md", from: null, to: "v" });
      return done;
    },
  };
  const call = (id: string, name: string): Promise<Envelope> => {
    agents.called(id, `${name} a.md`);
    const caller: Caller = { id, name: "anna", roots: ["/"] };
    return agents.run({ name, arguments: {}, caller }, async () => engine);
  };
  agents.connected({ id: "1", name: "anna", roots: ["/"], kind: "mcp", process: "p1" });
  return { agents, updates, ran, call };
}

describe("the log of an agent's calls", () => {
  test("counts what was read, written and rejected, call by call", async () => {
    const { agents, call } = agentsWith();
    await call("1", "look");
    await call("1", "put");
    await call("1", "work");
    agents.setAccess("1", "paused");
    await call("1", "put");
    const { calls = [], more } = agents.record("1") ?? {};
    expect(more).toBe(0);
    expect(calls.map(({ description, outcome, paths }) => [description, outcome, paths])).toEqual([
      ["put a.md", "refused", []],
      ["work a.md", "other", []],
      ["put a.md", "wrote", ["/a.md"]],
      ["look a.md", "read", ["/b.md"]],
    ]);
    expect(calls[3]?.summary).toBe("it is done");
    expect(agents.list()[0]?.counts).toEqual({ read: 1, wrote: 1, refused: 1, other: 1 });
  });

  test("stays after the agent disconnects, and continues when it reconnects", async () => {
    const { agents, call } = agentsWith();
    await call("1", "put");
    agents.disconnected("1");
    expect(agents.list()).toEqual([]);
    expect(agents.past()).toMatchObject([{ name: "anna", transport: "stdio", counts: { wrote: 1 } }]);
    expect(agents.record("1")?.calls.length).toBe(1);
    agents.connected({ id: "1", name: "anna", roots: ["/"], kind: "mcp", process: "p1" });
    expect(agents.past()).toEqual([]);
    expect(agents.list()[0]?.counts.wrote).toBe(1);
  });

  test("is bounded: the oldest calls and the agents gone longest are dropped, and counted", async () => {
    const { agents, call } = agentsWith();
    for (let at = 0; at < 203; at++) await call("1", "look");
    expect(agents.record("1")).toMatchObject({ more: 3 });
    expect(agents.record("1")?.calls.length).toBe(200);
    for (let at = 0; at < 30; at++) {
      agents.connected({ id: `x${at}`, name: "x", roots: [], kind: "command line" });
      agents.disconnected(`x${at}`);
    }
    expect(agents.past().length).toBe(20);
    expect(agents.record("x0")).toBeNull();
  });

  test("keeps two concurrent calls of one agent apart", async () => {
    const go: (() => void)[] = [];
    const { agents, call } = agentsWith(async (running) => {
      await new Promise<void>((done) => go.push(done));
      agents.read(running.caller, running.name === "look" ? "/look.md" : "/work.md");
      return { ok: true, message: "m", summary: "s" };
    });
    const both = [call("1", "look"), call("1", "work")];
    expect(agents.record("1")?.calls.map(({ outcome }) => outcome)).toEqual(["running", "running"]);
    while (go.length < 2) await new Promise((after) => setImmediate(after));
    for (const each of go.reverse()) each();
    await Promise.all(both);
    expect(agents.record("1")?.calls.map(({ paths }) => paths)).toEqual([["/work.md"], ["/look.md"]]);
  });
});

describe("the user's hold on agents", () => {
  test("pauses and resumes all agents at once, each with its own permissions; the assistant's conversations are not affected [A17]", async () => {
    const { agents, ran, call, updates } = agentsWith();
    agents.connected({ id: "2", name: "ben", roots: ["/b"], kind: "http" });
    agents.connected({ id: "3", name: "me", roots: ["/b"] });
    agents.setAccess("2", "read");
    agents.pauseAll(true);
    expect(agents.list().map(({ access }) => access)).toEqual(["paused", "paused", "write"]);
    expect((await call("1", "look")).message).toMatch(/^the user has paused all agents in Galley; nothing was read/);
    expect(agents.denial({ id: "9", process: "p9", name: "who", roots: ["/c"] }, "look")?.status).toBe("paused");
    expect(ran).toEqual([]);
    agents.pauseAll(false);
    expect(agents.list().map(({ access }) => access)).toEqual(["write", "read", "write"]);
    expect((await call("1", "look")).ok).toBe(true);
    await expect.poll(() => updates.at(-1)?.map(({ access }) => access)).toEqual(["write", "read", "write"]);
  });

  test("when paused: no call reaches the engine until the agent is resumed, and the agent reads why", async () => {
    const { agents, ran, call } = agentsWith();
    agents.setAccess("1", "paused");
    expect(await call("1", "look")).toMatchObject({ ok: false, error: { code: "denied" } });
    expect((await call("1", "look")).message).toMatch(/^the user has paused this agent in Galley; nothing was/);
    expect(ran).toEqual([]);
    agents.setAccess("1", "write");
    expect((await call("1", "look")).ok).toBe(true);
  });

  test("when read-only: a write is held back in the file's turn, and work on books at once", async () => {
    const { agents, call } = agentsWith();
    agents.setAccess("1", "read");
    expect((await call("1", "look")).ok).toBe(true);
    expect((await call("1", "put")).message).toMatch(/has limited this agent to reading; nothing was changed/);
    expect((await call("1", "work")).error?.code).toBe("denied");
    expect(agents.list()[0]).toMatchObject({ access: "read", counts: { read: 1, wrote: 0, refused: 2 } });
  });

  test("stops a call that is already running: it writes nothing more", async () => {
    let go = () => {};
    const { agents, call } = agentsWith(async ({ guard }) => {
      await new Promise<void>((done) => {
        go = done;
      });
      const isAllowed = guard?.allows("/a.md", null) ?? true;
      return {
        ok: isAllowed,
        message: "m",
        summary: "s",
        ...(isAllowed ? {} : { error: { code: "denied", message: "m" } }),
      };
    });
    const answer = call("1", "put");
    await new Promise((after) => setImmediate(after));
    agents.setAccess("1", "paused");
    go();
    expect((await answer).message).toMatch(/has paused this agent/);
  });

  test("applies to the process, or over HTTP to the name, however the agent reconnects", async () => {
    const { agents } = agentsWith();
    agents.setAccess("1", "paused");
    agents.connected({ id: "2", name: "anna, renamed", roots: ["/"], kind: "mcp", process: "p1" });
    agents.connected({ id: "3", name: "anna", roots: ["/"], kind: "mcp", process: "p2" });
    expect(agents.list().map(({ access }) => access)).toEqual(["paused", "paused", "paused"]);
    agents.connected({ id: "h1", name: "web", roots: [], kind: "http" });
    agents.setAccess("h1", "read");
    agents.disconnected("h1");
    agents.connected({ id: "h2", name: "web", roots: [], kind: "http" });
    expect(agents.access("h2")).toBe("read");
  });

  test("applies to its name and folder, however the agent reconnects, but not to other folders or agents [A17]", async () => {
    const { agents, call, ran } = agentsWith();
    agents.connected({ id: "2", name: "anna", roots: ["/home/b"], kind: "mcp", process: "p2" });
    agents.setAccess("2", "paused");
    agents.disconnected("2");
    agents.connected({ id: "3", name: "anna", roots: ["/home/b/sub"], kind: "mcp", process: "p3" });
    agents.connected({ id: "4", name: "anna", roots: ["/home/b"], kind: "http" });
    agents.connected({ id: "5", name: "anna", roots: ["/home/bb"], kind: "mcp", process: "p5" });
    agents.connected({ id: "6", name: "ben", roots: ["/home/b"], kind: "mcp", process: "p6" });
    agents.connected({ id: "7", name: "anna", roots: ["/home/b"] });
    expect(["3", "4", "5", "6", "7"].map((id) => agents.access(id))).toEqual([
      ...["paused", "paused", "write", "write", "write"],
    ]);
    expect((await call("3", "put")).error?.code).toBe("denied");
    expect(ran).toEqual([]);
    // Resuming any of its connections resumes the agent.
    agents.setAccess("4", "write");
    expect(agents.access("3")).toBe("write");
  });

  test("keeps an agent that was blocked and started again blocked until the user allows it, and records its calls", async () => {
    const { agents, call } = agentsWith();
    agents.cutOff("1");
    agents.connected({ id: "2", name: "anna", roots: ["/"], kind: "mcp", process: "p2" });
    expect(agents.list()).toEqual([]);
    expect(agents.denial({ id: "2", process: "p2", name: "anna", roots: ["/"] }, "put")?.status).toBe("cut off");
    expect((await call("2", "put")).error?.code).toBe("denied");
    expect(agents.past()[0]).toMatchObject({ id: "2", access: "blocked", counts: { refused: 2 } });
    agents.setAccess("2", "write");
    expect(agents.list().map(({ id }) => id)).toEqual(["1", "2"]);
    expect(agents.record("2")?.events.map(({ what }) => what)).toEqual(["write", "blocked"]);
    expect((await call("2", "put")).ok).toBe(true);
  });

  test("on a blocked agent closes all its connections and rejects every new one", async () => {
    const { agents, ran, call } = agentsWith();
    agents.connected({ id: "2", name: "anna again", roots: ["/"], kind: "mcp", process: "p1" });
    agents.cutOff("1");
    expect(agents.list()).toEqual([]);
    expect(agents.denial({ id: "9", process: "p1", name: "new", roots: ["/"] }, "look")).toMatchObject({
      status: "cut off",
    });
    expect(agents.denial({ id: "9", process: "p3", name: "new", roots: ["/"] }, "look")).toBeNull();
    expect(agents.denial({ id: "9", process: "p2", name: "anna", roots: ["/"] }, "look")?.status).toBe("cut off");
    agents.connected({ id: "1", name: "anna", roots: ["/"], kind: "mcp", process: "p1" });
    expect((await call("1", "look")).message).toMatch(/has blocked this agent/);
    expect(ran).toEqual([]);
  });
});
