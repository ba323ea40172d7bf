import { joinLineRanges, type LineRange } from "../../../core/text/line-ranges";
import type { Caller } from "../ports/caller";
import type { CallerReads } from "./read-log";

/** Lines that a search found for a caller, and the query. */
export type FoundLines = { lines: readonly LineRange[]; sought: string };

/** A caller's read log as a tool uses it. */
export type AnnouncedReads = CallerReads & {
  /** A search named these lines of this version to the caller. Their text need not have been shown. */
  found(realPath: string, version: string, found: FoundLines): void;
};

/** What a caller was just shown of a document, or found in it. */
export type ReadNews = {
  caller: Caller;
  /** The tool's wire name. */
  tool: string;
  realPath: string;
  version: string;
  /** In order, without overlaps. */
  lines: readonly LineRange[];
} & (
  | { kind: "shown" }
  /** The caller had read these lines in the previous version, and made this version itself. */
  | { kind: "kept" }
  | { kind: "found"; sought: string }
);

/** A caller's read log that reports every entry to `onRead`. */
export function announcedReads(
  reads: CallerReads,
  from: Pick<ReadNews, "caller" | "tool">,
  onRead: (news: ReadNews) => void,
): AnnouncedReads {
  const shown = (realPath: string, version: string, lines: readonly LineRange[]): void => {
    if (lines.length > 0) onRead({ ...from, kind: "shown", realPath, version, lines });
  };
  return {
    ...reads,
    saw(realPath, version, lines, complete) {
      reads.saw(realPath, version, lines, complete);
      if (lines !== null) shown(realPath, version, complete ?? [lines]);
    },
    sawParagraphs(realPath, version, seen) {
      reads.sawParagraphs(realPath, version, seen);
      shown(realPath, version, joinLineRanges(seen.lines));
    },
    edited(realPath, before, version, lineCount) {
      reads.edited(realPath, before, version, lineCount);
      const seen = reads.seen(realPath);
      if (seen?.version === version) onRead({ ...from, kind: "kept", realPath, version, lines: seen.lines });
    },
    found(realPath, version, { lines, sought }) {
      if (lines.length > 0) onRead({ ...from, kind: "found", realPath, version, lines: joinLineRanges(lines), sought });
    },
  };
}
