/** Agents as real child processes, from a question in the panel to the text on the disk. */
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Approval, CallCard, Part, Turn } from "../../../shared/conversation";
import { createTestAssistant, type TestAssistant, testKey } from "../assistant/testing/test-assistant";
import { createAgentConnections } from "./agent-connections";
import { type AgentProgram, ownAgents } from "./known-agents";
import { scriptedAgent } from "./testing/scripted-agents";

/** What only sessions and their comfort need is left to the long run; permissions, limits, reviews and what is written are not. */
const isLong = Boolean(process.env["GALLEY_LONG"]);

const opened: TestAssistant[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.end();
});

type Order = Record<string, unknown> & { do: string };
const orders = (...list: Order[]): string => list.map((order) => JSON.stringify(order)).join("\n");

/** An assistant that asks a scripted agent with this fault. */
async function withAgent(
  fault = "",
  options: Parameters<typeof createTestAssistant>[0] & { args?: readonly string[] } = {},
): Promise<TestAssistant & { id: string }> {
  const { args = [], ...rest } = options;
  const made = await createTestAssistant({
    agents: scriptedAgent("scripted-agent", fault || "none", ...args),
    ...rest,
  });
  opened.push(made);
  await made.assistant.setup.chooseAgent("own-scripted");
  return { ...made, id: made.begin() };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
/** A text of JSON in which the text itself is not found. */
const escaped = (text: string): string =>
  [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");

const words = ({ parts }: Turn): string => parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("");
const cards = ({ parts }: Turn): CallCard[] => parts.filter((part): part is CallCard => part.kind === "call");
const notes = ({ parts }: Turn): string[] => parts.flatMap((part: Part) => (part.kind === "note" ? [part.text] : []));

function approvalOf({ state }: Turn): Approval {
  if (state.status !== "approving") throw new Error(`the turn is ${state.status}`);
  return state.approval;
}

describe("a conversation with an agent", () => {
  it("streams its answer, thoughts, plan and calls, and shows its modes, options and commands", async () => {
    const { assistant, id, ask, page, folder } = await withAgent();
    const turn = await ask(
      id,
      orders(
        { do: "update", update: { sessionUpdate: "agent_thought_chunk", content: { type: "text", text: "Hm." } } },
        { do: "say", text: "Hello, " },
        { do: "say", text: "user." },
        {
          do: "update",
          update: {
            sessionUpdate: "plan",
            entries: [{ content: "Look", priority: "high", status: "in_progress" }],
          },
        },
        {
          do: "update",
          update: {
            sessionUpdate: "tool_call",
            toolCallId: "c1",
            title: "Read\nnotes",
            kind: "read",
            rawInput: { file: "notes.md" },
            locations: [{ path: "/etc/passwd" }, { path: join(folder, "notes.md"), line: 3 }],
          },
        },
        {
          do: "update",
          update: {
            sessionUpdate: "tool_call_update",
            toolCallId: "c1",
            status: "completed",
            content: [{ type: "content", content: { type: "text", text: "three lines" } }],
          },
        },
        {
          do: "update",
          update: { sessionUpdate: "usage_update", used: 1200, size: 200_000, cost: { amount: 0.25, currency: "USD" } },
        },
      ),
    );
    expect(turn).toMatchObject({ state: { status: "done" }, model: "Scripted", agent: "own-scripted" });
    expect(turn.usage.cost).toBe(0.25);
    expect(turn.parts.map(({ kind }) => kind)).toEqual(["thinking", "text", "plan", "call"]);
    expect(words(turn)).toBe("Hello, user.");
    expect(turn.parts[2]).toEqual({ kind: "plan", entries: [{ text: "Look", status: "in progress" }] });
    const place = { path: join(folder, "notes.md"), name: "notes.md", line: 3, address: null };
    expect(cards(turn)).toMatchObject([{ title: "Read notes", state: "done", place }]);
    expect(assistant.call(id, cards(turn)[0]?.id ?? "").result).toBe("three lines");
    expect(page(id)).toMatchObject({
      context: { used: 1200, limit: 200_000 },
      agent: { name: "Scripted", version: "1.2.3", modes: { current: "default" }, options: [{ current: "small" }] },
    });
    expect(page(id)?.agent?.commands).toEqual([{ name: "review", description: "Reviews\\u{202e} everything" }]);
    await assistant.agentSession(id).setMode("plan");
    await assistant.agentSession(id).setOption("model", "large");
    expect(page(id)?.agent).toMatchObject({ modes: { current: "plan" }, options: [{ current: "large" }] });
  });

  it("reads the live text, and its writes are hunks with its name that can be undone", async () => {
    const { id, ask, assistant, engine, folder, read } = await withAgent("", {
      files: { "notes.md": "# Notes\n\none\ntwo\n" },
    });
    const path = join(folder, "notes.md");
    const turn = await ask(
      id,
      orders(
        { do: "read", with: { path, line: 3, limit: 1 } },
        { do: "write", with: { path, content: "# Notes\n\none and a half\ntwo\n" } },
      ),
    );
    expect(words(turn)).toContain('{"content":"one\\n"}');
    expect(read("notes.md")).toBe("# Notes\n\none and a half\ntwo\n");
    const [write] = cards(turn).flatMap(({ writes }) => writes);
    const document = await engine.documents.read(path, [folder]);
    const review = await engine.review.of({ realPath: path, version: document.version, text: document.text });
    expect(JSON.stringify(review)).toContain("Scripted");
    expect(write).toMatchObject({ realPath: path, to: document.version });
    // What the user undoes, the next question says.
    assistant.decided({
      outcome: "undone",
      write: { id: write?.id ?? "", by: "Scripted", reason: "write", at: "2026-01-01T00:00:00Z" },
      hunk: `${write?.id}.0`,
      realPath: path,
      inserted: "and a half",
      removed: "",
    });
    expect(words(await ask(id, orders({ do: "prompt" })))).toContain("You had written: and a half");
  });

  it("keeps what the user typed since it read the text, and rejects a write over the same words", async () => {
    const { id, ask, folder, read, engine } = await withAgent("", {
      files: { "a.md": "one\n\ntwo\n", "b.md": "one\n" },
    });
    const [a, b] = [join(folder, "a.md"), join(folder, "b.md")];
    await ask(id, orders({ do: "read", with: { path: a } }, { do: "read", with: { path: b } }));
    const type = (path: string, content: string) =>
      engine.documents.change(path, [folder], {
        by: { kind: "you", name: "you" },
        reason: "autosave",
        asker: "person",
        edit: () => ({ content }),
      });
    await type(a, "one by the user\n\ntwo\n");
    await type(b, "one by the user\n");
    const turn = await ask(
      id,
      orders(
        { do: "write", with: { path: a, content: "one\n\ntwo by the agent\n" } },
        { do: "write", with: { path: b, content: "one by the agent\n" } },
      ),
    );
    expect(read("a.md")).toBe("one by the user\n\ntwo by the agent\n");
    expect(read("b.md")).toBe("one by the user\n");
    expect(words(turn)).toMatch(/error -32602: b\.md changed where you edit it since you read it; nothing was written/);
  });

  it("stays inside its folder, and writes over nothing that it has not read", async () => {
    const { id, ask, folder, read } = await withAgent("", { files: { "notes.md": "one\n" } });
    const outside = join(tmpdir(), `outside-${process.pid}.md`);
    const turn = await ask(
      id,
      orders(
        { do: "read", with: { path: "/etc/hostname" } },
        { do: "write", with: { path: outside, content: "x" } },
        { do: "write", with: { path: `${folder}/../data/x.md`, content: "x" } },
        { do: "write", with: { path: join(folder, "notes.md"), content: "mine" } },
        { do: "write", with: { path: join(folder, "new.md"), content: "mine\n" } },
      ),
    );
    expect(words(turn).match(/error -32602/g)).toHaveLength(4);
    expect(words(turn)).toContain("you have not read it in this session; nothing was written");
    expect(existsSync(outside)).toBe(false);
    expect(read("notes.md")).toBe("one\n");
    expect(read("new.md")).toBe("mine\n");
  });

  it("asks for its permissions with the words that would change, and gets the user's own answer", async () => {
    const { assistant, id, until, ended, folder } = await withAgent();
    const path = join(folder, "notes.md");
    const asks = (call: Record<string, unknown>) =>
      orders({ do: "ask", call: { toolCallId: "c", title: "Edit", ...call } });
    const answer = (approval: string, option: string, allow: boolean) =>
      assistant.approvals.answer({
        conversation: id,
        approval,
        decision: allow ? { allow, scope: "once", option } : { allow, note: "", option },
      });

    await assistant.send(id, asks({ rawInput: { file_path: path, old_string: "one", new_string: "two" } }), []);
    const first = approvalOf(await until(id, ({ state }) => state.status === "approving"));
    expect(first).toMatchObject({ agent: "Scripted", kinds: ["edit"], scopes: ["once"], about: [] });
    expect(first.options?.map(({ id: option, kind }) => [option, kind])).toEqual([
      ["yes", "allow"],
      ["always", "allow always"],
      ["no", "refuse"],
    ]);
    expect(first.writes[0]?.diff).toContain("-one\n+two");
    await expect(answer(first.id, "nonsense", true)).rejects.toThrow("doesn't offer");
    await answer(first.id, "always", true);
    expect(words(await ended(id))).toBe("answer: always");

    const diff = { type: "diff", path: "/etc/hosts", oldText: "a", newText: "b" };
    await assistant.send(id, asks({ content: [diff] }), []);
    const second = approvalOf(await until(id, ({ state }) => state.status === "approving"));
    expect(second.about.join()).toContain("outside this folder");
    await answer(second.id, "no", false);
    const refused = await ended(id);
    expect(words(refused)).toBe("answer: no");
    expect(cards(refused)[0]?.state).toBe("denied");

    await assistant.send(id, asks({ title: "Run", rawInput: { command: "rm -r /" } }), []);
    const third = approvalOf(await until(id, ({ state }) => state.status === "approving"));
    expect(third).toMatchObject({ kinds: [], writes: [], about: ["It would run: rm -r /"] });
    await assistant.stop(id);
    expect((await ended(id)).state.status).toBe("stopped");
  });

  it("replies to the threads that the question names without asking, and asks once for other calls that change no text", async () => {
    const { assistant, id, until, ended } = await withAgent();
    const call = (n: number, tool: string, rawInput: object) => ({
      do: "ask",
      call: { toolCallId: `c${n}`, title: `mcp__galley__${tool}`, rawInput },
    });
    const reply = { action: "reply", thread: "c_2xdh67i3kk", text: "So." };
    const list = { action: "list", path: "notes.md" };
    const asked: string[] = [];
    const question = `About\n\n- c_2xdh67i3kk (line 3)\n\n${orders(
      call(1, "comments", reply),
      call(2, "comments", { ...reply, resolve: true }),
      call(3, "comments", { ...reply, thread: "c_another000" }),
      call(4, "comments", list),
      call(5, "comments", list),
      call(6, "doc_read", { file: "notes.md" }),
      call(7, "text_editor", { action: "patch", path: "notes.md", old_text: "one", new_text: "two" }),
    )}`;
    // The user names one thread; the other one is only in what the agent is ordered to do.
    await assistant.send(id, question.replaceAll("c_another000", escaped("c_another000")), []);
    for (let last = ""; ; ) {
      const turn = await until(
        id,
        ({ state }) => state.status === "done" || (state.status === "approving" && state.approval.id !== last),
      );
      if (turn.state.status !== "approving") break;
      const approval = approvalOf(turn);
      last = approval.id;
      const options = (approval.options ?? []).map(({ id: option }) => option);
      asked.push(`${approval.call.split("-").at(-1)} ${options.length}`);
      const forAnswer = options.find((option) => option.startsWith("galley"));
      const option = approval.call.endsWith("-6") && forAnswer !== undefined ? forAnswer : "yes";
      await assistant.approvals.answer({
        conversation: id,
        approval: approval.id,
        decision: { allow: true, scope: "once", option },
      });
    }
    // By the index of the card: not the reply (0), and the list (6, 8) once. The edit (12) cannot be allowed for the answer.
    expect(asked).toEqual(["2 4", "4 4", "6 4", "10 4", "12 3"]);
    expect(words(await ended(id))).toBe("answer: yes".repeat(7));
  });

  it("shows a permission again if the document changes before the answer", async () => {
    const { assistant, id, until, folder, engine } = await withAgent();
    const path = join(folder, "notes.md");
    const call = { toolCallId: "c", title: "Edit", rawInput: { path, old_string: "one", new_string: "two" } };
    await assistant.send(id, orders({ do: "ask", call }), []);
    const first = approvalOf(await until(id, ({ state }) => state.status === "approving"));
    await engine.documents.change(path, [folder], {
      by: { kind: "you", name: "you" },
      reason: "autosave",
      edit: () => ({ content: "# Other\n\none\n" }),
    });
    const again = approvalOf(
      await until(id, ({ state }) => state.status === "approving" && state.approval.id !== first.id),
    );
    expect(again.notice).toContain("changed since you were asked");
    expect(again.writes[0]?.diff).toContain(" # Other");
  });

  it("is reviewed by what it wrote, whatever its permission claimed", async () => {
    const { assistant, id, until, ended, folder, engine } = await withAgent();
    const path = join(folder, "notes.md");
    const call = { toolCallId: "c", title: "Edit", rawInput: { path, old_string: "one", new_string: "two" } };
    const write = { do: "write", with: { path, content: "# Notes\n\nthree\n" } };
    await assistant.send(id, orders({ do: "read", with: { path } }, { do: "ask", call }, write), []);
    const { id: approval, writes } = approvalOf(await until(id, ({ state }) => state.status === "approving"));
    expect(writes[0]?.diff).toContain("+two");
    const decision = { allow: true, scope: "once", option: "yes" } as const;
    await assistant.approvals.answer({ conversation: id, approval, decision });
    await ended(id);
    const { version, text } = await engine.documents.read(path, [folder]);
    const review = JSON.stringify(await engine.review.of({ realPath: path, version, text }));
    expect(review).toContain('"three"');
    expect(review).not.toContain('"two"');
  });

  it.runIf(isLong)("goes on in several conversations at once, each in a session of its own", async () => {
    const { assistant, id, begin, until, ask, ended } = await withAgent();
    const other = begin();
    await assistant.send(id, orders({ do: "say", text: "Working" }, { do: "wait" }), []);
    await until(id, (turn) => words(turn) === "Working");
    expect(words(await ask(other, "Hello"))).toBe("You said: Hello");
    expect(assistant.agentSession(id).connection).toBe(assistant.agentSession(other).connection);
    await assistant.stop(id);
    expect((await ended(id)).state.status).toBe("stopped");
    await assistant.remove(id);
    expect(words(await ask(other, "Again"))).toBe("You said: Again");
  });

  it("shows the edits of its own conversation only, also those that it makes with Galley's tools", async () => {
    const { assistant, acp, id, begin, until, ask, ended, folder, read } = await withAgent();
    const other = begin();
    await assistant.send(other, orders({ do: "say", text: "Working" }, { do: "wait" }), []);
    await until(other, (turn) => words(turn) === "Working");
    const path = join(folder, "new.md");
    const written = (turn: Turn) => cards(turn).flatMap(({ writes }) => writes.map(({ realPath }) => realPath));
    expect(written(await ask(id, orders({ do: "write", with: { path, content: "one" } })))).toEqual([path]);
    const patch = (tools: ReturnType<typeof acp.tools>, from: string, to: string) =>
      tools?.run({
        name: "text_editor",
        arguments: { action: "patch", path: "new.md", old_text: from, new_text: to },
        description: "",
      });
    const tools = acp.tools(assistant.agentSession(other).secret);
    expect(await patch(tools, "one", "two")).toMatchObject({ ok: true });
    // This one is not being asked: it may read, and writes nothing until it is.
    const idle = acp.tools(assistant.agentSession(id).secret);
    expect(await patch(idle, "two", "three")).toMatchObject({ ok: false, error: { code: "denied" } });
    expect(
      await idle?.run({ name: "text_editor", arguments: { action: "read", path: "new.md" }, description: "" }),
    ).toMatchObject({ ok: true });
    await assistant.stop(other);
    expect(written(await ended(other))).toEqual([path]);
    expect(written(assistant.open(id).turns[0] as Turn)).toHaveLength(1);
    expect(await patch(tools, "two", "three")).toMatchObject({ ok: false });
    expect(read("new.md")).toBe("two");
    const { secret } = assistant.agentSession(other);
    await assistant.remove(other);
    expect([acp.tools(secret), acp.tools("")]).toEqual([null, null]);
  });

  it("may only read in a conversation that the user has made read-only", async () => {
    const { assistant, acp, id, until, ask, ended, folder, read, page } = await withAgent();
    assistant.recipients.setReadOnly(id, true);
    expect(page(id)?.isReadOnly).toBe(true);
    const path = join(folder, "notes.md");
    const edit = {
      toolCallId: "c",
      title: "Edit",
      rawInput: { file_path: path, old_string: "one", new_string: "two" },
    };
    const turn = await ask(
      id,
      orders(
        { do: "prompt" },
        { do: "read", with: { path } },
        { do: "write", with: { path, content: "mine" } },
        { do: "ask", call: edit },
        { do: "update", update: { sessionUpdate: "tool_call_update", toolCallId: "c", status: "failed" } },
      ),
    );
    expect(words(turn)).toContain("has made this conversation in Galley read-only");
    expect(words(turn)).toContain("# Notes");
    expect(words(turn)).toContain("the user has made this conversation read-only; nothing was written");
    expect(words(turn)).toContain("answer: no");
    expect(cards(turn).map(({ state }) => state)).toEqual(["denied"]);

    await assistant.send(id, orders({ do: "say", text: "Working" }, { do: "wait" }), []);
    await until(id, (now) => words(now) === "Working");
    const tools = acp.tools(assistant.agentSession(id).secret);
    const run = (given: Record<string, unknown>) =>
      tools?.run({ name: "text_editor", arguments: { path: "notes.md", ...given }, description: "" });
    expect(await run({ action: "patch", old_text: "one", new_text: "two" })).toMatchObject({
      ok: false,
      message: expect.stringContaining("read-only"),
    });
    expect(await run({ action: "read" })).toMatchObject({ ok: true });
    // Comments change no text.
    const comment = { action: "add", path: "notes.md", quote: "one", text: "Which one?" };
    expect(await tools?.run({ name: "comments", arguments: comment, description: "" })).toMatchObject({ ok: true });
    expect(read("notes.md")).toBe("# Notes\n\none\n");
    // It holds from now on, and the answer goes on.
    assistant.recipients.setReadOnly(id, false);
    expect(await run({ action: "patch", old_text: "one", new_text: "two" })).toMatchObject({ ok: true });
    await assistant.stop(id);
    await ended(id);
    expect(read("notes.md")).toBe("# Notes\n\ntwo\n");
  });

  it.runIf(isLong)("gets images and attached texts in the way that it takes them", async () => {
    const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
    const prompted = async (fault: string): Promise<Turn> => {
      const { assistant, id, ended } = await withAgent(fault);
      const image = assistant.addImage(id, { name: "a.png", bytes, width: 10, height: 10 });
      await assistant.send(id, orders({ do: "prompt" }), [{ kind: "file", path: "notes.md" }, image]);
      return ended(id);
    };
    const blocks: unknown[] = JSON.parse(words(await prompted("embeds")));
    expect(blocks).toMatchObject([
      { type: "resource", resource: { text: "# Notes\n\none\n" } },
      { type: "image", mimeType: "image/png", data: Buffer.from(bytes).toString("base64") },
      { type: "text" },
    ]);
    const { state } = await prompted("");
    expect(state).toMatchObject({ status: "failed", why: { message: "Scripted does not accept images." } });
  });

  it("announces what the agent is about to write by itself", async () => {
    const { id, ask, folder, announced } = await withAgent();
    const path = join(folder, "notes.md");
    const content = [{ type: "diff", path, oldText: "one", newText: "two" }];
    const update = { sessionUpdate: "tool_call", toolCallId: "e", title: "Edit", kind: "edit", content };
    await ask(id, orders({ do: "update", update }));
    expect(announced).toMatchObject([
      // Any command of its own may write while it answers.
      { agent: "Scripted", folder, call: "turn", status: "running", edits: [] },
      { agent: "Scripted", folder, call: "e", edits: [{ path, before: "one", after: "two" }] },
    ]);
  });
});

describe("Stop", () => {
  it("takes effect at once, and nothing is written or shown afterwards", async () => {
    const { assistant, id, until, ask, folder, read } = await withAgent();
    const path = join(folder, "new.md");
    await assistant.send(
      id,
      orders({ do: "say", text: "Working" }, { do: "wait", writes: { path, content: "late" } }),
      [],
    );
    await until(id, (turn) => words(turn) === "Working");
    const began = performance.now();
    await assistant.stop(id);
    expect(performance.now() - began).toBeLessThan(1000);
    const [stopped] = assistant.open(id).turns;
    expect(stopped?.state).toEqual({ status: "stopped" });
    // The same session answers the next question.
    expect(words(await ask(id, "again"))).toBe("You said: again");
    expect(words(assistant.open(id).turns[0] as Turn)).toBe("Working");
    expect(() => read("new.md")).toThrow("ENOENT");
  });
});

describe("an agent that fails", () => {
  it("is named with its last message if it ends at the start", async () => {
    const { id, ask } = await withAgent("die");
    const { state } = await ask(id, "Hello");
    expect(state).toMatchObject({
      status: "failed",
      why: { message: "Scripted ended unexpectedly (3).", hint: "Its last message was: fatal: no licence found" },
    });
  });

  it("shows no keys of what it writes to standard error, in the log or in the conversation", async () => {
    const own = "sk-own-0123456789abcdef";
    vi.stubEnv("ACME_API_KEY", own);
    const { id, ask, locationsWith } = await withAgent();
    vi.unstubAllEnvs();
    const turn = await ask(id, `{"do":"die","text":"keys ${[testKey, own].map(escaped).join(" ")}"}`);
    expect(turn.state).toMatchObject({ status: "failed", why: { hint: expect.stringContaining("keys [key] [key]") } });
    for (const key of [testKey, own]) expect(locationsWith(key)).toEqual([]);
  });

  it("is ended if it does not answer at the start", async () => {
    const { id, ask } = await withAgent("hang", { patience: { start: 300, session: 300 } });
    const { state } = await ask(id, "Hello");
    expect(state).toMatchObject({
      status: "failed",
      why: { message: expect.stringContaining("has not answered for") },
    });
  });

  it("is ended if it sends a message of more than 8 MB, at the start or later", async () => {
    const start = await withAgent("flood");
    expect((await start.ask(start.id, "Hello")).state).toMatchObject({ why: { code: "too_large" } });
    const later = await withAgent();
    const turn = await later.ask(
      later.id,
      orders({ do: "say", text: "First" }, { do: "big", bytes: 100_000_000 }, { do: "wait" }),
    );
    expect(turn.state).toMatchObject({ status: "failed", why: { code: "too_large" } });
    expect(words(turn)).toBe("First");
  });

  it.runIf(isLong)("is started again with the next question after it died, and says that it begins again", async () => {
    const { id, ask } = await withAgent();
    const died = await ask(id, orders({ do: "say", text: "Now" }, { do: "die" }));
    expect(died.state).toMatchObject({
      status: "failed",
      why: { message: "Scripted ended unexpectedly (7).", hint: "Its last message was: I give up" },
    });
    const next = await ask(id, "Hello");
    expect(words(next)).toBe("You said: Hello");
    expect(notes(next)).toEqual(["Scripted does not know the conversation above: it began a new session."]);
  });

  it("says what is missing: the program, another version of the protocol, a login", async () => {
    const gone = await withAgent("", { agents: "Scripted = no-such-program-anywhere" });
    expect((await gone.ask(gone.id, "Hello")).state).toMatchObject({
      why: { message: "The command of Scripted was not found." },
    });
    const other = await withAgent("version");
    expect((await other.ask(other.id, "Hello")).state).toMatchObject({
      why: { message: expect.stringContaining("speaks version 99") },
    });
    const out = await withAgent("login");
    expect((await out.ask(out.id, "Hello")).state).toMatchObject({
      why: { code: "denied", message: "You are not logged in to Scripted." },
    });
    const { agents } = await out.assistant.setup.publicSetup();
    const own = agents.find(({ id }) => id === "own-scripted");
    expect(own).toMatchObject({ version: "1.2.3", logins: [{ id: "browser", command: null }, { id: "terminal" }] });
    expect(own?.logins[1]?.command).toMatch(/--login$/);
    await expect(out.assistant.logIn("own-scripted", out.folder, "terminal")).rejects.toThrow("needs a terminal");
    await out.assistant.logIn("own-scripted", out.folder, "browser");
    expect(words(await out.ask(out.id, "Hello"))).toBe("You said: Hello");
  });

  it("ends a turn in the sentence that the agent reports", async () => {
    const { id, ask } = await withAgent();
    const { state } = await ask(id, orders({ do: "error", message: "out\nof\u202e tokens" }));
    expect(state).toMatchObject({
      status: "failed",
      why: { message: "Scripted reported an error: out of\\u{202e} tokens" },
    });
    expect((await ask(id, orders({ do: "end", reason: "refusal" }))).state).toMatchObject({ status: "limited" });
  });
});

describe("bounds", () => {
  it.runIf(isLong)("keep ten thousand updates a second from the window, and show the last state of each", async () => {
    const { id, ask, events } = await withAgent();
    const update = {
      sessionUpdate: "tool_call",
      toolCallId: "same",
      title: "Step %",
      kind: "other",
      status: "in_progress",
    };
    const before = events.length;
    const turn = await ask(id, orders({ do: "many", times: 10_000, update }));
    expect(cards(turn)).toMatchObject([{ title: "Step 9999" }]);
    expect(events.length - before).toBeLessThan(1000);
  });

  it("end a turn with too many calls or too much text, and nothing more is shown", async () => {
    const { id, ask } = await withAgent();
    const update = { sessionUpdate: "tool_call", toolCallId: "%", title: "Step %" };
    const calls = await ask(id, orders({ do: "many", times: 2100, update }));
    expect(calls.state).toMatchObject({
      status: "limited",
      why: { message: expect.stringContaining("more than Galley shows") },
    });
    expect(cards(calls)).toHaveLength(2000);
    const piece = { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "x".repeat(1_000_000) } };
    const text = await ask(id, orders({ do: "many", times: 6, update: piece }));
    expect(text.state.status).toBe("limited");
    expect(words(text)).toHaveLength(4_000_000);
  });

  it("give the process a clean environment, and end it with what it started", async () => {
    process.env["GALLEY_TEST_SECRET"] = "1";
    const made = await withAgent("environment");
    const path = join(made.dataDir, "pid");
    await made.ask(made.id, orders({ do: "spawn", path }, { do: "say", text: "spawned" }));
    const pid = () => Number(existsSync(path) && readFileSync(path, "utf8"));
    await expect.poll(pid).toBeGreaterThan(0);
    opened.splice(opened.indexOf(opened.at(-1) as TestAssistant), 1);
    await made.assistant.close();
    await expect.poll(() => isRunning(pid())).toBe(false);
    const variables = made.logged.join("\n");
    expect(variables).toContain("PATH");
    expect(variables).not.toMatch(/GALLEY_TEST_SECRET|ELECTRON/);
    delete process.env["GALLEY_TEST_SECRET"];
    await made.end();
  });

  it("hold back an agent that the user has limited to reading or paused", async () => {
    const { id, ask, agents, folder, assistant } = await withAgent();
    const path = join(folder, "new.md");
    await ask(id, "Hello");
    agents.setAccess(agents.past()[0]?.id ?? "", "read");
    const turn = await ask(id, orders({ do: "write", with: { path, content: "x" } }));
    expect(words(turn)).toMatch(/error -32602: the user has limited this agent to reading/);
    expect(existsSync(path)).toBe(false);
    agents.setAccess(agents.past()[0]?.id ?? "", "paused");
    await expect(assistant.send(id, "Hello", [])).rejects.toThrow("You have paused or blocked Scripted.");
  });
});

describe("a later start of Galley", () => {
  it.runIf(isLong)("shows the conversation again, and says so if the agent cannot continue", async () => {
    const first = await withAgent();
    await first.ask(first.id, "Hello");
    const second = await first.restart("close");
    opened.splice(0, 1, second);
    expect(words(second.assistant.open(first.id).turns[0] as Turn)).toBe("You said: Hello");
    const next = await second.ask(first.id, "Again");
    expect(words(next)).toBe("You said: Again");
    expect(notes(next)).toEqual(["Scripted does not know the conversation above: it began a new session."]);
  });

  it.runIf(isLong)(
    "resumes a session that the agent still knows, and begins another for one that it has forgotten",
    async () => {
      const first = await withAgent("resume");
      await first.ask(first.id, "Hello");
      const second = await first.restart("close");
      opened.splice(0, 1, second);
      expect(notes(await second.ask(first.id, "Again"))).toEqual([]);
      await second.ask(first.id, orders({ do: "forget" }));
      const third = await second.restart("close");
      opened.splice(0, 1, third);
      expect(notes(await third.ask(first.id, "And again"))).toHaveLength(1);
    },
  );

  it.runIf(isLong)(
    "goes on in a session that began elsewhere, which the user picks from the agent's own list",
    async () => {
      const { assistant, id, ask, begin, page } = await withAgent("resume");
      expect(await assistant.pastSessions(id)).toEqual([
        { id: "from-a-terminal", title: "Fix\\u{202e} the notes", updatedAt: "2026-11-20T10:00:00Z" },
        { id: "unnamed", title: "", updatedAt: null },
      ]);
      assistant.continueSession(id, { session: "from-a-terminal", title: "Fix the notes" });
      const turn = await ask(id, "Go on");
      expect(notes(turn)).toEqual([
        "This continues a session of Scripted that began elsewhere. Its earlier messages are not shown here.",
      ]);
      expect(page(id)?.title).toBe("Fix the notes");
      const other = begin();
      expect((await assistant.pastSessions(other))?.map((session) => session.id)).toEqual(["unnamed"]);
      expect(() => assistant.continueSession(other, { session: "from-a-terminal", title: "x" })).toThrow("only in one");
      expect(() => assistant.continueSession(id, { session: "unnamed", title: "x" })).toThrow("new conversation");
      const without = await withAgent();
      expect(await without.assistant.pastSessions(without.id)).toBeNull();
    },
  );

  it.runIf(isLong)("takes nothing that a continued session sends again", async () => {
    const first = await withAgent("load");
    await first.ask(first.id, "Hello");
    const second = await first.restart("close");
    opened.splice(0, 1, second);
    const next = await second.ask(first.id, "Again");
    expect(words(next)).toBe("You said: Again");
    expect(notes(next)).toEqual([]);
  });
});

it.runIf(isLong)("an agent whose command the user changed is started with the new one", async () => {
  const connections = createAgentConnections(
    { version: "1.0.0", env: process.env, dataDir: tmpdir(), log: () => {}, clean: String },
    () => {},
  );
  const program = (...args: string[]) => ownAgents(scriptedAgent("scripted-agent", "none", ...args))[0] as AgentProgram;
  const first = await connections.to(program(), tmpdir());
  expect(await connections.to(program(), tmpdir())).toBe(first);
  expect(await connections.to(program("changed"), tmpdir())).not.toBe(first);
  await connections.close();
});
