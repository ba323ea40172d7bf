/** Lines `from`–`to`, 1-based, inclusive. */
export type LineRange = { from: number; to: number };

/** What one caller knows of one document. */
export type KnownDocument = {
  /** The version it last read, or made out of one that it had read. */
  version: string;
  /** Whether the line numbers it was shown are still those of `version`. */
  numbersHold: boolean;
  /** Which lines of `version` it has seen, in order, without overlaps. */
  lines: readonly LineRange[];
};

/** One caller's read log. Documents are named by real path. */
export type CallerReads = {
  of(realPath: string): KnownDocument | null;
  /** It was shown these lines (null: none yet; it named the version) of this version. */
  saw(realPath: string, version: string, lines: LineRange | null): void;
  /**
   * It made `to` out of `from` by an edit. Its knowledge goes along only where `from` is what it knew; its line
   * numbers only where the count of lines stayed.
   */
  edited(realPath: string, from: string, to: string, lineCount: "same" | "other"): void;
  /** The document is gone, and what was known of it. */
  forget(realPath: string): void;
};

/** The read logs of all callers, bounded: the least recently used go first, which costs them a re-read at worst. */
export type ReadLog = {
  caller(id: string): CallerReads;
  forget(callerId: string): void;
};

const mostCallers = 1_000;
const mostDocuments = 2_000;
const mostRanges = 500;

/** An empty read log for one engine. */
export function createReadLog(): ReadLog {
  const callers = new Map<string, Map<string, KnownDocument>>();

  const known = (id: string): Map<string, KnownDocument> =>
    touch(callers, id, callers.get(id) ?? new Map(), mostCallers);

  return {
    caller: (id) => ({
      of: (realPath) => callers.get(id)?.get(realPath) ?? null,
      saw(realPath, version, range) {
        const before = known(id).get(realPath);
        const seen = before?.version === version && before.numbersHold ? before.lines : [];
        const lines = range === null ? seen : withRange(seen, range);
        touch(known(id), realPath, { version, numbersHold: true, lines }, mostDocuments);
      },
      edited(realPath, from, to, lineCount) {
        const before = known(id).get(realPath);
        if (before === undefined || before.version !== from) return;
        const numbersHold = before.numbersHold && lineCount === "same";
        touch(known(id), realPath, { version: to, numbersHold, lines: numbersHold ? before.lines : [] }, mostDocuments);
      },
      forget: (realPath) => void callers.get(id)?.delete(realPath),
    }),
    forget: (callerId) => void callers.delete(callerId),
  };
}

/** Puts `value` last, in the place of what was there, and drops the first where there are more than `most`. */
function touch<Value>(map: Map<string, Value>, key: string, value: Value, most: number): Value {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) {
    for (const oldest of map.keys()) {
      map.delete(oldest);
      break;
    }
  }
  return value;
}

function withRange(ranges: readonly LineRange[], range: LineRange): LineRange[] {
  if (range.to < range.from) return [...ranges];
  const merged: LineRange[] = [];
  for (const next of [...ranges, range].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last !== undefined && next.from <= last.to + 1) last.to = Math.max(last.to, next.to);
    else merged.push({ ...next });
  }
  return merged.slice(0, mostRanges);
}
