import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import type { ToolServer, ToolServerDraft, ToolServerState } from "../../../shared/tool-servers";
import { ToolError } from "../../engine/ports/tool-error";
import { shownLine } from "../acp";
import type { KeySafe } from "../core/key-safe";
import { MAX_TOOL_SERVERS, SERVER_TIMEOUTS_MS } from "../core/limits";
import { storedJson } from "../core/stored-json";
import { createStoredSecrets } from "../core/stored-secrets";
import { type ConnectionOptions, connectServer, isAddress, type ServerConnection } from "./connection";
import { safeAddress } from "./http-transport";
import { LoginNeeded, type LoginOptions, type Logins, logIn, storedLoginOf } from "./login";
import { toolServerMessages as t } from "./messages";
import { type ReadTool, readTools, shownDescription } from "./offered-tools";
import { wordsOf } from "./program-transport";

const storedSchema = z.object({
  id: z.string(),
  name: z.string(),
  start: z.string(),
  /** The hash of the tools that the user agreed to; null: of none yet. */
  agreed: z.string().nullable(),
});

type StoredServer = z.infer<typeof storedSchema>;

/** A tool that models are offered: of a server that runs, and of tools that the user has agreed to. */
export type OfferedTool = ReadTool & {
  server: string;
  call(args: Record<string, unknown>, signal: AbortSignal): Promise<{ text: string; isError: boolean }>;
};

export type ToolServers = {
  load(): Promise<string[]>;
  list(): ToolServer[];
  /** Adds a server and starts it; the user has seen what is started. Its tools are not offered before `agree`. */
  add(draft: ToolServerDraft): Promise<void>;
  /** Starts it again, unless it runs. */
  start(id: string): Promise<void>;
  /** Logs the user in at it in their browser, which `open` opens, and starts it. A login that waits is given up. */
  logIn(id: string, open: LoginOptions["open"]): Promise<void>;
  /** The user's yes to exactly the tools with this hash. */
  agree(id: string, hash: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** The tools for a question. Servers whose tools the user has agreed to are started; those that take long are left out. */
  tools(): Promise<OfferedTool[]>;
  close(): Promise<void>;
};

export type ToolServersDeps = Pick<ConnectionOptions, "version" | "cwd" | "env" | "dataDir" | "patience"> & {
  keySafe: KeySafe;
  /** Keeps a secret out of logs and messages. */
  hide(secret: string): void;
  changed(servers: ToolServer[]): void;
  /** The tools of this server were removed or have changed, so the permissions for them no longer apply. */
  forget(server: string): Promise<void>;
};

/** What is known of a server while Galley runs. */
type Running = {
  state: ToolServerState;
  connection: ServerConnection | null;
  found: ReturnType<typeof readTools> | null;
  starting: Promise<void> | null;
  /** Gives up the login that waits for the user. */
  login: AbortController | null;
};

/** Stored in `tool-servers.json`. */
export function createToolServers(deps: ToolServersDeps): ToolServers {
  const file = storedJson(
    join(deps.dataDir, "tool-servers.json"),
    z.array(storedSchema).max(MAX_TOOL_SERVERS),
    () => t.part,
  );
  const secrets = createStoredSecrets(join(deps.dataDir, "tool-server-logins.json"), deps.keySafe, () => t.part);
  const logins: Logins = { secrets, hide: deps.hide };
  const running = new Map<string, Running>();
  let stored: StoredServer[] = [];
  let isClosed = false;

  const runningOf = (id: string): Running => {
    const known = running.get(id) ?? {
      state: { status: "off" },
      connection: null,
      found: null,
      starting: null,
      login: null,
    };
    running.set(id, known);
    return known;
  };
  const storedOf = (id: string): StoredServer => {
    const found = stored.find((each) => each.id === id);
    if (found === undefined) throw new ToolError("not_found", t.unknown);
    return found;
  };
  const list = (): ToolServer[] => stored.map((server) => shownServer(server, runningOf(server.id)));
  const setState = (id: string, state: ToolServerState): void => {
    if (isClosed || !stored.some((each) => each.id === id)) return;
    runningOf(id).state = state;
    deps.changed(list());
  };
  const failed = (id: string, error: unknown): void => {
    const now = runningOf(id);
    now.found = null;
    now.connection = null;
    if (error instanceof LoginNeeded) {
      setState(id, { status: "login", isWaiting: false });
      return;
    }
    const { code, message, hint } =
      error instanceof ToolError ? error : new ToolError("failed", t.failed(String(error)));
    setState(id, { status: "failed", why: { code, message, ...(hint === undefined ? {} : { hint }) } });
  };

  const { start } = createStarts({
    storedOf,
    runningOf,
    setState,
    failed,
    isCurrent: (id, now) => !isClosed && running.get(id) === now,
    connect: async (id, on) => {
      const login = await storedLoginOf(logins, id);
      return connectServer(storedOf(id).start, { ...deps, login, ...on });
    },
  });

  async function stop(id: string): Promise<void> {
    const { connection, login } = runningOf(id);
    running.delete(id);
    login?.abort();
    await connection?.close();
  }

  return {
    async load() {
      const { value, notice } = await file.load();
      stored = value ?? [];
      return [...(notice === null ? [] : [notice]), ...(await secrets.load())];
    },
    list,
    async add(draft) {
      const server = { id: randomUUID(), ...checkedDraft(draft, stored), agreed: null };
      stored = [...stored, server];
      await file.save(stored);
      await start(server.id);
    },
    async start(id) {
      storedOf(id);
      await start(id);
    },
    async logIn(id, open) {
      const { start: address } = storedOf(id);
      const now = runningOf(id);
      const { version } = deps;
      const isLoggedIn = await logInAlone(
        now,
        (signal) => logIn(logins, id, address, { version, open, signal }),
        (isWaiting) => setState(id, { status: "login", isWaiting }),
      );
      if (isLoggedIn) await start(id);
    },
    async agree(id, hash) {
      const { name, agreed } = storedOf(id);
      if (runningOf(id).found?.hash !== hash) throw new ToolError("stale", t.otherTools);
      if (agreed !== hash) await deps.forget(name);
      stored = stored.map((each) => (each.id === id ? { ...each, agreed: hash } : each));
      await file.save(stored);
      setState(id, { status: "ready" });
    },
    async remove(id) {
      const { name } = storedOf(id);
      stored = stored.filter((each) => each.id !== id);
      await file.save(stored);
      await stop(id);
      await secrets.forget(id);
      await deps.forget(name);
      deps.changed(list());
    },
    async tools() {
      const agreed = stored.filter((each) => each.agreed !== null);
      // One that has failed is started again by the user: it would make each question wait.
      const off = agreed.filter(({ id }) => ["off", "starting"].includes(runningOf(id).state.status));
      if (off.length > 0) {
        const late = new AbortController();
        const waiting = wait(deps.patience?.wait ?? SERVER_TIMEOUTS_MS.wait, undefined, { signal: late.signal }).catch(
          () => undefined,
        );
        await Promise.race([Promise.all(off.map(({ id }) => start(id))), waiting]);
        late.abort();
      }
      return agreed.flatMap((server) =>
        offeredBy(
          server,
          () => runningOf(server.id),
          (error) => failed(server.id, error),
        ),
      );
    },
    async close() {
      isClosed = true;
      await Promise.all([...running.keys()].map(stop));
    },
  };
}

type StartsDeps = {
  storedOf(id: string): StoredServer;
  runningOf(id: string): Running;
  setState(id: string, state: ToolServerState): void;
  failed(id: string, error: unknown): void;
  /** Whether this is still the server's record: the server was not removed, and Galley is not closing. */
  isCurrent(id: string, now: Running): boolean;
  connect(id: string, on: Pick<ConnectionOptions, "changed" | "ended">): Promise<ServerConnection>;
};

/** Starts servers, each once at a time, and looks at their tools. */
function createStarts({ storedOf, runningOf, setState, failed, isCurrent, connect }: StartsDeps) {
  async function listTools(id: string, connection: ServerConnection): Promise<void> {
    const { name } = storedOf(id);
    const found = readTools(name, await connection.list());
    const now = runningOf(id);
    if (now.connection !== connection) return;
    now.found = found;
    const { agreed } = storedOf(id);
    setState(id, found.hash === agreed ? { status: "ready" } : { status: "asks", isChanged: agreed !== null });
  }

  async function run(id: string): Promise<void> {
    const now = runningOf(id);
    setState(id, { status: "starting" });
    let connection: ServerConnection | null = null;
    try {
      connection = await connect(id, {
        changed: () => {
          if (connection !== null) void listTools(id, connection).catch((error: unknown) => failed(id, error));
        },
        ended: (why) => {
          if (now.connection === connection) failed(id, why);
        },
      });
      if (!isCurrent(id, now)) return await connection.close();
      now.connection = connection;
      await listTools(id, connection);
    } catch (error) {
      await connection?.close();
      failed(id, error);
    }
  }

  function start(id: string): Promise<void> {
    const now = runningOf(id);
    if (now.connection !== null) return Promise.resolve();
    now.starting ??= run(id).finally(() => {
      now.starting = null;
    });
    return now.starting;
  }

  return { start };
}

/** Runs one login of the user's; a new one ends that which waits. False if it was given up. */
async function logInAlone(
  now: Running,
  run: (signal: AbortSignal) => Promise<void>,
  shown: (isWaiting: boolean) => void,
): Promise<boolean> {
  const login = new AbortController();
  now.login?.abort();
  now.login = login;
  shown(true);
  try {
    await run(login.signal);
    return true;
  } catch (error) {
    // Another login took its place, or the server was removed.
    if (login.signal.aborted) return false;
    shown(false);
    throw error;
  } finally {
    if (now.login === login) now.login = null;
  }
}

/** The tools that models are offered of a server. A call of one whose tools have changed since is rejected: they are others. */
function offeredBy({ name }: StoredServer, now: () => Running, failed: (error: unknown) => void): OfferedTool[] {
  const { state, found, connection } = now();
  if (state.status !== "ready" || found === null || connection === null) return [];
  return found.tools.map((tool) => ({
    ...tool,
    server: name,
    async call(args, signal) {
      if (now().state.status !== "ready" || now().found?.hash !== found.hash)
        throw new ToolError("stale", t.otherTools);
      return connection.call(tool.sent, args, signal).catch((error: unknown) => {
        if (error instanceof LoginNeeded) failed(error);
        throw error;
      });
    },
  }));
}

/** A server as the setup shows it. */
function shownServer({ id, name, start }: StoredServer, { state, found }: Running): ToolServer {
  const tools = found?.tools.map((tool) => ({ name: tool.sent, description: shownDescription(tool) })) ?? [];
  return { id, name, start: shownLine(start, 2000), state, tools, left: found?.left ?? 0, hash: found?.hash ?? null };
}

/** What the user has entered for a new server. Throws if it cannot be added to these. */
function checkedDraft(draft: ToolServerDraft, stored: readonly StoredServer[]): Pick<StoredServer, "name" | "start"> {
  const name = draft.name.trim();
  const start = draft.start.trim();
  if (stored.length >= MAX_TOOL_SERVERS) throw new ToolError("too_large", t.tooMany(MAX_TOOL_SERVERS));
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]{0,30}$/.test(name)) throw new ToolError("bad_arguments", t.noName);
  if (stored.some((each) => each.name.toLowerCase() === name.toLowerCase()))
    throw new ToolError("bad_arguments", t.nameTaken(name));
  if (isAddress(start)) safeAddress(start);
  else if (wordsOf(start).length === 0) throw new ToolError("bad_arguments", t.noStart);
  return { name, start };
}
