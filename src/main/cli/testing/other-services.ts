import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** A real service on a free port of the loopback interface, with data that is thrown away. */
export type RealService = {
  port: number;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data. */
  start(): Promise<void>;
  remove(): Promise<void>;
};

const postgresPrograms = (): string | null => {
  const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql") : [];
  const newest = versions.sort((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? null : `/usr/lib/postgresql/${newest}/bin`;
};

const redisProgram = "/usr/bin/redis-server";

/** What is missing to start Postgres and Redis; null if nothing is. */
export const missingServices = (): string | null => {
  const missing = [
    ...(postgresPrograms() === null ? ["postgresql"] : []),
    ...(existsSync(redisProgram) ? [] : ["redis-server"]),
  ];
  return missing.length === 0 ? null : `${missing.join(" and ")} of Debian`;
};

/** Postgres does not run as root: then its own user runs it. */
function ownerOfPostgres(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const entry = /^postgres:[^:]*:(\d+):(\d+)/m.exec(readFileSync("/etc/passwd", "utf8"));
  if (entry === null) throw new Error("there is no user postgres to run Postgres as");
  return { uid: Number(entry[1]), gid: Number(entry[2]) };
}

/** Starts a Postgres; its superuser is `galley`, without a password. */
export async function startPostgres(): Promise<RealService> {
  const programs = postgresPrograms() ?? "";
  const folder = mkdtempSync(join(tmpdir(), "galley-postgres-"));
  const owner = ownerOfPostgres();
  if (owner !== null) chownSync(folder, owner.uid, owner.gid);
  const options = { ...(owner ?? {}), cwd: folder, env: { PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8" } };
  execFileSync(join(programs, "initdb"), ["-D", join(folder, "data"), "-U", "galley", "-A", "trust", "-N"], {
    ...options,
    stdio: "pipe",
  });
  const port = await freePort();
  const setting = (name: string, value: string | number) => ["-c", `${name}=${value}`];
  const args = [
    ...["-D", join(folder, "data"), "-k", folder],
    ...setting("listen_addresses", "127.0.0.1"),
    ...setting("port", port),
    ...setting("max_connections", 60),
  ];
  const run = () => spawn(join(programs, "postgres"), args, { ...options, stdio: "ignore" });
  // It listens before it lets anybody in.
  const isReady = async () =>
    (await answers(port)) &&
    spawnSync(join(programs, "pg_isready"), ["-q", "-h", "127.0.0.1", "-p", String(port)]).status === 0;
  return service(port, folder, run, isReady);
}

export async function startRedis(): Promise<RealService> {
  const folder = mkdtempSync(join(tmpdir(), "galley-redis-"));
  const port = await freePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder];
  return service(port, folder, () => spawn(redisProgram, args, { cwd: folder, stdio: "ignore" }));
}

const caddyProgram = "/usr/bin/caddy";

export const hasCaddy = (): boolean => existsSync(caddyProgram);

/** Starts Caddy as `deploy/Caddyfile` says, without TLS, in front of servers on these ports. */
export async function startCaddy(ports: readonly number[]): Promise<RealService> {
  const folder = mkdtempSync(join(tmpdir(), "galley-caddy-"));
  const [port, admin] = [await freePort(), await freePort()];
  const env = {
    GALLEY_SITE: `http://127.0.0.1:${port}`,
    GALLEY_SERVERS: ports.map((each) => `127.0.0.1:${each}`).join(" "),
    CADDY_ADMIN: `127.0.0.1:${admin}`,
    HOME: folder,
  };
  const config = resolve(import.meta.dirname, "../../../../deploy/Caddyfile");
  const args = ["run", "--config", config, "--adapter", "caddyfile"];
  return service(port, folder, () => spawn(caddyProgram, args, { cwd: folder, stdio: "ignore", env }));
}

async function service(
  port: number,
  folder: string,
  run: () => ChildProcess,
  isReady: () => Promise<boolean> = () => answers(port),
): Promise<RealService> {
  let child: ChildProcess | null = null;
  const result: RealService = {
    port,
    async start() {
      child = run();
      for (const end = performance.now() + 30_000; !(await isReady()); )
        if (performance.now() > end) throw new Error(`nothing listens at port ${port}`);
    },
    async kill() {
      if (child === null) return;
      const ended = once(child, "exit");
      // Postgres: an immediate shutdown, which loses its memory as a crash does, but also ends the processes of its connections.
      child.kill(child.spawnfile.endsWith("postgres") ? "SIGQUIT" : "SIGKILL");
      await ended;
      child = null;
    },
    async remove() {
      await result.kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  await result.start();
  return result;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function answers(port: number): Promise<boolean> {
  const { connect } = await import("node:net");
  return new Promise((done) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      done(true);
    });
    socket.once("error", () => setTimeout(done, 50, false));
  });
}
