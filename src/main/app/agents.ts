import type { Agent } from "../../shared/contract";

/** Who is connected through MCP or the CLI right now, for the page to show. */
export type Agents = {
  list(): Agent[];
  has(id: string): boolean;
  connected(agent: { id: string; name: string; roots: readonly string[] }): void;
  disconnected(id: string): void;
  /** `words`: its last call, such as `text_editor patch notes.md`. */
  called(id: string, words: string): void;
};

/** `changed` hears the new list, at most every `restMs`: a busy agent must not flood the page. */
export function createAgents(changed: (agents: Agent[]) => void, restMs = 100): Agents {
  const agents = new Map<string, Agent>();
  let resting: NodeJS.Timeout | null = null;
  let waiting = false;

  function tell(): void {
    if (resting) {
      waiting = true;
      return;
    }
    changed([...agents.values()]);
    resting = setTimeout(() => {
      resting = null;
      if (!waiting) return;
      waiting = false;
      tell();
    }, restMs);
    resting.unref();
  }

  return {
    list: () => [...agents.values()],
    has: (id) => agents.has(id),
    connected({ id, name, roots }) {
      agents.set(id, { id, name, roots: [...roots], since: new Date().toISOString(), lastCall: null });
      tell();
    },
    disconnected(id) {
      if (agents.delete(id)) tell();
    },
    called(id, words) {
      const agent = agents.get(id);
      if (!agent) return;
      agents.set(id, { ...agent, lastCall: words });
      tell();
    },
  };
}
