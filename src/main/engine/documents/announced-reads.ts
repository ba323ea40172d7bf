import { joinLineRanges, type LineRange } from "../../../core/text/line-ranges";
import type { Caller } from "../ports/caller";
import type { CallerReads } from "./read-log";

/** What a tool has found for a caller, and by which words. */
export type FoundLines = { lines: readonly LineRange[]; sought: string };

/** What a tool may say of its caller's reading. */
export type AnnouncedReads = CallerReads & {
  /** These lines of this version were found and named to the caller. It need not have been shown them. */
  found(realPath: string, version: string, found: FoundLines): void;
};

/** What somebody was shown of a document just now, or found in it. */
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
  /** It had read these lines of the version before, and made this one itself. */
  | { kind: "kept" }
  | { kind: "found"; sought: string }
);

/** A caller's read log that tells `heard` of everything that goes into it. */
export function announcedReads(
  reads: CallerReads,
  from: Pick<ReadNews, "caller" | "tool">,
  heard: (news: ReadNews) => void,
): AnnouncedReads {
  const shown = (realPath: string, version: string, lines: readonly LineRange[]): void => {
    if (lines.length > 0) heard({ ...from, kind: "shown", realPath, version, lines });
  };
  return {
    ...reads,
    saw(realPath, version, lines, whole) {
      reads.saw(realPath, version, lines, whole);
      if (lines !== null) shown(realPath, version, whole ?? [lines]);
    },
    sawParagraphs(realPath, version, seen) {
      reads.sawParagraphs(realPath, version, seen);
      shown(realPath, version, joinLineRanges(seen.lines));
    },
    edited(realPath, before, version, lineCount) {
      reads.edited(realPath, before, version, lineCount);
      const seen = reads.seen(realPath);
      if (seen?.version === version) heard({ ...from, kind: "kept", realPath, version, lines: seen.lines });
    },
    found(realPath, version, { lines, sought }) {
      if (lines.length > 0) heard({ ...from, kind: "found", realPath, version, lines: joinLineRanges(lines), sought });
    },
  };
}
