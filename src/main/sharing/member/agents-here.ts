import type { AgentPresence } from "../../../core/sharing/presence";

/** How long an agent counts as here after what it did last, in milliseconds. */
const HERE_MS = 60_000;
/** The shortest time between two updates on agents for the others, in milliseconds. */
const PAUSE_MS = 500;

/** The agents that work in the shared files of this machine. */
export type AgentsHere = {
  list(): AgentPresence[];
  did(agent: AgentPresence): void;
  close(): void;
};

/** `changed` is called when the list is another one, a moment later. Without agents nothing runs. */
export function createAgentsHere(changed: () => void): AgentsHere {
  const agents = new Map<string, { agent: AgentPresence; at: number }>();
  let pause: NodeJS.Timeout | null = null;
  let end: NodeJS.Timeout | null = null;

  const report = (): void => {
    pause ??= setTimeout(() => {
      pause = null;
      changed();
    }, PAUSE_MS).unref();
  };
  const removeLate = (): void => {
    end = null;
    const now = performance.now();
    for (const [name, { at }] of agents) if (at + HERE_MS <= now) agents.delete(name);
    const next = Math.min(...[...agents.values()].map(({ at }) => at + HERE_MS));
    if (agents.size > 0) end = setTimeout(removeLate, next - now).unref();
    report();
  };

  return {
    // The one that did something last comes first: only the first few are shown.
    list: () => [...agents.values()].map(({ agent }) => agent).reverse(),
    did(agent) {
      agents.delete(agent.name);
      agents.set(agent.name, { agent, at: performance.now() });
      end ??= setTimeout(removeLate, HERE_MS).unref();
      report();
    },
    close() {
      if (pause !== null) clearTimeout(pause);
      if (end !== null) clearTimeout(end);
      agents.clear();
    },
  };
}
