import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { version } from "../../../package.json";
import { type CliFixture, createCliFixture, type GalleyProcess } from "../cli/testing/galley-process";
import type { Envelope } from "../engine/ports/caller";
import { type LocalApp, serveLocal } from "./local-socket-server";
import type { HandClient } from "./testing/hand-client";

const isLong = Boolean(process.env.GALLEY_LONG);
if (isLong) vi.setConfig({ testTimeout: 600_000 });

let fixture: CliFixture;

beforeEach(async () => {
  fixture = await createCliFixture();
});
afterEach(() => fixture.remove());

const textOf = (name: string) => readFile(join(fixture.root, name), "utf8");
const put = (name: string, text: string) => writeFile(join(fixture.root, name), text);
const edit = (client: HandClient, given: Record<string, unknown>) => client.callTool("text_editor", given);
const ended = (child: GalleyProcess) => new Promise<number | null>((done) => child.once("exit", done));

/** Resident memory in MiB; 0 if the system does not report it. */
const memoryOf = async ({ pid }: GalleyProcess): Promise<number> => {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return 0;
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(await readFile(status, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
};

describe("clients of both protocol versions", () => {
  test.each(["legacy", "auto"] as const)("a client of the protocol's own library lists and calls: %s", async (mode) => {
    const { command, args } = fixture.galley;
    const transport = new StdioClientTransport({
      command,
      args: [...args, "mcp", "--root", fixture.root],
      env: fixture.env as Record<string, string>,
      stderr: "ignore",
    });
    const client = new Client(
      { name: "library", version: "1" },
      { versionNegotiation: { mode }, capabilities: { experimental: { "galley/structured": {} } } },
    );
    await client.connect(transport);
    expect(client.getNegotiatedProtocolVersion()).toBe(mode === "legacy" ? "2025-11-25" : "2026-07-28");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).slice(0, 3)).toEqual(["text_editor", "office_artifact", "doc_toc"]);
    const written = await client.callTool({
      name: "text_editor",
      arguments: { action: "write", path: "a b.md", content: "one\ntwo\n" },
    });
    expect(written.isError).toBeFalsy();
    const patched = await client.callTool({
      name: "text_editor",
      arguments: { action: "patch", path: "a b.md", edits: [{ from: 2, to: 2, content: "zwei" }] },
    });
    expect(patched).toMatchObject({ structuredContent: { action: "patch", path: "a b.md" } });
    const rejected = await client.callTool({ name: "text_editor", arguments: { action: "read", path: "../x" } });
    expect(rejected).toMatchObject({ isError: true, structuredContent: { error: { code: "outside_workspace" } } });
    expect(await textOf("a b.md")).toBe("one\nzwei\n");
    await client.close();
  });

  const handshakes = isLong ? ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] : ["2024-11-05", "2025-06-18"];
  test.each(handshakes)("a handshake of %s", async (protocolVersion) => {
    const { client, process: child } = fixture.startMcp();
    const { result } = await client.initialize("old", protocolVersion);
    expect(result).toMatchObject({ protocolVersion, serverInfo: { name: "galley", version } });
    expect((await client.request("tools/list")).result?.tools).not.toHaveLength(0);
    const gone = ended(child);
    client.end();
    expect(await gone).toBe(0);
    expect(client.rubbish).toEqual([]);
  });
});

describe("malformed input", () => {
  test("whatever a client sends, it is answered or ignored, and the session continues", async () => {
    const { client, process: child } = fixture.startMcp();
    await client.initialize();
    const before = await memoryOf(child);
    const member = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom("2.0", "tools/call", "tools/list", "initialize", "ping"),
    );
    const line = fc.oneof(
      fc.array(fc.nat(0xffff), { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
      fc.json({ maxDepth: 3 }),
      fc
        .record(
          { jsonrpc: fc.constantFrom("2.0", "1.0"), id: member, method: member, params: member },
          { requiredKeys: [] },
        )
        .map((it) => JSON.stringify(it)),
      fc
        .record(
          { name: fc.oneof(fc.constant("text_editor"), fc.string()), arguments: member, _meta: member },
          { requiredKeys: [] },
        )
        .map((params) => JSON.stringify({ jsonrpc: "2.0", id: "fuzz", method: "tools/call", params })),
    );
    const lines = fc.sample(line, isLong ? 100_000 : 1_000);
    for (const [index, text] of lines.entries()) {
      client.write(`${text.replaceAll("\n", " ")}\n`);
      if (index % 500 === 499) await client.request("ping");
    }
    client.write(Buffer.from([0xc3, 0x28, 0x0a]));
    expect((await client.request("ping")).result).toEqual({});
    expect(client.rubbish).toEqual([]);
    expect((await memoryOf(child)) - before).toBeLessThan(150);
    expect(child.exitCode).toBeNull();
    expect(await readdir(fixture.root)).toEqual([]);
  });

  test("a document of 20 MiB is accepted, a message beyond the limit is rejected, and memory stays bounded", async () => {
    const { client, process: child } = fixture.startMcp();
    await client.initialize();
    const content = `${"x".repeat(1023)}\n`.repeat(20 * 1024);
    expect((await edit(client, { action: "write", path: "large.txt", content })).result?.isError).toBeFalsy();
    expect(await textOf("large.txt")).toBe(content);
    const chunk = Buffer.alloc(1024 * 1024, "x");
    client.write('{"jsonrpc":"2.0","id":"huge","method":"tools/call","params":{"name":"');
    for (let sent = 0; sent < 200; sent++) {
      client.write(chunk);
      await new Promise((after) => setImmediate(after));
    }
    client.write('"}}\n');
    expect((await client.request("ping")).result).toEqual({});
    expect(client.answers.filter(({ error }) => error !== undefined)).toMatchObject([
      { id: null, error: { code: -32600 } },
    ]);
    expect(await memoryOf(child)).toBeLessThan(900);
  });

  test("half a message at the end is answered, then the process exits normally", async () => {
    const { client, process: child } = fixture.startMcp();
    const gone = ended(child);
    client.write('\uFEFF{"jsonrpc":"2.0","id":1,"met');
    client.end();
    expect(await gone).toBe(0);
    expect(client.answers).toMatchObject([{ id: null, error: { code: -32700 } }]);
  });
});

describe("many clients at once", () => {
  const clients = isLong ? 16 : 3;
  const rounds = isLong ? 50 : 8;

  /** On a busy machine a call may time out waiting for its turn: nothing was changed, and it is made again. */
  async function editPatiently(...call: Parameters<typeof edit>): ReturnType<typeof edit> {
    const answer = await edit(...call);
    return JSON.stringify(answer.result ?? null).includes('"code":"timeout"') ? editPatiently(...call) : answer;
  }

  test("on one file lose no update and get no other's answer", async () => {
    await put("list.md", "start\nend\n");
    const hands = Array.from({ length: clients }, () => fixture.startMcp().client);
    await Promise.all(
      hands.map(async (client, who) => {
        await client.initialize(`client ${who}`);
        for (let round = 0; round < rounds; round++) {
          const mark = `client ${who} round ${round}`;
          const patch = { action: "patch", path: "list.md", old_text: "\nend", new_text: `\n${mark}\nend` };
          const { result } = await editPatiently(client, patch);
          expect(result).toMatchObject({ content: [{ text: expect.stringContaining(mark) }, {}] });
        }
      }),
    );
    const lines = (await textOf("list.md")).trimEnd().split("\n");
    const expected = hands.flatMap((_, who) =>
      Array.from({ length: rounds }, (_, round) => `client ${who} round ${round}`),
    );
    expect(lines.slice(1, -1).sort()).toEqual(expected.sort());
    expect(hands.flatMap(({ rubbish }) => rubbish)).toEqual([]);
  });

  test("on their own files, with equal ids and all calls at once, get their own answers [A17]", async () => {
    const hands = Array.from({ length: clients }, () => fixture.startMcp().client);
    await Promise.all(
      hands.map(async (client, who) => {
        await client.initialize();
        const files = Array.from({ length: rounds }, (_, file) => `${who}-${file}.md`);
        await Promise.all(
          files.map((path) => editPatiently(client, { action: "write", path, content: `I am ${path}` })),
        );
        const read = await Promise.all(files.map((path) => editPatiently(client, { action: "read", path })));
        read.forEach(({ result }, file) => {
          expect(result).toMatchObject({
            structuredContent: { path: files[file] },
            content: [{ text: expect.stringContaining(`I am ${files[file]}`) }, {}],
          });
        });
      }),
    );
    expect(await readdir(fixture.root)).toHaveLength(clients * rounds);
  });

  test("of whole-file writes based on the same version exactly one lands", async () => {
    await put("one.md", "base\n");
    const hands = await Promise.all(
      Array.from({ length: clients }, async () => {
        const { client } = fixture.startMcp();
        await client.initialize();
        await edit(client, { action: "read", path: "one.md" });
        return client;
      }),
    );
    const results = await Promise.all(
      hands.map((client, who) => edit(client, { action: "write", path: "one.md", content: `writer ${who}\n` })),
    );
    const landed = results.flatMap(({ result }, who) => (result?.isError ? [] : [`writer ${who}\n`]));
    expect(landed).toEqual([await textOf("one.md")]);
    for (const { result } of results.filter((one) => one.result?.isError)) {
      expect(result).toMatchObject({ structuredContent: { error: { code: "stale" } } });
    }
  });
});

describe("the end of a session", () => {
  test("when the client closes its side, its calls are finished and answered", async () => {
    const { client, process: child } = fixture.startMcp();
    await client.initialize();
    const ids = ["a.md", "b.md", "c.md"].map((path) =>
      client.send("tools/call", { name: "text_editor", arguments: { action: "write", path, content: path } }),
    );
    const gone = ended(child);
    client.end();
    expect(await gone).toBe(0);
    await client.ended;
    for (const id of ids) expect((await client.answer((one) => one.id === id)).result?.isError).toBeFalsy();
    expect((await readdir(fixture.root)).sort()).toEqual(["a.md", "b.md", "c.md"]);
  });

  test("a client that disappears during calls leaves complete files and no process", async () => {
    const old = "old\n".repeat(100_000);
    const fresh = "new\n".repeat(1_000_000);
    for (const round of isLong ? [0, 1, 2, 3, 4] : [1]) {
      await put("big.md", old);
      const { client, process: child } = fixture.startMcp();
      await client.initialize();
      client.send("tools/call", {
        name: "text_editor",
        arguments: { action: "write", path: "big.md", content: fresh },
      });
      await new Promise((after) => setTimeout(after, round * 15));
      const gone = ended(child);
      child.stdin.destroy();
      child.stdout.destroy();
      child.stderr.destroy();
      await gone;
      expect([old, fresh]).toContain(await textOf("big.md"));
      expect(await readdir(fixture.root)).toEqual(["big.md"]);
    }
  });

  const signals = isLong ? (["SIGTERM", "SIGINT", "SIGHUP"] as const) : (["SIGTERM"] as const);
  test.skipIf(process.platform === "win32").each(signals)("%s ends it well", async (signal) => {
    const { client, process: child } = fixture.startMcp();
    await client.initialize();
    const gone = ended(child);
    child.kill(signal);
    expect(await gone).toBe(0);
  });
});

describe("beside a running app", () => {
  const serveApp = async (run: LocalApp["run"]) => {
    const diary: string[] = [];
    const app: LocalApp = {
      version,
      accepts: (roots) => roots.includes(fixture.root),
      run,
      open: async () => ({ ok: true }),
      connected: ({ name, kind }) => diary.push(`+ ${name}, ${kind}`),
      disconnected: () => diary.push("-"),
      called: (_id, description) => diary.push(description),
    };
    const server = await serveLocal({ dataDir: fixture.dataDir, app, graceMs: 50 });
    if (server.status !== "serving") throw new Error(server.status);
    return { server, diary };
  };
  const answer = (message: string): Envelope => ({ ok: true, message, summary: "s", data: {} });
  const textIn = async (call: Promise<{ result?: Record<string, unknown> }>) => {
    const { content } = (await call).result as { content: { text: string }[] };
    return content[0]?.text ?? "";
  };
  const until = async (isSo: () => boolean) => {
    for (let tries = 0; !isSo() && tries < 4000; tries++) await new Promise((after) => setTimeout(after, 10));
    expect(isSo()).toBe(true);
  };

  test("the user sees the client by its name before its first call, and calls follow the app as it starts and quits", async () => {
    await put("a.md", "on disk");
    const read = { action: "read", path: "a.md" };
    const { client } = fixture.startMcp();
    await client.initialize("Claude Code");
    expect(await textIn(edit(client, read))).toContain("on disk");

    const { server, diary } = await serveApp(async () => answer("unsaved typing"));
    await until(() => diary.length > 0);
    expect(await textIn(edit(client, read))).toBe("unsaved typing");
    expect(diary).toEqual(["+ Claude Code, mcp", "text_editor read a.md"]);
    await server.close();
    expect(await textIn(edit(client, read))).toContain("on disk");
  });

  test("if the app dies during a call, a read is repeated, and for a write the client gets an error that says so", async () => {
    await put("a.md", "on disk");
    const running = new Set<string>();
    const { server } = await serveApp(({ arguments: given }) => {
      running.add((given as { action: string }).action);
      return new Promise(() => {});
    });
    const { client } = fixture.startMcp();
    await client.initialize();
    const read = edit(client, { action: "read", path: "a.md" });
    const write = edit(client, { action: "write", path: "a.md", content: "new" });
    await until(() => running.size === 2);
    await server.close();
    expect(await textIn(read)).toContain("on disk");
    expect((await write).result).toMatchObject({ isError: true, structuredContent: { error: { code: "failed" } } });
    expect(await textIn(write)).toContain("Read the document again before you try again.");
    expect(await textOf("a.md")).toBe("on disk");
  });
});
