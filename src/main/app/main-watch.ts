import type { MainPauses } from "../../shared/diagnostics";

/** From so many milliseconds on a pause of main counts, and is an entry of the log; from `slow` on as a warning. */
const MIN_PAUSE_MS = 50;
const SLOW_MS = 250;
/** How often it is looked, while anything is under way. */
const LOOK_MS = 20;
/** As many of what was under way are named. */
const MOST_NAMED = 5;

/** Watches how long main is held by what it does for its windows and for agents. It looks only while something is under way. */
export type MainWatch = {
  /** A call or request begins, by its name; answers with the way to say that it has ended. */
  begin(what: string): () => void;
  /** The pauses since the start. */
  pauses(): MainPauses;
};

/**
 * A pause counts by the work of this very thread, not by the clock: a machine that is busy with something else is no fault of ours. `log`
 * is given one sentence a pause.
 */
export function createMainWatch(log: (sentence: string, level: "info" | "warning") => void): MainWatch {
  const underWay = new Map<symbol, { what: string; since: number }>();
  const found: MainPauses = { count: 0, worst: null };
  let timer: NodeJS.Timeout | undefined;
  let last = { at: 0, worked: 0 };

  /** What has passed since it was looked last. In one go it can only be what one task did, give or take one look. */
  function look(): void {
    const now = { at: performance.now(), worked: workedMs() };
    const ms = Math.round(Math.min(now.at - last.at, now.worked - last.worked));
    last = now;
    if (ms >= MIN_PAUSE_MS) note(ms, now.at);
  }

  function note(ms: number, at: number): void {
    const named = [...underWay.values()].map(({ what, since }) => `${what} (for ${Math.round(at - since)} ms)`);
    const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : "";
    log(
      `main was held for ${ms} ms during ${named.slice(0, MOST_NAMED).join(", ")}${more}`,
      ms >= SLOW_MS ? "warning" : "info",
    );
    found.count++;
    if (ms <= (found.worst?.ms ?? 0)) return;
    found.worst = { ms, during: [...underWay.values()].map(({ what }) => what).slice(0, MOST_NAMED) };
  }

  return {
    begin(what) {
      if (underWay.size === 0) {
        last = { at: performance.now(), worked: workedMs() };
        timer = setInterval(look, LOOK_MS).unref();
      }
      const key = Symbol(what);
      underWay.set(key, { what, since: performance.now() });
      return () => {
        look();
        underWay.delete(key);
        if (underWay.size === 0) clearInterval(timer);
      };
    },
    pauses: () => ({ ...found }),
  };
}

/** Milliseconds of computing by this thread; by the clock where the system does not tell. */
function workedMs(): number {
  try {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  } catch {
    return performance.now();
  }
}
