import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createConnection, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Caller, Envelope } from "../engine/ports/caller";
import { MAX_HELLO_BYTES } from "../limits";
import { LocalAppConnection } from "./local-socket-client";
import { findSocket, isOwnSocket, runFolder, socketRecord } from "./local-socket-path";
import { socketProtocol } from "./local-socket-protocol";
import { type LocalApp, type LocalServer, serveLocal } from "./local-socket-server";

type Serving = Extract<LocalServer, { status: "serving" }>;

let dataDir: string;
let cleanUp: (() => Promise<unknown> | unknown)[];

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), "galley-socket-"));
  dataDir = join(folder, "data");
  await mkdir(dataDir);
  cleanUp = [() => rm(folder, { recursive: true, force: true })];
});

afterEach(async () => {
  for (const step of cleanUp.reverse()) await step();
});

const envelope = (data: Record<string, unknown>): Envelope => ({ ok: true, message: "m", summary: "s", data });

/** An app with `/open` open, which answers calls with their arguments and keeps a diary. */
const fakeApp = (changes: Partial<LocalApp> = {}) => {
  const diary: string[] = [];
  const callers: Caller[] = [];
  const app: LocalApp = {
    version: "1.0.0",
    accepts: (roots) => roots.some((root) => root.startsWith("/open")),
    async run({ name, arguments: given, caller }) {
      callers.push(caller);
      return envelope({ name, given });
    },
    async open(path) {
      diary.push(`open ${path}`);
      return { ok: true };
    },
    connected: ({ name, kind, roots }) => diary.push(`+ ${name} (${kind}) ${roots.join(" ")}`),
    disconnected: () => diary.push("-"),
    called: (_id, description) => diary.push(description),
    ...changes,
  };
  return { app, diary, callers };
};

const serve = async (app: LocalApp): Promise<Serving> => {
  const server = await serveLocal({ dataDir, app, graceMs: 500 });
  if (server.status !== "serving") throw new Error(server.status);
  cleanUp.push(() => server.close());
  return server;
};

const connection = (
  changes: { version?: string; name?: string; roots?: string[]; session?: string } = {},
): LocalAppConnection => {
  const { version = "1.0.0", name = "agent", roots = ["/open/notes"], ...session } = changes;
  const client = new LocalAppConnection({ dataDir, version, agent: { name, kind: "mcp", roots, ...session } });
  cleanUp.push(() => client.close());
  return client;
};

const until = async (isSo: () => boolean): Promise<void> => {
  for (let tries = 0; !isSo() && tries < 3000; tries++) await new Promise((after) => setTimeout(after, 10));
  expect(isSo()).toBe(true);
};

const call = { name: "text_editor", arguments: { action: "read", path: "a b.md" } };

describe("a call", () => {
  test("is run by the app, which sees the agent and its call", async () => {
    const { app, diary, callers } = fakeApp();
    await serve(app);
    const client = connection();
    expect(await client.run(call)).toEqual({
      status: "answered",
      envelope: envelope({ name: "text_editor", given: { action: "read", path: "a b.md" } }),
    });
    await client.run(call);
    expect(callers[0]).toMatchObject({ name: "agent", roots: ["/open/notes"] });
    expect(callers[1]?.id).toBe(callers[0]?.id);
    client.close();
    await until(() => diary.at(-1) === "-");
    expect(diary).toEqual(["+ agent (mcp) /open/notes", "text_editor read a b.md", "text_editor read a b.md", "-"]);
  });

  test("of an agent of the panel belongs to its conversation for as long as that lasts, and is no connection of its own", async () => {
    const secrets = new Set(["secret"]);
    const run = async ({ name, description }: { name: string; description: string }) => envelope({ name, description });
    let openRoots = ["/open/notes"];
    const { app, diary, callers } = fakeApp({
      session: (secret) => (secrets.has(secret) ? { name: "Claude Code", roots: openRoots, run } : null),
    });
    await serve(app);
    const own = connection({ session: "secret" });
    const description = "text_editor read a b.md";
    expect(await own.run(call)).toEqual({
      status: "answered",
      envelope: envelope({ name: "text_editor", description }),
    });
    const over = { status: "cut off", envelope: { ok: false, message: expect.stringContaining("nothing was done") } };
    expect(await connection({ session: "guessed" }).run(call)).toMatchObject(over);
    expect(await connection({ session: "secret", roots: ["/closed"] }).run(call)).toMatchObject(over);
    // The folder of the session counts, not what a connection says.
    openRoots = ["/closed"];
    expect(await own.run(call)).toMatchObject(over);
    openRoots = ["/open/notes"];
    secrets.clear();
    expect(await own.run(call)).toMatchObject(over);
    expect([diary, callers]).toEqual([[], []]);
  });

  test("is run elsewhere when there is no app", async () => {
    expect(await connection().run(call)).toEqual({ status: "elsewhere" });
  });

  test("is run elsewhere if none of the roots is open, until the user opens one", async () => {
    let isOpen = false;
    const { app, diary } = fakeApp({ accepts: () => isOpen });
    const server = await serve(app);
    const client = connection();
    expect(await client.run(call)).toEqual({ status: "elsewhere" });
    expect(diary).toEqual([]);
    isOpen = true;
    server.foldersChanged();
    expect(diary).toEqual(["+ agent (mcp) /open/notes"]);
    expect((await client.run(call)).status).toBe("answered");
    isOpen = false;
    expect(await client.run(call)).toEqual({ status: "elsewhere" });
    expect(diary.at(-1)).toBe("-");
  });

  test("is run elsewhere when the app is of another version", async () => {
    const { app, diary } = fakeApp();
    await serve(app);
    expect(await connection({ version: "0.9.0" }).run(call)).toEqual({ status: "elsewhere" });
    expect(diary).toEqual([]);
  });

  test("is run elsewhere if it is too large to send, and the connection stays", async () => {
    const { app } = fakeApp();
    await serve(app);
    const client = connection();
    const huge = "x".repeat(200 * 1024 * 1024);
    expect(await client.run({ name: "text_editor", arguments: { content: huge } })).toEqual({ status: "elsewhere" });
    expect((await client.run(call)).status).toBe("answered");
  });

  test("gives a tool error if the app throws", async () => {
    const { app } = fakeApp({ run: () => Promise.reject(new Error("disk on fire")) });
    await serve(app);
    expect(await connection().run(call)).toMatchObject({
      status: "answered",
      envelope: { ok: false, error: { code: "failed", message: "Galley failed: disk on fire" } },
    });
  });

  test("is lost if the app quits before it answers, and the next one is run elsewhere", async () => {
    let isRunning = false;
    const { app } = fakeApp({
      run: () => {
        isRunning = true;
        return new Promise(() => {});
      },
    });
    const server = await serve(app);
    const client = connection();
    const lost = client.run(call);
    await until(() => isRunning);
    await server.close();
    expect(await lost).toEqual({ status: "lost" });
    expect(await client.run(call)).toEqual({ status: "elsewhere" });
  });

  test("that is running when the app quits is still answered", async () => {
    let isRunning = false;
    const { app } = fakeApp({
      async run() {
        isRunning = true;
        await new Promise((after) => setTimeout(after, 200));
        return envelope({ late: true });
      },
    });
    const server = await serve(app);
    const running = connection().run(call);
    await until(() => isRunning);
    await server.close();
    expect(await running).toMatchObject({ status: "answered", envelope: { data: { late: true } } });
  });

  test("gets its own answer, however many run at once and in whatever order they end [A17]", async () => {
    const { app } = fakeApp({
      async run({ arguments: given }) {
        await new Promise((after) => setTimeout(after, Math.random() * 20));
        return envelope({ given });
      },
    });
    await serve(app);
    const clients = Array.from({ length: 8 }, (_, index) => connection({ name: `agent ${index}` }));
    const marks = Array.from({ length: 400 }, (_, index) => index);
    const answers = await Promise.all(marks.map((mark) => clients[mark % 8]?.run({ name: "x", arguments: { mark } })));
    answers.forEach((answer, mark) => {
      expect(answer).toMatchObject({ envelope: { data: { given: { mark } } } });
    });
  });
});

describe("a connected agent", () => {
  test("is shown before its first call, also by an app that starts later, and by the one after that", async () => {
    const client = connection();
    client.stayConnected();
    expect(await client.run(call)).toEqual({ status: "elsewhere" });
    const first = fakeApp();
    const server = await serve(first.app);
    await until(() => first.diary.length === 1);
    await server.close();
    await until(() => first.diary.at(-1) === "-");
    const second = fakeApp();
    await serve(second.app);
    expect((await client.run(call)).status).toBe("answered");
    expect(second.diary[0]).toBe("+ agent (mcp) /open/notes");
  });

  test("is shown under a safe name, whatever it calls itself [A21]", async () => {
    const { app, diary } = fakeApp();
    await serve(app);
    await connection({ name: `evil\u202E\n\u0000agent${"x".repeat(300)}` }).run(call);
    await connection({ name: "\u200B" }).run(call);
    expect(diary[0]).toMatch(/^\+ evil agentx{89}… \(mcp\) \/open\/notes$/);
    expect(diary[2]).toBe("+ mcp (mcp) /open/notes");
  });

  test.each(["You", " you ", "ＹＯＵ", "Yоu", "y\u200bou", "Galley", "another program", "command line"])(
    "is shown as an agent even if its name resembles the user's or Galley's own: %s [A21]",
    async (name) => {
      const { app, diary, callers } = fakeApp();
      await serve(app);
      await connection({ name }).run(call);
      expect(diary[0]).toMatch(/^\+ ".*" \(agent\) \(mcp\)/);
      expect(callers[0]?.name).toMatch(/^".*" \(agent\)$/);
    },
  );

  test("of Galley's own command line has that name", async () => {
    const { app, diary } = fakeApp();
    await serve(app);
    const agent = { name: "command line", kind: "command line" as const, roots: ["/open/notes"] };
    const client = new LocalAppConnection({ dataDir, version: "1.0.0", agent });
    cleanUp.push(() => client.close());
    await client.run(call);
    expect(diary[0]).toBe("+ command line (command line) /open/notes");
  });
});

describe("opening", () => {
  test("shows a file whether or not a root is open", async () => {
    const { app, diary } = fakeApp();
    await serve(app);
    expect(await connection({ roots: ["/elsewhere"] }).open("/elsewhere/文 a.md")).toEqual({ status: "opened" });
    expect(diary).toEqual(["open /elsewhere/文 a.md"]);
  });

  test("reports why it failed, and that there is no app", async () => {
    expect(await connection().open("/open/x")).toEqual({ status: "elsewhere" });
    const { app } = fakeApp({ open: async () => ({ ok: false, error: { message: "It is a picture." } }) });
    await serve(app);
    expect(await connection().open("/open/x.png")).toEqual({ status: "refused", message: "It is a picture." });
  });
});

describe("a peer that sends rubbish is disconnected, and the others are served", () => {
  const hello = {
    type: "hello",
    protocol: 1,
    version: "1.0.0",
    agent: { name: "raw", kind: "mcp", roots: ["/open"] },
  };
  const sendLines = async (path: string, ...lines: (string | Buffer)[]): Promise<string> => {
    const socket = createConnection(path);
    let received = "";
    socket.on("data", (bytes) => (received += bytes));
    socket.on("error", () => {});
    for (const line of lines) socket.write(line);
    await new Promise((closed) => socket.once("close", closed));
    return received;
  };
  const line = (value: unknown) => `${JSON.stringify(value)}\n`;

  test.each<[string, (string | Buffer)[]]>([
    ["no JSON", ["GET / HTTP/1.1\r\n\r\n"]],
    ["no hello", [line({ type: "call", id: 1, name: "x", arguments: {} })]],
    ["a hello without an agent", [line({ ...hello, agent: null })]],
    ["a relative root", [line({ ...hello, agent: { ...hello.agent, roots: ["notes"] } })]],
    ["a root with a NUL", [line({ ...hello, agent: { ...hello.agent, roots: ["/open\0/x"] } })]],
    ["an overlong hello", ["x".repeat(MAX_HELLO_BYTES + 1)]],
    ["bytes that are not text", [Buffer.from([0xff, 0x0a])]],
    ["a second hello", [line(hello), line(hello)]],
    ["an unknown message", [line(hello), line({ type: "quit", id: 1 })]],
    ["a wrong id", [line(hello), line({ type: "call", id: "1", name: "x", arguments: {} })]],
    ["a negative id", [line(hello), line({ type: "call", id: -1, name: "x", arguments: {} })]],
    [
      "deep nesting",
      [line(hello), `{"type":"call","id":1,"name":"x","arguments":${"[".repeat(9_999)}${"]".repeat(9_999)}}\n`],
    ],
  ])("%s", async (_what, lines) => {
    const { app, diary } = fakeApp();
    const { path } = await serve(app);
    await sendLines(path, ...lines);
    expect(diary.filter((entry) => !/^[+-]/.test(entry))).toEqual([]);
    expect((await connection().run(call)).status).toBe("answered");
  });

  test("an app of another version says so before it disconnects", async () => {
    const { app } = fakeApp();
    const { path } = await serve(app);
    const received = await sendLines(path, line({ ...hello, version: "7" }));
    expect(JSON.parse(received)).toEqual({ type: "unwelcome", version: "1.0.0" });
  });

  test("a line that never ends is cut off at the limit", async () => {
    const { app } = fakeApp();
    const { path } = await serve(app);
    const socket = createConnection(path);
    socket.on("error", () => {});
    socket.write(line(hello));
    let sent = 0;
    const chunk = Buffer.alloc(1024 * 1024, "x");
    const pump = () => {
      while (!socket.destroyed && sent < 400 && socket.write(chunk)) sent++;
    };
    socket.on("drain", () => {
      sent++;
      pump();
    });
    pump();
    await new Promise((closed) => socket.once("close", closed));
    expect(sent).toBeLessThan(300);
  });
});

describe("a client that does not read its answers", () => {
  const answerBytes = 160 * 1024;
  const calls = 1500;

  /** Sends this many calls at once over its own socket, and reads nothing until `read`. */
  const flood = async (path: string) => {
    const socket = createConnection(path);
    socket.on("error", () => {});
    const agent = { name: "flood", kind: "mcp", roots: ["/open"] };
    const question = (id: number) => ({ type: "call", id, name: "doc_toc", arguments: {} });
    const lines = [{ type: "hello", protocol: socketProtocol, version: "1.0.0", agent }];
    await new Promise((connected) => socket.once("connect", connected));
    socket.pause();
    socket.write(
      [...lines, ...Array.from({ length: calls }, (_, id) => question(id))]
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(""),
    );
    const read = async (): Promise<number> => {
      let answers = 0;
      socket.on("data", (bytes: Buffer) => {
        for (const byte of bytes) if (byte === 0x0a) answers++;
      });
      socket.resume();
      await until(() => answers === calls + 1 || socket.destroyed);
      socket.destroy();
      return answers - 1;
    };
    return { socket, read };
  };

  test("has no further calls run until it reads, and then each of them runs once", async () => {
    let ran = 0;
    const { app } = fakeApp({
      async run() {
        ran++;
        return { ...envelope({}), message: "x".repeat(answerBytes) };
      },
    });
    const { path } = await serve(app);
    const { read } = await flood(path);
    await until(() => ran > 0);
    await new Promise((after) => setTimeout(after, 500));
    // The system's own buffers, one MiB, and the answers of running calls.
    expect(ran).toBeLessThan(100);
    expect(await read()).toBe(calls);
    expect(ran).toBe(calls);
  });

  test("has no more than 64 calls running, even if hundreds arrive in one chunk", async () => {
    let running = 0;
    let most = 0;
    const { app } = fakeApp({
      async run() {
        most = Math.max(most, ++running);
        await new Promise((after) => setTimeout(after, 5));
        running--;
        return envelope({});
      },
    });
    const { path } = await serve(app);
    const { read } = await flood(path);
    expect(await read()).toBe(calls);
    expect(most).toBe(64);
  });

  test("is disconnected if too much is unread, the log says why, and others are served", async () => {
    const sentences: string[] = [];
    const { app } = fakeApp({ run: async () => ({ ...envelope({}), message: "x".repeat(4 * 1024 * 1024) }) });
    const log = (sentence: string) => void sentences.push(sentence);
    const server = await serveLocal({ dataDir, app, graceMs: 500, log, maxUnsentBytes: 8 * 1024 * 1024 });
    if (server.status !== "serving") throw new Error(server.status);
    cleanUp.push(() => server.close());
    const { socket } = await flood(server.path);
    await until(() => sentences.length > 0);
    expect(sentences).toEqual([
      "flood (mcp) was disconnected: it did not read its answers, of which more than 8 MiB waited",
    ]);
    socket.destroy();
    expect((await connection().run(call)).status).toBe("answered");
  });
});

describe("instead of the app", () => {
  const pretend = async (handleSocket: (socket: Socket) => void): Promise<void> => {
    await mkdir(runFolder(dataDir), { mode: 0o700 });
    const path = join(runFolder(dataDir), "s");
    await writeFile(socketRecord(dataDir), "s");
    const server = createServer((socket) => {
      socket.on("error", () => {});
      handleSocket(socket);
    });
    await new Promise<void>((done) => server.listen(path, done));
    cleanUp.push(() => server.close());
  };

  test("something that sends rubbish counts as no app", async () => {
    await pretend((socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect(await connection().run(call)).toEqual({ status: "elsewhere" });
  });

  test("something that sends nothing counts as no app after a while, and then costs no more time", async () => {
    await pretend(() => {});
    const client = connection();
    expect(await client.run(call)).toEqual({ status: "elsewhere" });
    const started = performance.now();
    expect(await client.run(call)).toEqual({ status: "elsewhere" });
    // Shorter than the answer timeout: it does not wait again.
    expect(performance.now() - started).toBeLessThan(2500);
  });

  test("an answer that is not an envelope ends the connection, and the call is lost", async () => {
    await pretend((socket) => {
      socket.once("data", () => {
        socket.write('{"type":"welcome","version":"1.0.0"}\n');
        socket.once("data", () => socket.write('{"type":"answer","id":1,"envelope":{"ok":"yes"}}\n'));
      });
    });
    expect(await connection().run(call)).toEqual({ status: "lost" });
  });

  test("a file left by a dead app counts as no app", async () => {
    await mkdir(runFolder(dataDir), { mode: 0o700 });
    await writeFile(join(runFolder(dataDir), "s"), "");
    await writeFile(socketRecord(dataDir), "s");
    expect(await connection().run(call)).toEqual({ status: "elsewhere" });
  });

  test.skipIf(process.platform === "win32")("a folder that others may enter is not trusted [A30]", async () => {
    const { app } = fakeApp();
    await serve(app);
    await chmod(runFolder(dataDir), 0o755);
    expect(await connection().run(call)).toEqual({ status: "elsewhere" });
  });

  test.skipIf(process.platform === "win32")("a socket of another user is not trusted [A30]", async () => {
    const { app } = fakeApp();
    const { path } = await serve(app);
    expect(await isOwnSocket(path)).toBe(true);
    expect(await isOwnSocket(path, Number(process.getuid?.()) + 1)).toBe(false);
  });

  // Only root can change the owner of a socket.
  test.runIf(process.getuid?.() === 0)("nothing is sent to a socket that another user owns [A30]", async () => {
    const { app, diary } = fakeApp();
    const { path } = await serve(app);
    await chown(path, 4242, 4242);
    expect(await connection().run(call)).toEqual({ status: "elsewhere" });
    expect(diary).toEqual([]);
  });

  test("a second app with the same data learns so, and one with other data does not conflict", async () => {
    const { app } = fakeApp();
    await serve(app);
    expect(await serveLocal({ dataDir, app })).toEqual({ status: "taken" });
    dataDir = `${dataDir}-2`;
    await serve(app);
  });

  test.skipIf(process.platform === "win32")(
    "a data folder with a long path has its socket in a short one, which is recorded there and removed with the server",
    async () => {
      dataDir = join(dataDir, "x".repeat(120));
      const { app } = fakeApp();
      const server = await serve(app);
      expect(Buffer.byteLength(server.path)).toBeLessThan(104);
      expect(await readFile(socketRecord(dataDir), "utf8")).toBe(server.path);
      expect((await stat(dirname(server.path))).mode & 0o777).toBe(0o700);
      expect((await connection().run(call)).status).toBe("answered");
      await server.close();
      expect(await stat(dirname(server.path)).catch(() => null)).toBeNull();
      expect(await readdir(runFolder(dataDir))).toEqual([]);
    },
  );

  test.skipIf(process.platform === "win32")("the socket is found under every path of the data folder", async () => {
    const { app } = fakeApp();
    const { path } = await serve(app);
    expect(await findSocket(dataDir)).toBe(path);
    expect(await findSocket(`${dataDir}/../data`)).toBe(path);
  });

  test.each(["", "s\0", `/${"x".repeat(200)}`, "/nowhere/s", "../../etc/hostname", "."])(
    "a record that says %j leads nowhere",
    async (text) => {
      await mkdir(runFolder(dataDir), { mode: 0o700 });
      await writeFile(socketRecord(dataDir), text);
      expect(await connection().run(call)).toEqual({ status: "elsewhere" });
    },
  );
});
