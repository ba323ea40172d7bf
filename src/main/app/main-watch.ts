import type { MainPauses } from "../../shared/diagnostics";

/** Pauses of main from this length on are counted and logged; slow ones as warnings. */
const MIN_PAUSE_MS = 50;
const SLOW_MS = 250;
/** Interval of the check while anything is in progress. */
const CHECK_MS = 20;
const MAX_NAMED = 5;

/** Measures how long requests and tool calls block the main thread. Checks only while one is in progress. */
export type MainWatch = {
  /** Notes that a call or request begins; call the result when it has ended. */
  begin(what: string): () => void;
  /** The pauses since the start. */
  pauses(): MainPauses;
};

/**
 * A pause is measured in CPU time of this thread as well as by the clock, so a busy machine does not count. `log` gets
 * one sentence per pause.
 */
export function createMainWatch(log: (sentence: string, level: "info" | "warning") => void): MainWatch {
  const underWay = new Map<symbol, { what: string; since: number }>();
  const found: MainPauses = { count: 0, worst: null };
  let timer: NodeJS.Timeout | undefined;
  let last = { at: 0, worked: 0 };

  /** The time since the last check. A single check can only be late because of one task. */
  function check(): void {
    const now = { at: performance.now(), worked: workedMs() };
    const ms = Math.round(Math.min(now.at - last.at, now.worked - last.worked));
    last = now;
    if (ms >= MIN_PAUSE_MS) note(ms, now.at);
  }

  function note(ms: number, at: number): void {
    const named = [...underWay.values()].map(({ what, since }) => `${what} (for ${Math.round(at - since)} ms)`);
    const more = named.length > MAX_NAMED ? ` and ${named.length - MAX_NAMED} more` : "";
    log(
      `main was blocked for ${ms} ms during ${named.slice(0, MAX_NAMED).join(", ")}${more}`,
      ms >= SLOW_MS ? "warning" : "info",
    );
    found.count++;
    if (ms <= (found.worst?.ms ?? 0)) return;
    found.worst = { ms, during: [...underWay.values()].map(({ what }) => what).slice(0, MAX_NAMED) };
  }

  return {
    begin(what) {
      if (underWay.size === 0) {
        last = { at: performance.now(), worked: workedMs() };
        timer = setInterval(check, CHECK_MS).unref();
      }
      const key = Symbol(what);
      underWay.set(key, { what, since: performance.now() });
      return () => {
        check();
        underWay.delete(key);
        if (underWay.size === 0) clearInterval(timer);
      };
    },
    pauses: () => ({ ...found }),
  };
}

/** CPU time of this thread in milliseconds; wall-clock time if the system does not report it. */
function workedMs(): number {
  try {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  } catch {
    return performance.now();
  }
}
