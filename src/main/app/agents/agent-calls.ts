import type { AgentCall, AgentCounts, AgentRecord } from "../../../shared/agents";

const MAX_CALLS = 200;
const MAX_PATHS = 8;
const MAX_SUMMARY = 500;

/** Tracks a call that is in progress: what it reads and writes, and its result. */
export type CallTracker = {
  read(path: string): void;
  wrote(path: string): void;
  ended(outcome: { ok: boolean; summary: string; changes: "nothing" | "documents" | "work" | null }): void;
};

/** The calls of one agent since it connected. */
export type AgentCalls = {
  readonly counts: AgentCounts;
  record(): Omit<AgentRecord, "events">;
  begin(description: string): CallTracker;
  /** Whether a call is running, or one ran at most `withinMs` ago. */
  isAtWork(withinMs: number): boolean;
};

let lastId = 0;

/** `changed` is called when a call begins or ends. */
export function createAgentCalls(changed: () => void): AgentCalls {
  const calls: AgentCall[] = [];
  const counts: AgentCounts = { read: 0, wrote: 0, refused: 0, other: 0 };
  let all = 0;
  let running = 0;
  let lastAt = Number.NEGATIVE_INFINITY;

  return {
    counts,
    record: () => ({ calls: calls.map((call) => ({ ...call, paths: [...call.paths] })), more: all - calls.length }),
    isAtWork: (withinMs) => running > 0 || performance.now() - lastAt <= withinMs,
    begin(description) {
      running += 1;
      lastId += 1;
      const call: AgentCall = {
        id: lastId,
        at: new Date().toISOString(),
        description,
        outcome: "running",
        summary: null,
        paths: [],
      };
      all += 1;
      calls.unshift(call);
      if (calls.length > MAX_CALLS) calls.length = MAX_CALLS;
      changed();
      const read = new Set<string>();
      const written = new Set<string>();
      return {
        read: (path) => void read.add(path),
        wrote: (path) => void written.add(path),
        ended({ ok, summary, changes }) {
          running -= 1;
          lastAt = performance.now();
          if (written.size > 0) call.outcome = "wrote";
          else if (!ok) call.outcome = "refused";
          else if (read.size > 0 || changes === "nothing") call.outcome = "read";
          else call.outcome = "other";
          counts[call.outcome] += 1;
          call.summary = summary.slice(0, MAX_SUMMARY);
          call.paths = [...new Set([...written, ...read])].slice(0, MAX_PATHS);
          changed();
        },
      };
    },
  };
}
