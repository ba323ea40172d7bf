import { copyFileSync } from "node:fs";
import { basename } from "node:path";
import type { AgentAccess, AgentDoor } from "../../../shared/agents";
import { type HeldAgents, isHeldAgent, MOST_HELD, readHeldAgents } from "../../engine/documents";
import { latestFile } from "../core/latest-file";
import { damagedName } from "../core/stored-json";

/** What an agent is known by besides its process. */
export type Named = { name?: string; roots?: readonly string[]; door?: AgentDoor };

/** Over HTTP whoever comes back under a name is who had it before. */
const httpKey = "http ";
export const keyOfHttpClient = (name: string): string => `${httpKey}${name}`;

/** Which agents the user holds back: each by its process and by its name and folders, and all at once. */
export type AgentHolds = {
  /** Null where everything could be read; otherwise a sentence about the file, and all agents are paused. */
  notice: { why: "unreadable" | "damaged"; detail: string } | null;
  isAllPaused(): boolean;
  /** Of all agents from outside, over what is held of each. The assistant's own conversations are held one by one. */
  pauseAll(isPaused: boolean): void;
  /** The narrower of what its process and its name may do; `paused` while all are. */
  accessOf(key: string, agent: Named): AgentAccess;
  hold(key: string, agent: Named, access: AgentAccess): void;
  settled(): Promise<void>;
};

/** Kept at `path` so that it holds after the next start; with null for as long as the app runs. Read at once: no call may come first. */
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

  // From now on it says what holds: the next start finds that all are paused.
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
      const isPanel = agent.door === "panel";
      if (isAllPaused && !isPanel) return "paused";
      const byName = isPanel ? [] : names.filter((each) => isHeldAgent(each, agent));
      const all = [keys.get(key) ?? "write", ...byName.map(({ access }) => access)];
      return all.includes("paused") ? "paused" : all.includes("read") ? "read" : "write";
    },
    hold(key, agent, access) {
      keys.delete(key);
      if (access !== "write") keys.set(key, access);
      for (const oldest of keys.keys()) if (keys.size > MOST_HELD) keys.delete(oldest);
      const { door, name = "", roots = [] } = agent;
      names = names.filter((each) => !isHeldAgent(each, agent));
      if (access !== "write" && door !== "panel")
        names = [...names, { name, roots: [...roots], access }].slice(-MOST_HELD);
      save();
    },
    settled: async () => file?.settled(),
  };
}

const nothing: HeldAgents = { isAllPaused: false, names: [], keys: [] };

/** What was held when the app ended. What cannot be read held somebody, perhaps: all are paused then. */
function load(path: string): { value: HeldAgents; notice: AgentHolds["notice"] } {
  const value = { ...nothing, isAllPaused: true };
  const file = readHeldAgents(path);
  if (file.status === "read") return { value: file.value, notice: null };
  if (file.status === "unreadable") return { value, notice: { why: "unreadable", detail: file.detail } };
  const aside = damagedName(path);
  // A copy: until it says that all are paused, other processes find a file that they cannot read, and hold everybody.
  copyFileSync(path, aside);
  return { value, notice: { why: "damaged", detail: basename(aside) } };
}
