import type { AgentEntry } from "../../../shared/assistant-setup";
import { ToolError } from "../../engine/ports/tool-error";
import { AgentConnection, type Patience, type ProtocolVersion } from "./agent-connection";
import { type FoundAgent, findAgent } from "./find-agent";
import { type AgentProgram, installLine } from "./known-agents";
import { acpMessages } from "./messages";
import { shownLine } from "./shown-text";

export type ConnectionDeps = {
  /** Galley's. */
  version: string;
  env: NodeJS.ProcessEnv;
  dataDir: string;
  log(line: string): void;
  /** Removes keys from what an agent writes to standard error. */
  clean(text: string): string;
  patience?: Patience;
  /** Version 2 is a draft: an agent that does not speak it is asked for version 1. */
  protocol?(): ProtocolVersion;
};

/** The processes of agents: one for each agent, its command, and folder. */
export type AgentConnections = {
  /** One that has ended is started again. */
  to(program: AgentProgram, folder: string): Promise<AgentConnection>;
  /** What the agent says of itself, once it has run. */
  description(agent: string): Pick<AgentEntry, "version" | "logins"> | undefined;
  /** Ends all processes of this agent, also those that are being started. */
  endAll(agent: string): Promise<void>;
  /** Ends all, also those that are being started. */
  close(): Promise<void>;
};

/** Where the user's programs are. */
export const searchPath = (env: NodeJS.ProcessEnv): string =>
  Object.entries(env).find(([name]) => name.toUpperCase() === "PATH")?.[1] ?? "";

/** `ended` is called for each that has ended. */
export function createAgentConnections(
  { version, env, dataDir, log, clean, patience, protocol = () => 1 }: ConnectionDeps,
  ended: (connection: AgentConnection) => void,
): AgentConnections {
  const connections = new Map<string, Promise<AgentConnection>>();
  const running = new Set<AgentConnection>();
  const descriptions = new Map<string, Pick<AgentEntry, "version" | "logins">>();
  let isClosed = false;

  async function start(program: AgentProgram, folder: string): Promise<AgentConnection> {
    if (protocol() === 1) return startWith(1, program, folder);
    return startWith(2, program, folder).catch((error: unknown) => {
      if (isClosed || (error instanceof ToolError && error.code === "timeout")) throw error;
      return startWith(1, program, folder);
    });
  }

  async function startWith(asked: ProtocolVersion, program: AgentProgram, folder: string): Promise<AgentConnection> {
    const found = await findProgram(program, env);
    if (isClosed) throw new ToolError("failed", acpMessages.ended(program.name));
    const made = new AgentConnection(program, found, {
      cwd: folder,
      env,
      dataDir,
      protocol: asked,
      clean,
      ...(patience ? { patience } : {}),
    });
    running.add(made);
    void made.gone.then((reason) => {
      running.delete(made);
      log(`${program.name}: ${reason.message} ${made.errors()}`);
      ended(made);
    });
    try {
      await made.initialize(version);
    } catch (error) {
      await made.end();
      throw error;
    }
    descriptions.set(program.id, { version: made.version, logins: loginsOf(made) });
    return made;
  }

  return {
    async to(program, folder) {
      // The user may change the command of an agent of their own.
      const key = JSON.stringify([program.id, program.commands, folder]);
      const known = (await connections.get(key)?.catch(() => null)) ?? null;
      if (known && !known.isGone) return known;
      // Somebody else may have started it while we waited.
      const other = connections.get(key);
      if (other !== undefined && (await other.catch(() => null)) !== known) return other;
      const starting = start(program, folder);
      connections.set(key, starting);
      starting.catch(() => {
        if (connections.get(key) === starting) connections.delete(key);
      });
      return starting;
    },
    description: (agent) => descriptions.get(agent),
    async endAll(agent) {
      await Promise.all([...running].filter(({ program }) => program.id === agent).map((each) => each.end()));
    },
    async close() {
      isClosed = true;
      await Promise.all([...running].map((each) => each.end()));
    },
  };
}

async function findProgram(program: AgentProgram, env: NodeJS.ProcessEnv): Promise<FoundAgent> {
  const found = await findAgent(program, searchPath(env));
  if (found !== null) return found;
  const line = installLine(program);
  const { notInstalled, notInstalledHint, ownMissing, ownMissingHint } = acpMessages;
  throw line === null
    ? new ToolError("wrong_state", ownMissing(program.name), { hint: ownMissingHint })
    : new ToolError("wrong_state", notInstalled(program.name), { hint: notInstalledHint(line) });
}

const loginsOf = (connection: AgentConnection): AgentEntry["logins"] =>
  connection.logins.flatMap((method) => {
    const { id, name, description } = method;
    if (id.length > 200) return [];
    const command = connection.loginLine(method);
    return [{ id, name: shownLine(name, 100) || id, description: shownLine(description ?? "", 300), command }];
  });
