import { joinLineRanges, type LineRange } from "../../../core/text/line-ranges";

/** What one caller knows of one document. */
export type KnownDocument = {
  /** The version it last read, or made out of one that it had read. */
  version: string;
  /** Whether the line numbers it was shown are still those of `version`. */
  numbersHold: boolean;
  /** Which lines of `version` it has seen, in order, without overlaps. */
  lines: readonly LineRange[];
};

/** What one caller has been shown of one document, by whichever tool. */
export type SeenDocument = {
  /** The version that `lines` belong to. */
  version: string;
  /** In order, without overlaps. */
  lines: readonly LineRange[];
  /** Ids of the paragraphs seen, each with a key of its text as it was then. */
  paragraphs: ReadonlyMap<string, string>;
};

/** What a tool has shown by paragraph. */
export type SeenParagraphs = {
  /** Id and key of the text of each. */
  paragraphs: Iterable<readonly [id: string, key: string]>;
  lines: readonly LineRange[];
};

/** One caller's read log. Documents are named by real path. */
export type CallerReads = {
  of(realPath: string): KnownDocument | null;
  /**
   * It was shown these lines (null: none yet; it named the version) of this version. `whole` are those of them that were
   * shown to their ends, all unless told: what was cropped may be edited, but has not been read.
   */
  saw(realPath: string, version: string, lines: LineRange | null, whole?: readonly LineRange[]): void;
  /** It was shown paragraphs of this version, or lines of them. Their line numbers may not have been shown. */
  sawParagraphs(realPath: string, version: string, seen: SeenParagraphs): void;
  /** All that it was shown; null where that is nothing. */
  seen(realPath: string): SeenDocument | null;
  /**
   * It made `to` out of `from` by an edit. Its knowledge goes along only where `from` is what it knew; its line
   * numbers only where the count of lines stayed.
   */
  edited(realPath: string, from: string, to: string, lineCount: "same" | "other"): void;
  /**
   * What it knows of the sections, where that is no one version: the name of a text that `Documents.textOf` finds. Null
   * where `of` says it all. A read by lines or paragraphs makes an end of it.
   */
  sectionBase(realPath: string): string | null;
  /** It was shown single sections, or edited one, of a version that is not the one it knows the others from. */
  knowsSections(realPath: string, name: string): void;
  /** The document is gone, and what was known of it. */
  forget(realPath: string): void;
};

/** The read logs of all callers, bounded: the least recently used go first, which costs them a re-read at worst. */
export type ReadLog = {
  /**
   * One caller's log. Where several may share an id, since they have no session, what they read is `shared` for coverage alone: each
   * call begins without a base, so that nobody's read or write counts as another's.
   */
  caller(id: string, memory?: "own" | "shared"): CallerReads;
  /** The versions of a document that anybody was shown lines of, each once. */
  seenVersions(realPath: string): ReadonlySet<string>;
  /** A document moved on, whoever wrote: `move` says where lines of the version before are in the one after. */
  follow(realPath: string, from: string, to: string, move: (lines: readonly LineRange[]) => LineRange[]): void;
  forget(callerId: string): void;
};

const mostCallers = 1_000;
const mostDocuments = 2_000;
const mostRanges = 500;
const mostParagraphs = 200_000;

/** What callers know of documents, and of their sections where that is no one version. */
type Known = { callers: Map<string, Map<string, KnownDocument>>; patchworks: Map<string, Map<string, string>> };

/** An empty read log for one engine. */
export function createReadLog(): ReadLog {
  const all: Known = { callers: new Map(), patchworks: new Map() };
  const shown = new Map<string, Map<string, SeenDocument>>();

  const see = (id: string, realPath: string, version: string, more: SeenParagraphs): void => {
    const documents = touch(shown, id, shown.get(id) ?? new Map(), mostCallers);
    const before = documents.get(realPath);
    const lines = joinLineRanges([...(before?.version === version ? before.lines : []), ...more.lines]);
    // Paragraphs keep their ids in the next version, and what was read of them stays read.
    const paragraphs = new Map(before?.paragraphs);
    for (const [paragraph, key] of more.paragraphs)
      if (paragraphs.size < mostParagraphs) paragraphs.set(paragraph, key);
    touch(documents, realPath, { version, lines, paragraphs }, mostDocuments);
  };

  const ofCaller = (id: string, { callers, patchworks }: Known): CallerReads => {
    const known = (caller: string): Map<string, KnownDocument> =>
      touch(callers, caller, callers.get(caller) ?? new Map(), mostCallers);
    return {
      of: (realPath) => callers.get(id)?.get(realPath) ?? null,
      saw(realPath, version, range, whole) {
        const before = known(id).get(realPath);
        const seen = before?.version === version && before.numbersHold ? before.lines : [];
        const lines = range === null ? seen : withRange(seen, range);
        touch(known(id), realPath, { version, numbersHold: true, lines }, mostDocuments);
        patchworks.get(id)?.delete(realPath);
        if (range !== null) see(id, realPath, version, { paragraphs: [], lines: whole ?? [range] });
      },
      sawParagraphs(realPath, version, seen) {
        const before = known(id).get(realPath);
        if (before?.version !== version) {
          touch(known(id), realPath, { version, numbersHold: false, lines: [] }, mostDocuments);
          patchworks.get(id)?.delete(realPath);
        }
        see(id, realPath, version, seen);
      },
      seen: (realPath) => shown.get(id)?.get(realPath) ?? null,
      edited(realPath, from, to, lineCount) {
        // What it knows of the sections may have come to be all of `from`, piece by piece.
        const sections = patchworks.get(id);
        if (sections?.get(realPath) === from) sections.set(realPath, to);
        const before = known(id).get(realPath);
        if (before === undefined || before.version !== from) return;
        const numbersHold = before.numbersHold && lineCount === "same";
        touch(known(id), realPath, { version: to, numbersHold, lines: numbersHold ? before.lines : [] }, mostDocuments);
        const seen = shown.get(id)?.get(realPath);
        if (lineCount === "same" && seen?.version === from) shown.get(id)?.set(realPath, { ...seen, version: to });
      },
      sectionBase: (realPath) => patchworks.get(id)?.get(realPath) ?? null,
      knowsSections(realPath, name) {
        const own = touch(patchworks, id, patchworks.get(id) ?? new Map(), mostCallers);
        touch(own, realPath, name, mostDocuments);
      },
      forget(realPath) {
        callers.get(id)?.delete(realPath);
        patchworks.get(id)?.delete(realPath);
        shown.get(id)?.delete(realPath);
      },
    };
  };

  return {
    caller: (id, memory = "own") =>
      ofCaller(id, memory === "own" ? all : { callers: new Map(), patchworks: new Map() }),
    seenVersions(realPath) {
      const versions = new Set<string>();
      for (const documents of shown.values()) {
        const seen = documents.get(realPath);
        if (seen !== undefined && seen.lines.length > 0) versions.add(seen.version);
      }
      return versions;
    },
    follow(realPath, from, to, move) {
      for (const documents of shown.values()) {
        const seen = documents.get(realPath);
        if (seen?.version !== from) continue;
        const lines = move(seen.lines);
        // Where nothing is left of what it saw, it still has seen the version before.
        if (lines.length > 0) documents.set(realPath, { ...seen, version: to, lines });
      }
    },
    forget(callerId) {
      all.callers.delete(callerId);
      shown.delete(callerId);
      all.patchworks.delete(callerId);
    },
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
  return joinLineRanges([...ranges, range]).slice(0, mostRanges);
}
