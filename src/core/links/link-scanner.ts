/** Scans the inline text of one block for links, in linear time whatever the text is. */
import { parseDestination } from "./link-destination";

/** The syntax of a link. A `definition` gives references to its label their target. */
export type LinkKind = "link" | "image" | "definition" | "html" | "wiki" | "embed";

/** A link and its range in a text, in UTF-16 units. */
export type Link = {
  readonly kind: LinkKind;
  readonly from: number;
  readonly to: number;
  /** The range of the target as written, with its angle brackets if any; in a wiki link, the part before the `|`. */
  readonly target: { readonly from: number; readonly to: number };
};

/** The maximum length of a wiki link or a tag, which bounds the cost of thousands that are never closed. */
const REACH = { wiki: 400, tag: 4000 };

const WIKI = /\[\[([^[\]|\n]+?)(?:\\?\|[^[\]\n]*)?\]\]/y;
const TAG =
  /<(?:[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?|\/[A-Za-z][^>]*|![^>]*|\?[^>]*)>/y;
const AUTOLINK = /<[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*>|<[^\s<>@]+@[^\s<>]+>/y;
const ATTRIBUTE = /\s(?:href|src)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))/gi;

/** The links between `from` and `to`, which is one block that is not code. Sorted by their ends. */
export function scanLinks(text: string, from: number, to: number): Link[] {
  const found: Link[] = [];
  const codeEnds = codeSpans(text, from, to);
  let open: { at: number; isImage: boolean }[] = [];
  for (let at = from; at < to; ) {
    switch (text.charCodeAt(at)) {
      case 92: // \
        at += 2;
        break;
      case 96: // `
        at = codeEnds.get(at) ?? pastTicks(text, at);
        break;
      case 60: {
        const end = matchEnd(AUTOLINK, text, at, to) ?? matchEnd(TAG, text, at, to);
        if (end !== null) addAttributes(text, at, end, found);
        at = end ?? at + 1;
        break;
      }
      case 33: // !
        if (text.charCodeAt(at + 1) === 91) {
          const wiki = wikiAt(text, at + 1, to, "embed");
          if (wiki) found.push(wiki);
          else open.push({ at, isImage: true });
          at = wiki?.to ?? at + 2;
        } else at++;
        break;
      case 91: {
        const wiki = wikiAt(text, at, to, "wiki");
        if (wiki) found.push(wiki);
        else open.push({ at, isImage: false });
        at = wiki?.to ?? at + 1;
        break;
      }
      case 93: {
        const opened = open.pop();
        const inline = opened && text.charCodeAt(at + 1) === 40 ? inlineAt(text, at + 1, to) : null;
        if (opened && inline) {
          const kind = opened.isImage ? "image" : "link";
          if (inline.target) found.push({ kind, from: opened.at, to: inline.end, target: inline.target });
          // Links do not nest.
          if (!opened.isImage) open = open.filter(({ isImage }) => isImage);
        }
        at = inline?.end ?? at + 1;
        break;
      }
      default:
        at++;
    }
  }
  return found;
}

/** The link targets in the tags of a piece of HTML. */
export function scanHtml(text: string, from: number, to: number): Link[] {
  const found: Link[] = [];
  for (let at = text.indexOf("<", from); at >= 0 && at < to; ) {
    const end = matchEnd(TAG, text, at, to);
    if (end !== null) addAttributes(text, at, end, found);
    at = text.indexOf("<", end ?? at + 1);
  }
  return found;
}

function addAttributes(text: string, from: number, to: number, found: Link[]): void {
  const tag = text.slice(from, to);
  if (!/^<(?:a|img|source|video|audio)\s/i.test(tag)) return;
  ATTRIBUTE.lastIndex = 0;
  for (let match = ATTRIBUTE.exec(tag); match; match = ATTRIBUTE.exec(tag)) {
    const value = match[1] ?? match[2] ?? match[3] ?? "";
    if (value === "") continue;
    const end = from + match.index + match[0].length - (match[3] === undefined ? 1 : 0);
    found.push({ kind: "html", from, to, target: { from: end - value.length, to: end } });
  }
}

function matchEnd(pattern: RegExp, text: string, at: number, to: number): number | null {
  pattern.lastIndex = 0;
  const found = pattern.exec(text.slice(at, Math.min(to, at + REACH.tag)));
  return found ? at + found[0].length : null;
}

function wikiAt(text: string, at: number, to: number, kind: "wiki" | "embed"): Link | null {
  if (text.charCodeAt(at + 1) !== 91) return null;
  WIKI.lastIndex = 0;
  const found = WIKI.exec(text.slice(at, Math.min(to, at + REACH.wiki)));
  const target = found?.[1] ?? "";
  if (!found || target.trim() === "") return null;
  const from = at + 2 + (target.length - target.trimStart().length);
  const span = { from, to: from + target.trim().length };
  return { kind, from: kind === "embed" ? at - 1 : at, to: at + found[0].length, target: span };
}

/** The target in the parentheses after a link's text; null if it is not a link. */
function inlineAt(text: string, at: number, to: number): { end: number; target: Link["target"] | null } | null {
  const destination = parseDestination(text, at + 1, to);
  if (!destination || text.charCodeAt(destination.end) !== 41) return null;
  return { end: destination.end + 1, target: destination.target };
}

/** The end of each code span by its start, found in one pass. */
export function codeSpans(text: string, from: number, to: number): Map<number, number> {
  const ends = new Map<number, number>();
  const runs: { at: number; length: number }[] = [];
  for (let at = text.indexOf("`", from); at >= 0 && at < to; ) {
    const end = Math.min(to, pastTicks(text, at));
    runs.push({ at, length: end - at });
    at = text.indexOf("`", end);
  }
  const next = new Map<number, number>();
  for (const { at, length } of runs.toReversed()) {
    const close = next.get(length);
    if (close !== undefined) ends.set(at, close);
    next.set(length, at + length);
  }
  return ends;
}

function pastTicks(text: string, at: number): number {
  let end = at;
  while (text.charCodeAt(end) === 96) end++;
  return end;
}
