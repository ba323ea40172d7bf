import { sep } from "node:path";
import { joinLineRanges, type LineRange } from "../../../core/text/line-ranges";

/** What one caller knows of one document. */
export type KnownDocument = {
  /** The version that it last read, or made by editing one that it had read. */
  version: string;
  /** Whether the line numbers that it was shown are still valid for `version`. */
  numbersHold: boolean;
  /** The lines of `version` that it has seen, in order, without overlaps. */
  lines: readonly LineRange[];
};

/** What one caller was shown of one document, by any tool. */
export type SeenDocument = {
  /** The version that `lines` belong to. */
  version: string;
  /** In order, without overlaps. */
  lines: readonly LineRange[];
  /** Paragraphs seen, by id, with a key for the text that each had then. */
  paragraphs: ReadonlyMap<string, string>;
};

/** Paragraphs that a tool has shown. */
export type SeenParagraphs = {
  /** The id of each, and the key of its text. */
  paragraphs: Iterable<readonly [id: string, key: string]>;
  lines: readonly LineRange[];
};

/** The read log of one caller. Documents are identified by real path. */
export type CallerReads = {
  of(realPath: string): KnownDocument | null;
  /**
   * The caller was shown these lines of this version (null: none; it only named the version). `complete` are the lines shown in full, by default all:
   * cropped lines may be edited, but do not count as read.
   */
  saw(realPath: string, version: string, lines: LineRange | null, complete?: readonly LineRange[]): void;
  /** The caller was shown paragraphs of this version, or lines of them, possibly without line numbers. */
  sawParagraphs(realPath: string, version: string, seen: SeenParagraphs): void;
  /** The answer to an edit of the caller's own showed these lines of what it made. They count as read, but are not a base for further edits. */
  sawOwnEdit(realPath: string, version: string, lines: readonly LineRange[]): void;
  /** Everything that it was shown; null if nothing. */
  seen(realPath: string): SeenDocument | null;
  /**
   * The caller made `to` out of `from` by an edit. Its knowledge moves to `to` only if it knew `from`; its line numbers stay valid only if the number
   * of lines stayed the same.
   */
  edited(realPath: string, from: string, to: string, lineCount: "same" | "other"): void;
  /**
   * The text that the caller knows if its sections are known from different versions: a name for `Documents.textOf`. Null if `of` is enough. Reading
   * by lines or paragraphs resets it.
   */
  sectionBase(realPath: string): string | null;
  /** The caller was shown single sections, or edited one, in a version other than the one from which it knows the rest. */
  knowsSections(realPath: string, name: string): void;
  /** The document was deleted; so is what was known of it. */
  forget(realPath: string): void;
};

/** The read logs of all callers. The least recently used are dropped, which at worst costs a caller another read. */
export type ReadLog = {
  /**
   * One caller's log. Callers without a session may share an id. Then their reads are `shared` only for coverage, and each call starts without a
   * base, so that one caller's read or write never counts as another's.
   */
  caller(id: string, memory?: "own" | "shared"): CallerReads;
  /** The versions of a document of which anybody was shown lines. */
  seenVersions(realPath: string): ReadonlySet<string>;
  /** A document has a new version, whoever wrote it. `move` maps lines of the version before to lines of the new one. */
  follow(realPath: string, from: string, to: string, move: (lines: readonly LineRange[]) => LineRange[]): void;
  /** A file or folder was moved: what callers know of it is known of its new path. */
  moved(from: string, to: string): void;
  forget(callerId: string): void;
};

const MAX_CALLERS = 1_000;
const MAX_DOCUMENTS = 2_000;
const MAX_RANGES = 500;
const MAX_PARAGRAPHS = 200_000;

/** Which version each caller last saw of a document, and of each section if those differ. */
type SeenVersions = { callers: Map<string, Map<string, KnownDocument>>; patchworks: Map<string, Map<string, string>> };

/** An empty read log, for one engine. */
export function createReadLog(): ReadLog {
  const all: SeenVersions = { callers: new Map(), patchworks: new Map() };
  const shown = new Map<string, Map<string, SeenDocument>>();

  const see = (id: string, realPath: string, version: string, more: SeenParagraphs): void => {
    const documents = touch(shown, id, shown.get(id) ?? new Map(), MAX_CALLERS);
    const before = documents.get(realPath);
    const lines = joinLineRanges([...(before?.version === version ? before.lines : []), ...more.lines]);
    // Paragraphs keep their ids in the next version, so those that were read stay read.
    const paragraphs = new Map(before?.paragraphs);
    for (const [paragraph, key] of more.paragraphs)
      if (paragraphs.size < MAX_PARAGRAPHS) paragraphs.set(paragraph, key);
    touch(documents, realPath, { version, lines, paragraphs }, MAX_DOCUMENTS);
  };

  const ofCaller = (id: string, { callers, patchworks }: SeenVersions): CallerReads => {
    const known = (caller: string): Map<string, KnownDocument> =>
      touch(callers, caller, callers.get(caller) ?? new Map(), MAX_CALLERS);
    return {
      of: (realPath) => callers.get(id)?.get(realPath) ?? null,
      saw(realPath, version, range, complete) {
        const before = known(id).get(realPath);
        const seen = before?.version === version && before.numbersHold ? before.lines : [];
        const lines = range === null ? seen : withRange(seen, range);
        touch(known(id), realPath, { version, numbersHold: true, lines }, MAX_DOCUMENTS);
        patchworks.get(id)?.delete(realPath);
        if (range !== null) see(id, realPath, version, { paragraphs: [], lines: complete ?? [range] });
      },
      sawParagraphs(realPath, version, seen) {
        const before = known(id).get(realPath);
        if (before?.version !== version) {
          touch(known(id), realPath, { version, numbersHold: false, lines: [] }, MAX_DOCUMENTS);
          patchworks.get(id)?.delete(realPath);
        }
        see(id, realPath, version, seen);
      },
      sawOwnEdit(realPath, version, lines) {
        if (lines.length > 0) see(id, realPath, version, { paragraphs: [], lines });
      },
      seen: (realPath) => shown.get(id)?.get(realPath) ?? null,
      edited(realPath, from, to, lineCount) {
        // Piece by piece, its section base may have become exactly `from`.
        const sections = patchworks.get(id);
        if (sections?.get(realPath) === from) sections.set(realPath, to);
        const before = known(id).get(realPath);
        if (before === undefined || before.version !== from) return;
        const numbersHold = before.numbersHold && lineCount === "same";
        touch(known(id), realPath, { version: to, numbersHold, lines: numbersHold ? before.lines : [] }, MAX_DOCUMENTS);
        const seen = shown.get(id)?.get(realPath);
        if (lineCount === "same" && seen?.version === from) shown.get(id)?.set(realPath, { ...seen, version: to });
      },
      sectionBase: (realPath) => patchworks.get(id)?.get(realPath) ?? null,
      knowsSections(realPath, name) {
        const own = touch(patchworks, id, patchworks.get(id) ?? new Map(), MAX_CALLERS);
        touch(own, realPath, name, MAX_DOCUMENTS);
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
        // If none of the lines it saw remain, keep the entry at the previous version.
        if (lines.length > 0) documents.set(realPath, { ...seen, version: to, lines });
      }
    },
    moved(from, to) {
      for (const known of [all.callers, shown, all.patchworks])
        for (const documents of known.values()) renameKeys(documents, from, to);
    },
    forget(callerId) {
      all.callers.delete(callerId);
      shown.delete(callerId);
      all.patchworks.delete(callerId);
    },
  };
}

function renameKeys(documents: Map<string, unknown>, from: string, to: string): void {
  for (const [path, value] of [...documents]) {
    if (path !== from && !path.startsWith(from + sep)) continue;
    documents.delete(path);
    documents.set(to + path.slice(from.length), value);
  }
}

/** Puts `value` last, replacing an existing one, and drops the oldest entry if there are more than `limit`. */
function touch<Value>(map: Map<string, Value>, key: string, value: Value, limit: number): Value {
  map.delete(key);
  map.set(key, value);
  if (map.size > limit) {
    for (const oldest of map.keys()) {
      map.delete(oldest);
      break;
    }
  }
  return value;
}

function withRange(ranges: readonly LineRange[], range: LineRange): LineRange[] {
  return joinLineRanges([...ranges, range]).slice(0, MAX_RANGES);
}
