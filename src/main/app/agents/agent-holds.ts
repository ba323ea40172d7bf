import { copyFileSync } from "node:fs";
import { basename } from "node:path";
import type { AgentAccess, AgentTransport } from "../../../shared/agents";
import { type HeldAgents, isHeldAgent, MAX_HELD, readHeldAgents } from "../../engine/documents";
import { latestFile } from "../core/latest-file";
import { damagedName } from "../core/stored-json";

/** What identifies an agent besides its process. */
export type AgentIdentity = { name?: string; roots?: readonly string[]; transport?: AgentTransport };

/** An HTTP client that reconnects under the same name counts as the same client. */
const httpKey = "http ";
export const keyOfHttpClient = (name: string): string => `${httpKey}${name}`;

/** Access restrictions of agents: per process, per name and folders, and for all at once. */
export type AgentHolds = {
  /** Null if the file could be read. Otherwise describes the problem, and all agents are paused. */
  notice: { why: "unreadable" | "damaged"; detail: string } | null;
  isAllPaused(): boolean;
  /**
   * Pauses all external agents, independently of their own restrictions. The assistant's conversations are restricted
   * one by one.
   */
  pauseAll(isPaused: boolean): void;
  /** The stricter of the restrictions by process and by name; `paused` while all are paused. */
  accessOf(key: string, agent: AgentIdentity): AgentAccess;
  hold(key: string, agent: AgentIdentity, access: AgentAccess): void;
  idle(): Promise<void>;
};

/** Stored at `path`; null keeps them in memory. Read synchronously, since no call may run before. */
export function createAgentHolds(path: string | null, failed: (error: unknown) => void): AgentHolds {
  const file = path === null ? null : latestFile(path);
  const { value, notice } = path === null ? { value: nothing, notice: null } : load(path);
  let { isAllPaused, names } = value;
  const keys = new Map<string, AgentAccess>(value.keys);

  function save(): void {
    const lasting = [...keys].flatMap(([key, access]): HeldAgents["keys"] =>
      key.startsWith(httpKey) && access !== "write" ? [[key, access]] : [],
    );
    file?.set(`${JSON.stringify({ isAllPaused, names, keys: lasting }, null, 2)}\n`).catch(failed);
  }

  // The new file says that all are paused, so that the next start finds it.
  if (notice?.why === "damaged") save();

  return {
    notice,
    isAllPaused: () => isAllPaused,
    pauseAll(isPaused) {
      if (isAllPaused === isPaused) return;
      isAllPaused = isPaused;
      save();
    },
    accessOf(key, agent) {
      const isPanel = agent.transport === "panel";
      if (isAllPaused && !isPanel) return "paused";
      const byName = isPanel ? [] : names.filter((each) => isHeldAgent(each, agent));
      const all = [keys.get(key) ?? "write", ...byName.map(({ access }) => access)];
      return all.includes("paused") ? "paused" : all.includes("read") ? "read" : "write";
    },
    hold(key, agent, access) {
      keys.delete(key);
      if (access !== "write") keys.set(key, access);
      for (const oldest of keys.keys()) if (keys.size > MAX_HELD) keys.delete(oldest);
      const { transport, name = "", roots = [] } = agent;
      names = names.filter((each) => !isHeldAgent(each, agent));
      if (access !== "write" && transport !== "panel")
        names = [...names, { name, roots: [...roots], access }].slice(-MAX_HELD);
      save();
    },
    idle: async () => file?.idle(),
  };
}

const nothing: HeldAgents = { isAllPaused: false, names: [], keys: [] };

/**
 * Reads the restrictions of the last run. If the file is unreadable, somebody may have been restricted, so all are
 * paused.
 */
function load(path: string): { value: HeldAgents; notice: AgentHolds["notice"] } {
  const value = { ...nothing, isAllPaused: true };
  const file = readHeldAgents(path);
  if (file.status === "read") return { value: file.value, notice: null };
  if (file.status === "unreadable") return { value, notice: { why: "unreadable", detail: file.detail } };
  const aside = damagedName(path);
  // Copied, not moved: until the new file is written, other processes find an unreadable file and pause every agent.
  copyFileSync(path, aside);
  return { value, notice: { why: "damaged", detail: basename(aside) } };
}
