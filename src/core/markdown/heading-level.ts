/** Changes the level of headings and keeps their notation. */
import type { Change } from "../text/change";
import { lineStart } from "../text/lines";
import type { Section } from "./sections";

/**
 * The changes that move the headings of `sections` (in document order) by `by` levels: each run of `#` grows or shrinks, with a closing run
 * of equal length; an underline changes its character, and is replaced with `#` from level 3 on. Throws `RangeError` for an impossible
 * level.
 */
export function releveled(text: string, sections: readonly Section[], by: number): Change[] {
  return sections.flatMap((section) => {
    const level = section.level + by;
    if (level < 1 || level > 6) throw new RangeError(`no heading has level ${level}`);
    const { from } = section;
    const end = lineStart(text, section.headingEnd - section.lineStart + 2, { line: 1, start: from });
    const source = text.slice(from, end).replace(/\n$/, "");
    if (section.headingEnd === section.lineStart) return hashes(from, source, level);
    return underline(from, source, level);
  });
}

const opening = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const closing = /[ \t](#+)[ \t]*$/;

function hashes(from: number, source: string, level: number): Change[] {
  const run = opening.exec(source);
  if (!run?.[1]) return [];
  const marks = "#".repeat(level);
  const start = run[0].length - run[1].length;
  const changes = [{ from: from + start, to: from + run[0].length, insert: marks }];
  const last = closing.exec(source.slice(run[0].length));
  if (last?.[1]?.length === run[1].length) {
    const at = from + run[0].length + last.index + 1;
    changes.push({ from: at, to: at + last[1].length, insert: marks });
  }
  return changes;
}

function underline(from: number, source: string, level: number): Change[] {
  const lines = source.split("\n");
  const last = lines.pop() ?? "";
  const line = /^[ \t]*([=-]+)/.exec(last)?.[1] ?? "";
  if (level <= 2) {
    const at = from + source.length - last.length + last.indexOf(line);
    return [{ from: at, to: at + line.length, insert: (level === 1 ? "=" : "-").repeat(line.length) }];
  }
  const title = lines.map((each) => each.replace(/^[ \t]+|[ \t]+$/g, "")).join(" ");
  // A run of # at the end would be read as a closing run.
  const kept = title.replace(/(^|[ \t])(#+)$/, "$1\\$2");
  return [{ from, to: from + source.length, insert: `${"#".repeat(level)} ${kept}` }];
}
