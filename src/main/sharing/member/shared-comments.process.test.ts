import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HocuspocusProvider, HocuspocusProviderWebsocket } from "@hocuspocus/provider";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as Y from "yjs";
import { createEngine } from "../../engine/host/create-engine";
import type { Envelope } from "../../engine/ports/caller";
import { type SharingServer, startSharingServer } from "../sharing-server";
import { openSqliteStore } from "../store/sqlite-store";
import { type FolderMember, joinFolder, type MemberNews } from "./folder-member";

let work: string;
let server: SharingServer;
/** Secrets of links, by role. */
let secrets: Record<string, string>;
let ending: (() => Promise<void>)[];
let logged: string[];

beforeEach(async () => {
  work = realpathSync(mkdtempSync(join(tmpdir(), "galley-comments-")));
  ending = [];
  logged = [];
  mkdirSync(join(work, "server"));
  const store = await serve("server", 0);
  const links = await store.makeLinks({ roles: ["reader", "commenter", "editor"], revoke: false });
  secrets = Object.fromEntries(links.map(({ role, secret }) => [role, secret]));
});
afterEach(async () => {
  for (const end of ending.reverse()) await end();
  await server.close();
  rmSync(work, { recursive: true, force: true });
});

async function serve(name: string, port: number) {
  const store = openSqliteStore(join(work, name), () => {});
  server = await startSharingServer({ port, host: "127.0.0.1", store, log: (line) => logged.push(line) });
  return store;
}

type Role = "reader" | "commenter" | "editor";
type ListedThread = {
  thread: string;
  status: string;
  messages: { author: { name: string; kind: string }; text: string }[];
};

/** A machine with a folder, an engine and data of its own, whose user has the machine's name. */
async function machine(name: string, files: Record<string, string> = {}) {
  const root = join(work, name, "folder");
  mkdirSync(root, { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
  const dataDir = join(work, name, "data");
  const engine = await createEngine({ dataDir });
  const notices: MemberNews[] = [];
  let member: FolderMember | null = null;
  const leave = async () => {
    await member?.close();
    member = null;
  };
  ending.push(async () => {
    await leave();
    await engine.close();
  });
  const call = (tool: string, args: object): Promise<Envelope> =>
    engine.run({ name: tool, arguments: args, caller: { id: name, name: `${name}'s agent`, roots: [root] } });
  const comment = async (args: object): Promise<Record<string, unknown>> => {
    const answer = await call("comments", args);
    expect(answer.ok, answer.message).toBe(true);
    return answer.data as Record<string, unknown>;
  };
  const document = (path: string) => engine.documents.read(join(root, path), [root]);
  return {
    name,
    root,
    engine,
    notices,
    call,
    document,
    leave,
    async join(role: Role = "editor") {
      const link = { url: `ws://127.0.0.1:${server.port}`, secret: secrets[role] ?? "" };
      const options = { root, link, dataDir, engine, name: `${name}@desk`, user: name };
      member = joinFolder({ ...options, notice: (news) => notices.push(news) });
      await member.idle();
      return member;
    },
    state: () => member?.state(),
    idle: () => member?.idle(),
    write: (path: string, text: string) => writeFileSync(join(root, path), text),
    has: (path: string) => existsSync(join(root, path)),
    read: (path: string) => readFileSync(join(root, path), "utf8"),
    /** Begins a thread as the agent of this machine, and returns its id. */
    add: async (quote: string, text: string, path = "a.md"): Promise<string> =>
      (await comment({ action: "add", path, quote, text }))["thread"] as string,
    comment,
    /** A reply of the user, as the app makes it. */
    reply: (thread: string, text: string, path = "a.md") =>
      engine.comments.update({ realPath: join(root, path), thread }, (current) => {
        const at = engine.comments.now();
        const message = { author: { name, kind: "user" as const }, text, at };
        return { ...current, changed: at, messages: [...current.messages, message] };
      }),
    delete: (thread: string, path = "a.md") =>
      engine.comments.update({ realPath: join(root, path), thread }, () => null),
    /** Each thread with its status, and who wrote what. */
    async threads(path = "a.md"): Promise<string[]> {
      const { threads = [] } = (await comment({ action: "list", path, status: "all" })) as { threads?: ListedThread[] };
      return threads
        .map(({ status, messages }) =>
          [status, ...messages.map(({ author, text }) => `${author.name}: ${text}`)].join(" | "),
        )
        .sort();
    },
  };
}

type Machine = Awaited<ReturnType<typeof machine>>;

const text = "# One\n\nThe quick brown fox.\n\n# Two\n\nIt sleeps.\n";

/** Two machines that share one text. */
async function two(roles: [Role, Role] = ["editor", "editor"]): Promise<[Machine, Machine]> {
  const ann = await machine("ann", { "a.md": text });
  await ann.join(roles[0]);
  const ben = await machine("ben");
  await ben.join(roles[1]);
  return [ann, ben];
}

/** Waits until every machine has exactly these threads on a.md. */
const allHave = (machines: Machine[], threads: string[]) =>
  expect.poll(() => Promise.all(machines.map((each) => each.threads()))).toEqual(machines.map(() => threads));

test("threads, answers, resolving and deleting reach every member, with the author's machine", async () => {
  const [ann, ben] = await two();
  const thread = await ann.add("brown fox", "Why **brown**?");
  await expect.poll(() => ben.threads()).toEqual(["open | ann's agent (ann@desk): Why **brown**?"]);
  await ben.reply(thread, "Because.");
  await expect.poll(() => ann.threads()).toEqual(["open | ann's agent: Why **brown**? | ben@desk: Because."]);
  await ben.comment({ action: "resolve", thread });
  await expect.poll(async () => (await ann.threads())[0]?.slice(0, 8)).toBe("resolved");
  await ann.comment({ action: "reopen", thread });
  await expect.poll(async () => (await ben.threads())[0]?.slice(0, 4)).toBe("open");
  // Beside the documents, which no comment touches.
  expect([ann.read("a.md"), ben.read("a.md")]).toEqual([text, text]);
  expect(ben.read(".galley/comments/a.md.json")).toContain("Because.");
  await ben.delete(thread);
  await allHave([ann, ben], []);
  expect([...ann.notices, ...ben.notices].filter(({ kind }) => kind !== "connected")).toEqual([]);
});

test("what is commented while machines are away is merged: both answers stay, and an answered thread is not lost with its deletion", async () => {
  const [ann, ben] = await two();
  const [first, second, third] = [
    await ann.add("brown", "one"),
    await ann.add("fox", "two"),
    await ann.add("It", "three"),
  ];
  await expect.poll(async () => (await ben.threads()).length).toBe(3);
  await ben.idle();
  await ben.leave();
  await ann.leave();
  await ann.reply(first, "Ann answers.");
  await ben.reply(first, "Ben answers.");
  await ann.delete(second);
  await ben.reply(second, "Not yet.");
  await ben.delete(third);
  await ann.join();
  await ben.join();
  const agent = "ann's agent (ann@desk)";
  await expect
    .poll(() => ben.threads())
    .toEqual([
      `open | ${agent}: one | ann@desk: Ann answers. | ben: Ben answers.`,
      `open | ${agent}: two | ben: Not yet.`,
    ]);
  await expect
    .poll(() => ann.threads())
    .toEqual([
      // What came back came from Ben's machine.
      "open | ann's agent (ann@desk): two | ben@desk: Not yet.",
      "open | ann's agent: one | ann: Ann answers. | ben@desk: Ben answers.",
    ]);
});

test("comments whose file is gone, or is an old one again, are not deleted for the others", async () => {
  const [ann, ben] = await two();
  await ann.add("brown", "one");
  const old = ann.read(".galley/comments/a.md.json");
  for (const quote of ["quick", "fox", "It", "sleeps", "One", "Two"]) await ann.add(quote, quote);
  await expect.poll(async () => (await ben.threads()).length).toBe(7);
  await ben.idle();
  await ben.leave();
  rmSync(join(ben.root, ".galley"), { recursive: true });
  await ben.join();
  await expect.poll(async () => (await ben.threads()).length).toBe(7);
  await ben.leave();
  ben.write(".galley/comments/a.md.json", old);
  await ben.join();
  await expect.poll(async () => (await ben.threads()).length).toBe(7);
  expect(await ann.threads()).toHaveLength(7);
});

test("no comments are written to the place where a disk was mounted, and nothing is deleted if some are there at the start", async () => {
  const [ann, ben] = await two();
  await ann.add("brown", "one");
  await expect.poll(async () => (await ben.threads()).length).toBe(1);
  await ben.idle();
  renameSync(ben.root, `${ben.root} away`);
  mkdirSync(ben.root);
  await ann.add("fox", "two");
  await expect.poll(() => ben.notices).toContainEqual({ kind: "folder gone" });
  expect(readdirSync(ben.root)).toEqual([]);
  await ben.leave();
  mkdirSync(join(ben.root, ".galley"));
  await ben.join();
  await expect.poll(() => ben.notices).toContainEqual({ kind: "brought back", count: 1 });
  await allHave([ann, ben].slice(1), ["open | ann's agent (ann@desk): one", "open | ann's agent (ann@desk): two"]);
  expect([ann.read("a.md"), ben.read("a.md")]).toEqual([text, text]);
});

test("comments follow a file that is renamed, here by another program and there by Galley", async () => {
  const [ann, ben] = await two();
  await ann.add("brown", "one");
  await expect.poll(async () => (await ben.threads()).length).toBe(1);
  renameSync(join(ann.root, "a.md"), join(ann.root, "b.md"));
  await expect.poll(() => ben.threads("b.md").catch(() => [])).toHaveLength(1);
  await ben.add("fox", "two", "b.md");
  await expect.poll(() => ann.threads("b.md")).toHaveLength(2);
});

test("a damaged file of comments keeps no renamed text from being shared", async () => {
  const [ann, ben] = await two();
  ann.write("b.md", "another\n");
  await ann.add("brown", "one");
  await expect.poll(async () => (await ben.threads()).length).toBe(1);
  await ann.leave();
  ann.write(".galley/comments/a.md.json", "{ damaged");
  renameSync(join(ann.root, "a.md"), join(ann.root, "c.md"));
  await ann.join();
  ann.write("b.md", "another, edited\n");
  await expect.poll(() => [ben.has("c.md"), ben.has("b.md") && ben.read("b.md")]).toEqual([true, "another, edited\n"]);
  expect(ann.notices).toContainEqual(expect.objectContaining({ kind: "not shared", path: "c.md" }));
  expect(ann.read(".galley/comments/a.md.json")).toBe("{ damaged");
});

test("a commenter's comments reach the others; what a commenter writes in texts, or deletes of others, does not", async () => {
  const [ann, ben] = await two(["editor", "commenter"]);
  expect(ben.state()?.role).toBe("commenter");
  const [thread, other] = [await ann.add("brown", "one"), await ann.add("fox", "two")];
  await expect.poll(async () => (await ben.threads()).length).toBe(2);
  await ben.reply(thread, "An answer.");
  await ben.comment({ action: "resolve", thread });
  await ben.delete(other);
  await ben.add("quick", "three");
  ben.write("a.md", text.replace("sleeps", "wakes"));
  await expect
    .poll(() => ann.threads())
    .toEqual([
      "open | ann's agent: two",
      "open | ben's agent (ben@desk): three",
      "resolved | ann's agent: one | ben@desk: An answer.",
    ]);
  expect(ann.read("a.md")).toBe(text);
  // Further comments of others arrive as before.
  await ann.reply(thread, "Thanks.");
  await expect.poll(async () => (await ben.threads()).join()).toContain("ann@desk: Thanks.");
  expect(logged).toEqual([]);
});

test("a reader receives comments, and a reader's own stay on this machine", async () => {
  const [ann, ben] = await two(["editor", "reader"]);
  expect(ben.state()?.role).toBe("reader");
  await ben.add("fox", "mine");
  const thread = await ann.add("brown", "one");
  await expect.poll(async () => (await ben.threads()).length).toBe(2);
  await ann.delete(thread);
  await expect.poll(() => ben.threads()).toEqual(["open | ben's agent: mine"]);
  expect(await ann.threads()).toEqual([]);
});

test("a protected passage is protected on every machine, from agents there, until it is opened again", async () => {
  const [ann, ben] = await two();
  const document = await ann.document("a.md");
  const from = text.indexOf("The quick");
  const passage = { kind: "paragraph", mode: "locked", from, to: from + 20 } as const;
  await ann.engine.comments.protect(document, passage, [ann.root]);
  const edit = { path: "a.md", action: "patch", old_text: "brown", new_text: "red" };
  await expect.poll(async () => (await ben.engine.comments.locks(await ben.document("a.md"))).length).toBe(1);
  expect(await ben.call("text_editor", edit)).toMatchObject({ ok: false, error: { code: "protected" } });
  const [lock] = await ben.engine.comments.locks(await ben.document("a.md"));
  await ben.engine.comments.unprotect(join(ben.root, "a.md"), lock?.lock ?? "");
  await expect.poll(async () => (await ann.engine.comments.locks(await ann.document("a.md"))).length).toBe(0);
  expect(await ben.call("text_editor", edit)).toMatchObject({ ok: true });
  await expect.poll(() => ann.read("a.md")).toContain("red fox");
});

test("a commenter whose server has an older state again is let in, and sends again what that lacks", async () => {
  const [ann, ben] = await two(["editor", "commenter"]);
  const thread = await ann.add("brown", "one");
  await expect.poll(async () => (await ben.threads()).length).toBe(1);
  await Promise.all([ann.idle(), ben.idle()]);
  await ann.leave();
  await server.close();
  cpSync(join(work, "server"), join(work, "backup"), { recursive: true });
  await serve("server", server.port);
  // Ann protects a passage, which a commenter may not send again to a server that has lost it.
  await ann.join();
  const passage = { kind: "paragraph", mode: "locked", from: 0, to: 5 } as const;
  await ann.engine.comments.protect(await ann.document("a.md"), passage, [ann.root]);
  await expect.poll(async () => (await ben.engine.comments.locks(await ben.document("a.md"))).length).toBe(1);
  await Promise.all([ann.idle(), ben.idle()]);
  await ann.leave();
  await server.close();
  await serve("backup", server.port);
  await expect.poll(() => logged).not.toEqual([]);
  await expect.poll(() => ben.state()?.status).toBe("connected");
  await ben.reply(thread, "And so on.");
  await ann.join();
  await expect.poll(async () => (await ann.threads()).join()).toContain("ben@desk: And so on.");
  ann.write("a.md", text.replace("sleeps", "wakes"));
  await expect.poll(() => ben.read("a.md")).toContain("wakes");
  await ben.idle();
  // What was rejected is not sent again at each connection.
  expect(logged).toHaveLength(1);
});

test("a commenter can neither protect a passage nor open one", async () => {
  const [ann, ben] = await two(["editor", "commenter"]);
  const from = text.indexOf("It sleeps");
  const passage = { kind: "paragraph", mode: "locked", from, to: from + 9 } as const;
  await ann.engine.comments.protect(await ann.document("a.md"), passage, [ann.root]);
  await expect.poll(async () => (await ben.engine.comments.locks(await ben.document("a.md"))).length).toBe(1);
  const [lock] = await ben.engine.comments.locks(await ben.document("a.md"));
  await ben.engine.comments.unprotect(join(ben.root, "a.md"), lock?.lock ?? "");
  await ben.add("brown", "one");
  await expect.poll(async () => (await ann.threads()).length).toBe(1);
  expect(await ann.engine.comments.locks(await ann.document("a.md"))).toHaveLength(1);
});

/** A program of a hostile member, which writes what it likes into the shared comments. */
async function hostile(role: Role) {
  const document = new Y.Doc();
  const websocketProvider = new HocuspocusProviderWebsocket({ url: `ws://127.0.0.1:${server.port}` });
  const closed: number[] = [];
  websocketProvider.on("close", ({ event }: { event: { code: number } }) => closed.push(event.code));
  const provider = new HocuspocusProvider({
    websocketProvider,
    name: "comments",
    token: secrets[role] ?? "",
    document,
  });
  provider.attach();
  const end = () => {
    provider.destroy();
    websocketProvider.destroy();
  };
  ending.push(async () => end());
  await expect.poll(() => provider.isSynced).toBe(true);
  return { document, map: document.getMap("comments"), closed, end };
}

test("what a hostile member puts into the comments is left out if it is not sound, and is nobody's own words", async () => {
  const [ann, ben] = await two();
  const thread = await ann.add("brown", "one");
  await expect.poll(async () => (await ben.threads()).length).toBe(1);
  const { document, map } = await hostile("editor");
  const keyOf = (end: string) => [...map.keys()].find((key) => key.endsWith(end)) ?? "";
  const start = keyOf("/status").slice(0, -"status".length);
  const message = (name: string, words: string, at: string) => ({
    author: { name, kind: "user" as const },
    text: words,
    at,
  });
  const { toEntries } = await import("../../engine/comments");
  const at = "2026-01-01T00:00:00.000Z";
  const passage = JSON.parse(String(map.get(`${start}anchor`)));
  const forged = toEntries(
    {
      threads: {
        [thread]: {
          status: "open",
          changed: at,
          anchor: passage,
          messages: [message("ben", "Forged <b onclick=x>.", at)],
        },
      },
      locks: {},
    },
    [],
    { shared: (author) => [author], local: (author) => author },
  );
  const text24 = start.slice(0, 24);
  document.transact(() => {
    for (const [entry, content] of forged) if (entry.includes("/message/")) map.set(`${text24}/${entry}`, content);
    map.set(`${start}message/2026-01-01T00:00:00.001Z/0123456789abcdef`, JSON.stringify(message("x", "wrong tag", at)));
    map.set(`${start}message/2026-01-01T00:00:00.002Z/0123456789abcdef`, "{");
    map.set(`${start}message/2026-01-01T00:00:00.003Z/0123456789abcdef`, new Y.Map());
    map.set(`${start}work`, JSON.stringify({ edits: "none" }));
    map.set(`${start}status`, JSON.stringify({ status: "won" }));
    map.set(`${text24}/c_0000000000/status`, "x".repeat(5_000_000));
    map.set("../../etc/passwd", "{}");
    document.getMap("other").set("a", "b");
  });
  const huge = toEntries(
    {
      threads: {
        [thread]: { status: "open", changed: at, anchor: passage, messages: [message("x", "x".repeat(10_001), at)] },
      },
      locks: {},
    },
    [],
    { shared: (author) => [author], local: (author) => author },
  );
  for (const [entry, content] of huge) if (entry.includes("/message/")) map.set(`${text24}/${entry}`, content);
  // Ben is the one whose name was forged. It is not his, and Ann sees what was claimed.
  await expect
    .poll(() => ben.threads())
    .toEqual(["open | ben (shared folder): Forged <b onclick=x>. | ann's agent (ann@desk): one"]);
  await expect.poll(() => ann.threads()).toEqual(["open | ben: Forged <b onclick=x>. | ann's agent: one"]);
  await ben.reply(thread, "That was not me.");
  await expect
    .poll(() => ann.threads())
    .toEqual(["open | ben: Forged <b onclick=x>. | ann's agent: one | ben@desk: That was not me."]);
});

test("more messages than a thread may have keep no other comments of the text from being in sync", async () => {
  const [ann, ben] = await two();
  const thread = await ann.add("brown", "one");
  await expect.poll(async () => (await ben.threads()).length).toBe(1);
  const { document, map } = await hostile("editor");
  const start = [...map.keys()][0]?.slice(0, 25);
  const { toEntries } = await import("../../engine/comments");
  const messages = Array.from({ length: 1001 }, (_, at) => ({
    author: { name: "x", kind: "user" as const },
    text: "x",
    at: new Date(Date.UTC(2026, 0, 1) + at).toISOString(),
  }));
  const passage = { quote: "", before: "", after: "", section: null, paragraph_id: null };
  const flood = toEntries(
    {
      threads: { [thread]: { status: "open", changed: "2026-01-01T00:00:00.000Z", anchor: passage, messages } },
      locks: {},
    },
    [],
    { shared: (author) => [author], local: (author) => author },
  );
  document.transact(() => {
    for (const [entry, content] of flood) if (entry.includes("/message/")) map.set(`${start}${entry}`, content);
  });
  await expect.poll(() => ann.notices).toContainEqual(expect.objectContaining({ kind: "not shared", path: "a.md" }));
  await ben.add("fox", "two");
  await allHave([ann], ["open | ann's agent: one", "open | ben's agent (ben@desk): two"]);
  // Whoever may write makes room.
  await ann.delete(thread);
  await allHave([ann], ["open | ben's agent (ben@desk): two"]);
  await expect.poll(() => [...map.keys()].some((key) => key.includes(thread))).toBe(false);
  await expect.poll(() => ann.state()?.problems.size).toBe(0);
});

test("a hostile commenter can delete, change and protect nothing, at once or later", async () => {
  const [ann] = await two();
  const thread = await ann.add("brown", "one");
  await ann.idle();
  const attacks: ((map: Y.Map<unknown>, document: Y.Doc) => void)[] = [
    (map) => map.clear(),
    (map) => map.delete([...map.keys()].find((key) => key.includes("/message/")) ?? ""),
    (map) => map.set([...map.keys()].find((key) => key.includes("/message/")) ?? "", "{}"),
    (map) => map.set([...map.keys()].find((key) => key.endsWith("/anchor")) ?? "", "{}"),
    (map) => {
      const lock = { mode: "locked", kind: "document", anchor: null, at: "2026-01-01T00:00:00.000Z" };
      map.set(`${[...map.keys()][0]?.slice(0, 24)}/l_0123456789`, JSON.stringify(lock));
    },
    (_map, document) => document.getMap("other").set("a", "b"),
    // In the place of what Ann will write next: by something that holds nothing, and by comments.
    (_map, document) => {
      const [[client, clock] = [0, 0]] = Y.decodeStateVector(Y.encodeStateVector(document));
      const bytes = (value: number): number[] =>
        value < 128 ? [value] : [(value % 128) + 128, ...bytes(Math.floor(value / 128))];
      Y.applyUpdate(document, Uint8Array.from([1, 1, ...bytes(client), ...bytes(clock), 0, ...bytes(1000), 0]));
    },
    (map, document) => {
      document.clientID = [...Y.decodeStateVector(Y.encodeStateVector(document)).keys()][0] ?? 0;
      const status = [...map.keys()].find((key) => key.endsWith("/status")) ?? "";
      map.set(status, String(map.get(status)));
    },
  ];
  for (const attack of attacks) {
    const { map, document, closed, end } = await hostile("commenter");
    document.transact(() => attack(map, document));
    await expect.poll(() => closed, { message: String(attack) }).toContain(4400);
    end();
  }
  expect(await ann.threads()).toEqual(["open | ann's agent: one"]);
  expect(logged).toHaveLength(attacks.length);
  expect(logged.join()).not.toContain(thread);
});
