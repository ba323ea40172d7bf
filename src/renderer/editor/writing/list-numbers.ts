import type { ChangeSpec, Text } from "@codemirror/state";
import { firstItem, itemOf, markOf, type Opener, type Opening, readOpening, widthOf } from "./opening";

/** What ends a list without a blank line before it: a heading, a fence, HTML. Other text continues the item. */
const ENDS = /^[ \t>]*(?:#{1,6}(?:[ \t]|$)|`{3}|~{3}|<|\$\$)/;

/** How many lines are searched for the items of one list. */
const REACH = 2000;

const quotesOf = ({ openers }: Opening) => openers.filter(({ kind }) => kind === "quote").length;
const columnOf = (text: string, at: number) => widthOf(text.slice(0, at));

/** An item of a numbered list, with its line. */
type Item = { line: number; opener: Opener };

/**
 * The items that follow the one in line `from` in the same list, nearest first: in the same `column`, with the same
 * delimiter. The line itself may no longer be an item.
 */
function* itemsAfter(
  doc: Text,
  from: number,
  column: number,
  like: Pick<Opener, "kind" | "sign">,
  quotes: number,
): Generator<Item> {
  let wasBlank = false;
  for (let n = from + 1; n <= Math.min(doc.lines, from + REACH); n++) {
    const { text } = doc.line(n);
    const opening = readOpening(text);
    if (text.replace(/^[ \t>]*/, "") === "") {
      wasBlank = true;
      continue;
    }
    if (quotesOf(opening) !== quotes) return;
    const item = firstItem(opening);
    const at = columnOf(text, item ? item.at : opening.contentStart);
    if (item && at <= column + 1 && at >= column - 1) {
      if (item.kind !== like.kind || item.sign !== like.sign) return;
      yield { line: n, opener: item };
    } else if (at <= column && (item || wasBlank || ENDS.test(text))) return;
    wasBlank = false;
  }
}

/**
 * The edits that renumber a list after line `line`: its next item had the number `was` and should have `now`; the
 * following ones change as long as they are consecutive. Other numberings stay as written.
 */
export function renumberFollowing(
  doc: Text,
  line: number,
  column: number,
  like: Pick<Opener, "kind" | "sign">,
  was: number,
  now: number,
): ChangeSpec[] {
  if (like.kind !== "number" || was === now) return [];
  const changes: ChangeSpec[] = [];
  const quotes = quotesOf(readOpening(doc.line(line).text));
  let expected = was;
  let last: { line: number; by: number } | null = null;
  for (const { line: at, opener } of itemsAfter(doc, line, column, like, quotes)) {
    if (last) changes.push(...shiftNested(doc, last.line, at, last.by));
    if (opener.number !== expected) return changes;
    const { from } = doc.line(at);
    const mark = markOf({ ...opener, number: opener.number + now - was });
    changes.push({ from: from + opener.at, to: from + opener.end, insert: mark });
    last = { line: at, by: mark.length - (opener.end - opener.at) };
    expected += 1;
  }
  if (last) changes.push(...shiftNested(doc, last.line, Math.min(doc.lines, last.line + REACH) + 1, last.by));
  return changes;
}

/** From 9 to 10 the content of an item moves, and its nested lines move with it. */
export function shiftNested(doc: Text, item: number, before: number, by: number): ChangeSpec[] {
  if (by === 0) return [];
  const opening = readOpening(doc.line(item).text);
  const opener = firstItem(opening);
  if (!opener) return [];
  const inner = columnOf(doc.line(item).text, opener.inner);
  const changes: ChangeSpec[] = [];
  for (let n = item + 1; n < Math.min(before, doc.lines + 1); n++) {
    const { text, from } = doc.line(n);
    const content = /^(?:[ \t]*>)*/.exec(text)?.[0].length ?? 0;
    const blanks = /^[ \t]*/.exec(text.slice(content))?.[0] ?? "";
    if (text.slice(content + blanks.length) === "") continue;
    if (widthOf(text.slice(0, content + blanks.length)) < inner) break;
    const at = from + content + blanks.length;
    if (by > 0) changes.push({ from: at, insert: " ".repeat(by) });
    else if (!blanks.endsWith("\t")) changes.push({ from: at + by, to: at });
  }
  return changes;
}

/** The first numbered item of a line and those that follow it in its list; empty if the line has none. */
export function siblingsFrom(doc: Text, line: number): Item[] {
  const { text } = doc.line(line);
  const opening = readOpening(text);
  const opener = firstItem(opening);
  if (opener?.kind !== "number") return [];
  return [{ line, opener }, ...itemsAfter(doc, line, columnOfItem(text), opener, quotesOf(opening))];
}

/** The column of the first item's marker in a line. */
export function columnOfItem(text: string): number {
  const item = firstItem(readOpening(text));
  return item ? columnOf(text, item.at) : 0;
}

/** The column of the last item's marker in a line. */
export function itemColumn(text: string): number {
  const item = itemOf(readOpening(text));
  return item ? columnOf(text, item.at) : 0;
}
