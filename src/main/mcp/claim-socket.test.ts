import { chmod, link, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createConnection, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Claim, claimSocket } from "./claim-socket";
import { recordedSocket, runFolder, socketRecord } from "./local-socket-path";

let top: string;
let folder: string;
let servers: Server[];

beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), "galley-claim-"));
  folder = join(top, "data");
  await mkdir(folder);
  servers = [];
});

afterEach(async () => {
  for (const server of servers) server.close();
  await rm(top, { recursive: true, force: true });
});

/** A server that sends `name` as a greeting, so that a test knows who answers. */
const serverNamed = (name: string): Server => {
  const server = createServer((socket) => {
    // A process that only checks whether the server is alive disconnects at once.
    socket.on("error", () => {});
    socket.end(name);
  });
  servers.push(server);
  return server;
};

const claim = (server: Server, dataDir = folder) => claimSocket(server, dataDir);

const claimed = async (server: Server, dataDir = folder): Promise<Extract<Claim, { status: "claimed" }>> => {
  const outcome = await claim(server, dataDir);
  if (outcome.status !== "claimed") throw new Error(outcome.status);
  return outcome;
};

const filesIn = (dataDir: string): Promise<string[]> => readdir(runFolder(dataDir));

const whoAnswers = async (dataDir = folder): Promise<string> => {
  const path = await recordedSocket(dataDir);
  if (path === null) return "nobody";
  return new Promise((resolve) => {
    let output = "";
    createConnection(path)
      .on("data", (bytes) => (output += bytes))
      .on("error", (error) => resolve(String((error as NodeJS.ErrnoException).code)))
      .on("end", () => resolve(output));
  });
};

/** What a killed process leaves behind: a recorded socket on which nobody listens. */
const leaveDeadSocket = async (dataDir = folder) => {
  await mkdir(runFolder(dataDir), { recursive: true, mode: 0o700 });
  const name = "s-0123456789ab";
  const dead = createServer();
  await new Promise<void>((done) => dead.listen(join(runFolder(dataDir), "listening"), done));
  await link(join(runFolder(dataDir), "listening"), join(runFolder(dataDir), name));
  await new Promise((done) => dead.close(done));
  await writeFile(socketRecord(dataDir), name);
};

describe.skipIf(process.platform === "win32")("claiming a socket", () => {
  test("creates a socket that only this user can reach, records it, and leaves nothing else in the folder [A30]", async () => {
    const { path } = await claimed(serverNamed("first"));
    expect(await whoAnswers()).toBe("first");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
    expect(await filesIn(folder)).toHaveLength(2);
    expect(path).toBe(join(runFolder(folder), await readFile(socketRecord(folder), "utf8")));
  });

  test("never replaces a live process", async () => {
    await claim(serverNamed("first"));
    expect((await claim(serverNamed("second"))).status).toBe("taken");
    expect(await whoAnswers()).toBe("first");
    expect(await filesIn(folder)).toHaveLength(2);
  });

  test("replaces a dead process, and removes what it left", async () => {
    await leaveDeadSocket();
    expect(await whoAnswers()).toBe("ECONNREFUSED");
    const { path } = await claimed(serverNamed("next"));
    expect(await whoAnswers()).toBe("next");
    expect((await filesIn(folder)).sort()).toEqual([path.slice(dirname(path).length + 1), "socket"].sort());
  });

  test("removes the socket of a process that died before it recorded its address", async () => {
    await leaveDeadSocket();
    await rm(socketRecord(folder));
    await claimed(serverNamed("next"));
    expect(await filesIn(folder)).toHaveLength(2);
  });

  test.each(["what is this", "s-0123456789ab", "/etc/hostname"])("replaces a record that contains %s", async (text) => {
    await mkdir(runFolder(folder), { mode: 0o700 });
    await writeFile(socketRecord(folder), text);
    await writeFile(join(runFolder(folder), "what is this"), "kept");
    await claimed(serverNamed("next"));
    expect(await whoAnswers()).toBe("next");
    expect(await readFile(join(runFolder(folder), "what is this"), "utf8")).toBe("kept");
  });

  test("lets exactly one of many processes replace a dead one at the same time", async () => {
    for (let round = 0; round < 10; round++) {
      const dataDir = join(top, `round-${round}`);
      await leaveDeadSocket(dataDir);
      const claims = await Promise.all(
        Array.from({ length: 8 }, (_, index) => claim(serverNamed(`${index}`), dataDir)),
      );
      const winners = claims.flatMap(({ status }, index) => (status === "claimed" ? [`${index}`] : []));
      expect(winners).toHaveLength(1);
      expect(await whoAnswers(dataDir)).toBe(winners[0]);
    }
  });

  test("removes the socket and the record on release, but not those of a successor", async () => {
    const first = await claimed(serverNamed("first"));
    await rm(first.path);
    const second = await claimed(serverNamed("second"));
    await first.release();
    expect(await whoAnswers()).toBe("second");
    await second.release();
    expect(await whoAnswers()).toBe("nobody");
    expect(await filesIn(folder)).toEqual([]);
  });

  test("rejects a folder that is a link [A30]", async () => {
    await mkdir(join(top, "elsewhere"));
    await symlink(join(top, "elsewhere"), runFolder(folder));
    await expect(claim(serverNamed("x"))).rejects.toThrow("is a link");
    expect(await readdir(join(top, "elsewhere"))).toEqual([]);
  });

  test("closes a folder that was open to others before it listens there [A30]", async () => {
    await mkdir(runFolder(folder));
    await chmod(runFolder(folder), 0o777);
    const { path } = await claimed(serverNamed("x"));
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
  });

  test("listens in a new folder of this user if the disk does not support sockets, and removes it again", async () => {
    const server = serverNamed("elsewhere");
    const listen = server.listen.bind(server) as (path: string, done: () => void) => Server;
    server.listen = ((path: string, done: () => void) => {
      if (!path.startsWith(folder)) return listen(path, done);
      const error = Object.assign(new Error("not supported"), { code: "EOPNOTSUPP" });
      process.nextTick(() => server.emit("error", error));
      return server;
    }) as typeof server.listen;
    const { path, release } = await claimed(server);
    expect(path.startsWith(folder)).toBe(false);
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
    expect(await whoAnswers()).toBe("elsewhere");
    await release();
    expect(await stat(dirname(path)).catch(() => null)).toBeNull();
  });
});
