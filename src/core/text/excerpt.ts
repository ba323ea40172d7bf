/** The part of a paragraph that shows its matches. */
import { splitsPair } from "./characters";

/** A range of a text, in UTF-16 units. */
export type Span = { from: number; to: number };

/** A piece of an excerpt; a `gap` is empty and marks text that was left out. A whole match may include its groups. */
export type ExcerptPiece = { kind: "text" | "match" | "gap"; text: string; groups?: readonly string[] };

/** How many characters to show before and after a match. */
const before = 36;
const behind = 72;
/** Texts up to this length are shown in full. For longer ones, `MAX_EXCERPT` is the limit, give or take a word. */
const whole = 160;
const MAX_EXCERPT = 220;
/** How many characters of a match are shown. */
const MAX_MATCH = 140;
/** A window ends at a blank if there is one within this distance. */
const wordReach = 12;

/**
 * The excerpt of a paragraph: all of it if it is short, otherwise windows around its first matches. `matches` are sorted and do not
 * overlap. Each run of line breaks and other blanks becomes one blank.
 */
export function excerptOf(text: string, matches: readonly (Span & { groups?: readonly string[] })[]): ExcerptPiece[] {
  const windows = text.length <= whole ? [{ from: 0, to: text.length }] : windowsOf(text, matches);
  const pieces: ExcerptPiece[] = [];
  const add = (kind: ExcerptPiece["kind"], from: number, to: number, more: Pick<ExcerptPiece, "groups"> = {}) => {
    const shown = text.slice(from, to).replace(/\s+/gu, " ");
    if (shown !== "") pieces.push({ kind, text: shown, ...more });
  };
  let next = 0;
  for (const { from, to } of windows) {
    if (from > 0) pieces.push({ kind: "gap", text: "" });
    let at = from;
    while (next < matches.length && (matches[next] as Span).from < to) {
      const match = matches[next] as Span & { groups?: readonly string[] };
      const end = Math.min(match.to, to);
      if (end <= at) {
        next++;
        continue;
      }
      add("text", at, match.from);
      const isWhole = match.from >= at && end === match.to;
      add("match", Math.max(at, match.from), end, isWhole && match.groups ? { groups: match.groups } : {});
      at = end;
      next++;
    }
    add("text", at, to);
  }
  if ((windows.at(-1)?.to ?? 0) < text.length) pieces.push({ kind: "gap", text: "" });
  return pieces;
}

function windowsOf(text: string, matches: readonly Span[]): Span[] {
  const windows: Span[] = [];
  let left = MAX_EXCERPT;
  for (const match of matches.length > 0 ? matches : [{ from: 0, to: 0 }]) {
    const last = windows.at(-1);
    const from = Math.max(last?.to ?? 0, startNear(text, match.from - before));
    const to = Math.max(from, endNear(text, Math.min(match.to, match.from + MAX_MATCH) + behind));
    if (windows.length > 0 && to - from > left) break;
    if (last !== undefined && from <= last.to + 1) last.to = to;
    else windows.push({ from, to });
    left -= to - from;
  }
  return windows;
}

function startNear(text: string, at: number): number {
  if (at <= 0) return 0;
  const blank = text.slice(at, at + wordReach).search(/\s/u);
  return notInPair(text, blank < 0 ? at : at + blank + 1);
}

function endNear(text: string, at: number): number {
  if (at >= text.length) return text.length;
  const blank = text.slice(Math.max(0, at - wordReach), at).search(/\s\S*$/u);
  return notInPair(text, blank < 0 ? at : Math.max(0, at - wordReach) + blank);
}

const notInPair = (text: string, at: number): number => (splitsPair(text, at) ? at - 1 : at);
