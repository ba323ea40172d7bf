import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { createEngine } from "../engine/host/create-engine";
import { type CliFixture, createCliFixture, type GalleyProcess } from "./testing/galley-process";
import { type Served, startServing } from "./testing/shared-folder-client";

const runs = process.env["GALLEY_LONG"] ? 30 : 1;
const STEPS = process.env["GALLEY_LONG"] ? 60 : 15;
const PATH = "text.md";
/** Two lines of each machine, and two in which all write. */
const TEXT = Array.from({ length: 8 }, (_, at) => `Line ${at}:\n`).join("\n");

/** The same numbers for the same seed, from 0 to below 1. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A network between the members and the server, which can be cut. */
async function network(portOfServer: () => number) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((client) => {
    const backend = isCut ? null : connect(portOfServer(), "127.0.0.1");
    for (const socket of [client, backend]) {
      if (socket === null) continue;
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
      socket.once("close", () => {
        sockets.delete(socket);
        client.destroy();
        backend?.destroy();
      });
    }
    if (backend === null) client.destroy();
    else client.pipe(backend).pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = (now: boolean): void => {
    isCut = now;
    if (now) for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    close() {
      cut(true);
      server.close();
    },
  };
}

/** A machine with `galley join`, and an engine beside it through which its user and an agent write. */
async function machine(link: string) {
  const fixture = await createCliFixture();
  const engine = await createEngine({ dataDir: fixture.dataDir });
  let member: GalleyProcess | null = null;
  const path = join(fixture.root, PATH);
  return {
    fixture,
    engine,
    path,
    read: () => readFile(path, "utf8").catch(() => ""),
    comments: () => readFile(join(fixture.root, ".galley/comments", `${PATH}.json`), "utf8").catch(() => ""),
    start() {
      if (member !== null) return;
      member = fixture.start("join", link, fixture.root);
      member.stdout.resume();
      member.stderr.resume();
    },
    async kill() {
      if (member === null) return;
      const exit = once(member, "exit");
      member.kill("SIGKILL");
      member = null;
      await exit;
    },
    /** Every text that the file had here. */
    async history(): Promise<string> {
      const versions = await engine.history.list(path);
      const texts = await Promise.all(versions.map(({ version_id }) => engine.history.read(path, version_id)));
      return texts.map((bytes) => (bytes === null ? "" : Buffer.from(bytes).toString())).join("\n");
    },
    async remove() {
      await engine.close();
      await fixture.remove();
    },
  };
}

type Machine = Awaited<ReturnType<typeof machine>>;

/** What a run has written: `kept` are the words in a machine's own lines, which nobody replaces. */
type WrittenWords = { words: Set<string>; kept: Set<string>; comments: Set<string> };

/** An edit that puts a word at the end of a line or, if it may, in place of the line's last word. */
function edit(text: string, word: string, line: number, mayReplace: boolean) {
  const found = new RegExp(`^Line ${line}:.*$`, "m").exec(text);
  if (found === null) return { from: text.length, to: text.length, insert: `${word}\n` };
  const end = found.index + found[0].length;
  const last = mayReplace ? / w\d+$/.exec(found[0]) : null;
  return { from: end - (last?.[0].length ?? 0), to: end, insert: ` ${word}` };
}

type InterleaveOptions = {
  machines: Machine[];
  cut(now: boolean): void;
  killServer(): Promise<void>;
  startServer(): Promise<void>;
};

/** Random writes on three machines, kills and cuts. */
async function interleave(random: () => number, on: InterleaveOptions): Promise<WrittenWords> {
  const written: WrittenWords = { words: new Set(), kept: new Set(), comments: new Set() };
  for (let step = 0; step < STEPS; step++) {
    const index = Math.floor(random() * on.machines.length);
    const each = on.machines[index] as Machine;
    const word = `w${step}`;
    const isOwn = random() < 0.7;
    const line = (isOwn ? index * 2 : 6) + Math.floor(random() * 2);
    // In a machine's own lines words only follow each other: so both sides agree on what was not confirmed before a kill.
    const [what, mayReplace] = [random(), !isOwn && random() < 0.3];
    const wrote = (): void => {
      written.words.add(word);
      if (isOwn) written.kept.add(word);
    };
    if (what < 0.6) {
      const isUser = what < 0.3;
      await each.engine.documents.change(each.path, [each.fixture.root], {
        by: isUser ? { kind: "you", name: "you" } : { kind: "agent", name: "Agent" },
        reason: isUser ? "autosave" : "patch",
        ...(isUser && { asker: "person" as const }),
        edit: (current) => ({ changes: [edit(current?.text ?? "", word, line, mayReplace)] }),
      });
      wrote();
    } else if (what < 0.75) {
      // Another program, which never replaces what no Galley may have seen yet.
      const text = readFileSync(each.path, "utf8");
      const { from, to, insert } = edit(text, word, line, false);
      writeFileSync(each.path, text.slice(0, from) + insert + text.slice(to));
      wrote();
    } else if (what < 0.79) {
      const given = { action: "add", path: PATH, quote: `Line ${line}`, text: word };
      const caller = { id: "agent", name: "Agent", roots: [each.fixture.root] };
      const { ok, message } = await each.engine.run({ name: "comments", arguments: given, caller });
      expect(ok, message).toBe(true);
      written.comments.add(word);
    } else if (what < 0.84) await each.kill();
    else if (what < 0.88) await on.killServer();
    else if (what < 0.93) on.cut(random() < 0.5);
    else {
      await on.startServer();
      each.start();
    }
    if (random() < 0.3) await wait(random() * 300);
  }
  return written;
}

/** One run. Throws with its seed if something was lost, or the machines do not agree. */
async function run(seed: number): Promise<void> {
  const random = randomOf(seed);
  const server: CliFixture = await createCliFixture();
  const data = await realpath(await mkdtemp(join(tmpdir(), "galley-shared-")));
  const args = ["--data", data];
  let served: Served | null = await startServing(server, ...args);
  const { port, secrets } = served;
  const net = await network(() => port);
  const link = `galley://127.0.0.1:${net.port}/#${secrets.editor}`;
  const machines = [await machine(link), await machine(link), await machine(link)];
  try {
    await writeFile((machines[0] as Machine).path, TEXT);
    for (const each of machines) each.start();
    for (const each of machines) await expect.poll(each.read).toBe(TEXT);
    const startServer = async () => {
      served ??= await startServing(server, ...args, "--port", String(port));
    };
    const { words, kept, comments } = await interleave(random, {
      machines,
      cut: net.cut,
      startServer,
      async killServer() {
        if (served === null) return;
        const exit = once(served.process, "exit");
        served.process.kill("SIGKILL");
        served = null;
        await exit;
      },
    });
    net.cut(false);
    await startServer();
    for (const each of machines) each.start();
    const here = async (): Promise<string[]> => {
      const [first = "", ...others] = await Promise.all(machines.map(({ read }) => read()));
      if (others.some((text) => text !== first)) return ["the files differ", first, ...others];
      const histories = (await Promise.all(machines.map((each) => each.history()))).join("\n");
      const stored = await Promise.all(machines.map((each) => each.comments()));
      const isIn = (text: string) => (word: string) => new RegExp(`\\b${word}\\b`).test(text);
      const lost = [...words].filter((word) => !isIn(first + histories)(word));
      const gone = [...kept].filter((word) => !isIn(first)(word));
      const unseen = [...comments].filter((word) => !stored.every((text) => text.includes(`"${word}"`)));
      return [
        ...lost,
        ...gone.map((word) => `${word}: not in the text`),
        ...unseen.map((word) => `${word}: no comment`),
      ];
    };
    await expect.poll(here, { timeout: 60_000, message: `seed ${seed}` }).toEqual([]);
    const text = await (machines[0] as Machine).read();
    for (const word of words)
      expect(text.split(new RegExp(`\\b${word}\\b`)).length, `${word} twice, seed ${seed}:\n${text}`).toBeLessThan(3);
  } finally {
    net.close();
    for (const each of machines) await each.remove();
    await server.remove();
    await rm(data, { recursive: true, force: true });
  }
}

test("whatever three machines write, and whatever is killed or cut meanwhile, their files become the same, each word is in them or in a history, and each comment on all", async () => {
  const first = Number(process.env["GALLEY_SEED"] ?? 20_261_129);
  for (let at = 0; at < runs; at++) await run(first + at);
});
