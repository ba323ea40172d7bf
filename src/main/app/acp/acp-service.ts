import { realpath, stat } from "node:fs/promises";
import type { McpServer } from "@agentclientprotocol/sdk";
import { SESSION_VARIABLE } from "../../../shared/agents";
import type { AgentEntry } from "../../../shared/assistant-setup";
import type { AgentPastSession, AgentSessionState } from "../../../shared/conversation";
import type { Caller } from "../../engine/ports/caller";
import { ToolError } from "../../engine/ports/tool-error";
import type { OpenedSession } from "./agent-connection";
import { type ConnectionDeps, createAgentConnections, searchPath } from "./agent-connections";
import { type AgentFilesDeps, createAgentFiles } from "./agent-files";
import { createAgentRegistry, type RegistryNotes } from "./agent-registry";
import { AgentSession, type Announcement } from "./agent-session";
import { findAgent } from "./find-agent";
import { createInstaller } from "./install-agent";
import { type AgentProgram, installLine, knownAgents, knownAs, ownAgents } from "./known-agents";
import { OFFICIAL_REGISTRY } from "./load-registry";
import { acpMessages } from "./messages";
import { type SessionTools, sessionTools } from "./session-tools";
import { shownLine } from "./shown-text";

export type AcpServiceDeps = AgentFilesDeps &
  ConnectionDeps & {
    /** The program and arguments that start Galley's command line, whose MCP server the agents are given. */
    command: readonly string[];
    /** The user's own agents, as the setting has them. */
    ownAgents(): string;
    /** Where the registry of agents is read from, as the setting has it; empty: the official one. */
    registry(): string;
    /** An agent says what it is about to write. */
    announced(announcement: Announcement): void;
  };

/** The session that a conversation needs. `former`: of an earlier process, which is continued if the agent can. */
export type SessionWish = {
  agent: string;
  conversation: string;
  folder: string | null;
  caller: Caller;
  former: string | null;
  isReadOnly(): boolean;
  /** The agent's state has changed; null: its process has ended. */
  changed(state: AgentSessionState | null): void;
};

/** Runs agents over the Agent Client Protocol: one process for each agent and folder, one session for each conversation. */
export type AcpService = {
  /** Reads the registry as it was stored; must be called first. Returns notices. */
  load(): Promise<string[]>;
  /** All agents that Galley knows, and which are installed. */
  agents(): Promise<AgentEntry[]>;
  /** Where the registry of agents is read from, and when it last was. */
  registry(): { address: string; loadedAt: string | null };
  /** Reads the registry again. */
  refreshRegistry(): Promise<void>;
  exists(agent: string): boolean;
  name(agent: string): string;
  /** The id of the known agent that this one is, whatever it is called; null if it is another one. */
  knownAs(agent: string): string | null;
  /** The session of a conversation, opened if there is none. `isContinued`: the agent knows what was said before. */
  session(wish: SessionWish): Promise<{ session: AgentSession; isContinued: boolean }>;
  /** The session of a conversation that is open; null if there is none. */
  open(conversation: string): AgentSession | null;
  /** Galley's tools for the session with this secret; null once it is over. */
  tools(secret: string): SessionTools | null;
  closeSession(conversation: string): void;
  /** Sessions that an agent knows of a folder; null if it does not list them. Starts the agent. */
  pastSessions(agent: string, folder: string | null): Promise<AgentPastSession[] | null>;
  logIn(agent: string, folder: string, login: string): Promise<void>;
  /** Runs the line that installs a known agent, if it is the one that the user was shown and has agreed to. */
  install(agent: string, shown: string): Promise<void>;
  /** Ends an agent that was installed from the registry, and deletes it. */
  remove(agent: string): Promise<void>;
  close(): Promise<void>;
};

export function createAcpService(deps: AcpServiceDeps): AcpService {
  const sessions = new Map<string, AgentSession>();
  /** By their secrets; also those that are being opened. */
  const bySecret = new Map<string, AgentSession>();
  const watchers = new WeakMap<AgentSession, SessionWish["changed"]>();
  const registry = createAgentRegistry({ dataDir: deps.dataDir, source: deps.registry, known: knownAgents });
  const ownPrograms = (): AgentProgram[] => [...knownAgents, ...ownAgents(deps.ownAgents())];
  const programs = (): AgentProgram[] => [...ownPrograms(), ...registry.programs(ownPrograms())];
  /** The conversations whose session is being opened; one that is deleted meanwhile is none of them. */
  const opening = new Map<string, symbol>();

  function program(id: string): AgentProgram {
    const found = programs().find((each) => each.id === id);
    if (found === undefined) throw new ToolError("not_found", acpMessages.unknown);
    return found;
  }

  const installer = createInstaller(deps);
  const connections = createAgentConnections(deps, (gone) => {
    for (const [conversation, session] of sessions) {
      if (session.connection !== gone) continue;
      sessions.delete(conversation);
      watchers.get(session)?.(null);
    }
    for (const [secret, { connection }] of bySecret) if (connection === gone) bySecret.delete(secret);
  });

  /** A process without a session ends; the next question starts it again. */
  function closeSession(conversation: string): void {
    opening.delete(conversation);
    const session = sessions.get(conversation);
    if (session === undefined) return;
    sessions.delete(conversation);
    bySecret.delete(session.secret);
    watchers.get(session)?.(null);
    session.close();
    const { connection: used } = session;
    if (![...sessions.values()].some((other) => other.connection === used)) void used.end();
  }

  return {
    load: () => registry.load(),
    registry: () => ({
      address: deps.registry().trim() || OFFICIAL_REGISTRY,
      loadedAt: registry.state()?.loadedAt ?? null,
    }),
    refreshRegistry: registry.refresh,
    async agents() {
      const notes = new Map(registry.programs(ownPrograms()).map((each) => [each.id, each.notes]));
      return Promise.all(
        programs().map(async (of) => {
          const there = await findAgent(of, searchPath(deps.env));
          return {
            id: of.id,
            name: of.name,
            command: there === null ? null : shownLine([there.command, ...there.args].join(" "), 500),
            install: installLine(of),
            ...(await registryNotes(notes.get(of.id), searchPath(deps.env))),
            version: null,
            logins: [],
            ...connections.description(of.id),
          };
        }),
      );
    },
    exists: (id) => programs().some((each) => each.id === id),
    name: (id) => program(id).name,
    knownAs: (id) => knownAs(program(id)),
    async session({ agent, conversation, folder, caller, former, changed, isReadOnly }) {
      if (folder === null) throw new ToolError("wrong_state", acpMessages.noFolder, { hint: acpMessages.noFolderHint });
      const open = sessions.get(conversation);
      if (open && !open.connection.isGone && open.connection.program.id === agent)
        return { session: open, isContinued: true };
      closeSession(conversation);
      const wish = Symbol();
      opening.set(conversation, wish);
      const cwd = await realpath(folder).catch(() => folder);
      if (!(await stat(cwd).catch(() => null))?.isDirectory())
        throw new ToolError("not_found", acpMessages.noFolder, { hint: acpMessages.noFolderHint });
      const connected = await connections.to(program(agent), cwd);
      const { announced } = deps;
      const files = createAgentFiles(deps, caller);
      const { request: _, ...idle } = caller;
      const session = new AgentSession(connected, files, {
        conversation,
        caller: idle,
        changed,
        isReadOnly,
        announced,
      });
      bySecret.set(session.secret, session);
      const servers = galleyServer(session, deps);
      let continued: OpenedSession | null = null;
      try {
        continued = former === null ? null : await connected.continueSession(former, session, servers);
        session.opened(continued ?? (await connected.newSession(session, servers)));
      } catch (error) {
        bySecret.delete(session.secret);
        throw error;
      }
      if (opening.get(conversation) !== wish) {
        bySecret.delete(session.secret);
        session.close();
        if (![...sessions.values()].some((other) => other.connection === connected)) void connected.end();
        throw new ToolError("failed", acpMessages.ended(connected.program.name));
      }
      opening.delete(conversation);
      sessions.set(conversation, session);
      watchers.set(session, changed);
      return { session, isContinued: continued !== null };
    },
    open: (conversation) => sessions.get(conversation) ?? null,
    tools(secret) {
      const session = bySecret.get(secret);
      return session === undefined ? null : sessionTools(session, deps);
    },
    closeSession,
    async pastSessions(agent, folder) {
      if (folder === null) throw new ToolError("wrong_state", acpMessages.noFolder, { hint: acpMessages.noFolderHint });
      return (await connections.to(program(agent), await realpath(folder).catch(() => folder))).pastSessions();
    },
    async logIn(agent, folder, login) {
      const connected = await connections.to(program(agent), await realpath(folder).catch(() => folder));
      const method = connected.logins.find(({ id }) => id === login);
      if (method === undefined) throw new ToolError("not_found", acpMessages.noLogin);
      const line = connected.loginLine(method);
      if (line !== null) throw new ToolError("unsupported", acpMessages.terminalLogin(line));
      await connected.logIn(login);
    },
    install(agent, shown) {
      const of = program(agent);
      return installer.install(of, shown, {
        begins: () => endAll(agent),
        done: (sha256) => registry.installed(agent, sha256),
      });
    },
    async remove(agent) {
      await endAll(agent);
      await registry.remove(agent);
    },
    close: connections.close,
  };

  /** Ends all processes of an agent, also those without a session. */
  async function endAll(agent: string): Promise<void> {
    for (const [conversation, { connection }] of [...sessions])
      if (connection.program.id === agent) closeSession(conversation);
    await connections.endAll(agent);
  }
}

/** Galley's own tools, limited to the folder and to this session. */
function galleyServer(
  { connection, secret }: AgentSession,
  { command: [command, ...args], dataDir }: Pick<AcpServiceDeps, "command" | "dataDir">,
): McpServer[] {
  if (command === undefined) return [];
  const { cwd, program } = connection;
  const options = ["mcp", "--root", cwd, "--data", dataDir, "--name", program.name];
  return [{ name: "galley", command, args: [...args, ...options], env: [{ name: SESSION_VARIABLE, value: secret }] }];
}

async function registryNotes(notes: RegistryNotes | undefined, path: string): Promise<Pick<AgentEntry, "registry">> {
  if (notes === undefined) return {};
  const { args, installer, ...rest } = notes;
  const needs =
    installer === null || (await findAgent({ commands: [{ command: installer, args: [] }] }, path)) !== null
      ? null
      : installer;
  return { registry: { ...rest, args: args.join(" "), needs } };
}
