import { link, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createConnection, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { claimSocket } from "./claim-socket";

let folder: string;
let servers: Server[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "galley-claim-"));
  servers = [];
});

afterEach(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
});

/** A server that greets with `name`, so that a test knows who answers. */
const serverNamed = (name: string): Server => {
  const server = createServer((socket) => {
    // Whoever only looks whether we live hangs up at once.
    socket.on("error", () => {});
    socket.end(name);
  });
  servers.push(server);
  return server;
};

const claim = (server: Server, name = "app.sock") => claimSocket(server, { path: join(folder, name), folder });

const filesIn = async (path: string): Promise<string[]> => (await readdir(path)).filter((name) => name !== "locks");

const whoAnswers = (path = join(folder, "app.sock")): Promise<string> =>
  new Promise((resolve) => {
    let said = "";
    createConnection(path)
      .on("data", (bytes) => (said += bytes))
      .on("error", (error) => resolve(String((error as NodeJS.ErrnoException).code)))
      .on("end", () => resolve(said));
  });

/** What a process that was killed leaves behind: a socket's file that nobody listens at. */
const leaveDeadSocket = async (path: string) => {
  const dead = createServer();
  await new Promise<void>((done) => dead.listen(`${path}.dead`, done));
  await link(`${path}.dead`, path);
  await new Promise((done) => dead.close(done));
};

describe.skipIf(process.platform === "win32")("claiming a socket", () => {
  test("makes a socket that only this user can reach, and leaves nothing else in the folder [A30]", async () => {
    expect((await claim(serverNamed("first"))).status).toBe("claimed");
    expect(await whoAnswers()).toBe("first");
    expect((await stat(join(folder, "app.sock"))).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await filesIn(folder)).toEqual(["app.sock"]);
  });

  test("never takes the place of a live process", async () => {
    await claim(serverNamed("first"));
    expect((await claim(serverNamed("second"))).status).toBe("taken");
    expect(await whoAnswers()).toBe("first");
    expect(await filesIn(folder)).toEqual(["app.sock"]);
  });

  test("takes the place of a dead one", async () => {
    await leaveDeadSocket(join(folder, "app.sock"));
    expect(await whoAnswers()).toBe("ECONNREFUSED");
    expect((await claim(serverNamed("next"))).status).toBe("claimed");
    expect(await whoAnswers()).toBe("next");
    expect(await filesIn(folder)).toEqual(["app.sock"]);
  });

  test("takes the place of a file that is no socket", async () => {
    await writeFile(join(folder, "app.sock"), "what is this");
    expect((await claim(serverNamed("next"))).status).toBe("claimed");
    expect(await whoAnswers()).toBe("next");
  });

  test("of many that find a dead one at the same time, exactly one takes its place", async () => {
    for (let round = 0; round < 10; round++) {
      const name = `round-${round}.sock`;
      await leaveDeadSocket(join(folder, name));
      const claims = await Promise.all(Array.from({ length: 8 }, (_, index) => claim(serverNamed(`${index}`), name)));
      const winners = claims.flatMap(({ status }, index) => (status === "claimed" ? [`${index}`] : []));
      expect(winners).toHaveLength(1);
      expect(await whoAnswers(join(folder, name))).toBe(winners[0]);
    }
  });

  test("releasing removes the socket, but not that of a successor", async () => {
    const first = await claim(serverNamed("first"));
    await rm(join(folder, "app.sock"));
    const second = await claim(serverNamed("second"));
    if (first.status !== "claimed" || second.status !== "claimed") throw new Error("not claimed");
    await first.release();
    expect(await whoAnswers()).toBe("second");
    await second.release();
    expect(await whoAnswers()).toBe("ENOENT");
  });

  test("refuses a folder that is a link [A30]", async () => {
    const path = `${folder}-link`;
    await symlink(folder, path);
    await expect(claimSocket(serverNamed("x"), { path: join(path, "app.sock"), folder: path })).rejects.toThrow(
      "is a link",
    );
    await rm(path);
  });
});
