import {
  type Anchor,
  type AnchorRange,
  equalMatches,
  type FollowedAnchor,
  type FollowedEdit,
  findAnchor,
  followedEdit,
  followProtected,
} from "../../../../core/comments/anchor";
import { difference } from "../../../../core/diff/difference";
import { type Change, mapPosition } from "../../../../core/text/change";
import { rewritePackage } from "../package/package-writer";
import { openZip, type ZipPackage } from "../package/zip";
import type { PartSpan } from "../text/office-paragraphs";
import { trackedChanges } from "../view/tracked-changes";
import { entriesOf, readView } from "../view/view-package";
import { inPackage, type PackageFile } from "./in-package";
import { printer } from "./passage-print";
import { endOfSection, type PassageUnit, type PassageUnits, passageUnits, unitsIn } from "./passage-units";

type TextFormat = "docx" | "odt";
type TextPackage = Omit<PackageFile, "format"> & { format: TextFormat };

/** The text of a Word document or OpenDocument text, and its sections: from the start of a heading to the end of all that is in it. */
export type TextPassages = { text: string; sections: AnchorRange[] };

/** Reads what passages are found in. */
export const textPassages = (file: TextPackage): TextPassages =>
  inPackage(file, (zip) => {
    const { text, units } = passageUnits(zip, file.format);
    const sections: AnchorRange[] = [];
    const open: { level: number; from: number }[] = [];
    let to = 0;
    const close = (level: number): void => {
      while ((open.at(-1)?.level ?? -1) >= level) sections.push({ from: open.pop()?.from ?? 0, to });
    };
    let part = units[0]?.at.part;
    for (const unit of units) {
      if (unit.at.part !== part) close(0);
      part = unit.at.part;
      if (unit.heading !== null) {
        close(unit.heading);
        if (unit.from < unit.to) open.push({ level: unit.heading, from: unit.from });
      }
      if (unit.from < unit.to) to = unit.to;
    }
    close(0);
    return { text, sections: sections.sort((a, b) => a.from - b.from) };
  });

/** Paragraphs of the list in which the app shows a document, by their indexes. */
export type PageRange = { first: number; last: number };

/** Where ranges of the text are in the list in which the app shows the document; null for what it does not show. */
export const pageRanges = (file: TextPackage, ranges: readonly AnchorRange[]): (PageRange | null)[] =>
  inPackage(file, (zip) => {
    const { units } = passageUnits(zip, file.format);
    const indexes = indexesOf(zip, file.format);
    return ranges.map((range) => {
      const found = unitsIn(units, range);
      const shown = found === null ? [] : units.slice(found.first, found.last + 1).flatMap(indexes);
      return shown.length === 0 ? null : { first: Math.min(...ends(shown)), last: Math.max(...ends(shown)) };
    });
  });

/**
 * Which of these anchors, found nowhere in the text, are in it without its suggestions: it is only suggested that their words go. `page`: where these are
 * shown, if their paragraph is there without text.
 */
export const suggestedToGo = (file: TextPackage, anchors: readonly Anchor[]): ({ page: PageRange | null } | null)[] =>
  inPackage(file, (zip) => {
    const now = openVersion(zip, file.format);
    const tracked = trackedChanges[file.format];
    if (tracked === undefined || tracked.list(zip).length === 0) return anchors.map(() => null);
    const { parts } = tracked.resolve(zip, "all", "reject");
    const original = openVersion(openZip(rewritePackage(zip, parts, file.name), file.name), file.format);
    const changes = difference(original.text, now.text);
    const indexes = indexesOf(zip, file.format);
    return anchors.map((anchor) => {
      const found = findAnchor(original.text, { ...anchor, lost: undefined });
      if (found.state === "orphaned") return null;
      const at = mapPosition(changes, found.from, "after");
      const shown = now.units.filter(({ from, to }) => from === at && to === at).flatMap(indexes);
      return { page: shown.length === 0 ? null : { first: Math.min(...ends(shown)), last: Math.max(...ends(shown)) } };
    });
  });

const ends = (numbers: readonly number[]): number[] => [numbers[0] ?? 0, numbers.at(-1) ?? 0];

/**
 * The range of the text that paragraphs of that list are in, whole paragraphs and table rows only: of a `section` its heading. Null if there is no text, no
 * heading above; `stale` if the first of them has another `text` than the user saw.
 */
export const passageOnPage = (
  file: TextPackage,
  { first, last, kind, text: seen }: PageRange & { kind: "section" | "paragraph"; text: string },
): AnchorRange | "stale" | null =>
  inPackage(file, (zip) => {
    const { units } = passageUnits(zip, file.format);
    const entries = entriesOf(readView(zip, file.format, ""));
    if (entries[first]?.text.trim().startsWith(seen.trim()) !== true) return "stale";
    const at = entries.slice(first, last + 1).flatMap((entry) => {
      const index = units.findIndex((unit) => holds(unit, entry.at));
      return index < 0 ? [] : [index];
    });
    const [start, end] = [Math.min(...at), Math.max(...at)];
    if (at.length === 0) return null;
    if (kind === "section") {
      const heading = units.slice(0, start + 1).findLast((unit) => unit.heading !== null && unit.from < unit.to);
      return heading !== undefined && heading.at.part === units[start]?.at.part
        ? { from: heading.from, to: heading.to }
        : null;
    }
    const whole = units.slice(start, end + 1).filter(({ from, to }) => from < to);
    const range = { from: whole[0]?.from ?? 0, to: whole.at(-1)?.to ?? 0 };
    return range.from < range.to ? range : null;
  });

const holds = ({ at }: PassageUnit, { part, from }: { part: string; from: number }): boolean =>
  at.part === part && at.from <= from && from < at.to;

/** The indexes, in the list in which the app shows the document, of the paragraphs in a unit. */
function indexesOf(zip: ZipPackage, format: TextFormat): (unit: PassageUnit) => number[] {
  const byPart = Map.groupBy(
    entriesOf(readView(zip, format, "")).map(({ at }, index) => ({ ...at, index })),
    ({ part }) => part,
  );
  for (const entries of byPart.values()) entries.sort((a, b) => a.from - b.from);
  return ({ at }) => {
    const entries = byPart.get(at.part) ?? [];
    let [low, high] = [0, entries.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((entries[middle]?.from ?? 0) < at.from) low = middle + 1;
      else high = middle;
    }
    const found: number[] = [];
    for (let next = low; (entries[next]?.from ?? Number.POSITIVE_INFINITY) < at.to; next++)
      found.push(entries[next]?.index ?? 0);
    return found;
  };
}

/**
 * A protected passage: where it is in the text of the earlier version, of a section its heading; null if it is not found there. `anchor` is what it is found by
 * later, null if that need not be checked.
 */
export type ProtectedPassageIn = {
  kind: "section" | "paragraph";
  range: AnchorRange | null;
  anchor: Anchor | null;
  /** Whether tracked changes are allowed in it. */
  mode: "locked" | "suggest";
};

/** A passage, by its index, that an edit does not leave as it was. `lost`: it is there, but would no longer be found, or another one in its place. */
export type ChangedPassage = { index: number; why: "changed" | "lost" };

/**
 * Those of these passages that differ in a later version, or are at another place among the others. What `mayBeSuggested` is compared as if the tracked
 * changes that came with the later version were rejected, and those of its `author`.
 */
export function changedPassages(
  versions: Omit<TextPackage, "bytes"> & { before: Uint8Array; after: Uint8Array; author: string },
  passages: readonly ProtectedPassageIn[],
): ChangedPassage[] {
  const { before, after, author, ...file } = versions;
  const open = (bytes: Uint8Array): OpenVersion =>
    inPackage({ ...file, bytes }, (zip) => openVersion(zip, file.format));
  const written = { old: open(before), now: open(after) };
  const changed = inPackage({ ...file, bytes: after }, () => {
    const exact = passages.map((passage) => (passage.mode === "locked" ? passage : null));
    const found = changesOf(exact, written);
    if (passages.every(({ mode }) => mode === "locked")) return found;
    const original = withoutSuggestions(written, file, author);
    const toOriginal = difference(written.old.text, original.old.text);
    const suggested = passages.map((passage) =>
      passage.mode === "locked" ? null : inOriginal(passage, original.old, toOriginal),
    );
    const others = changesOf(suggested, original);
    return found.map((why, index) => why ?? others[index] ?? null);
  });
  return changed.flatMap((why, index) => (why === null ? [] : [{ index, why }]));
}

type OpenVersion = PassageUnits & { zip: ZipPackage; format: TextFormat };

const openVersion = (zip: ZipPackage, format: TextFormat): OpenVersion => ({
  zip,
  format,
  ...passageUnits(zip, format),
});

/** Two versions of a document. */
type ComparedVersions = { old: OpenVersion; now: OpenVersion };

/** Both versions without the tracked changes that only the later one has, and without those of an author. */
function withoutSuggestions(
  versions: ComparedVersions,
  file: Omit<TextPackage, "bytes">,
  author: string,
): ComparedVersions {
  const { old, now } = versions;
  const tracked = trackedChanges[file.format];
  if (tracked === undefined) return versions;
  const known = new Set(tracked.list(old.zip).map(({ id }) => id));
  const rejected = (version: OpenVersion): OpenVersion => {
    const ids = tracked
      .list(version.zip)
      .flatMap((each) => (each.author === author || !known.has(each.id) ? each.id : []));
    if (ids.length === 0) return version;
    const { parts } = tracked.resolve(version.zip, ids, "reject");
    const bytes = rewritePackage(version.zip, parts, file.name);
    return openVersion(openZip(bytes, file.name), file.format);
  };
  return { old: rejected(old), now: rejected(now) };
}

/** The same passage in the text without suggestions. */
function inOriginal(
  passage: ProtectedPassageIn,
  original: OpenVersion,
  changes: readonly Change[],
): ProtectedPassageIn {
  const { range, anchor } = passage;
  if (range !== null) {
    const from = mapPosition(changes, range.from, "after");
    const to = Math.max(from, mapPosition(changes, range.to, "before"));
    return { ...passage, range: { from, to } };
  }
  if (anchor === null || changes.length === 0) return passage;
  // Lost where the suggestions count: without them the words may be there.
  const kept = { ...anchor, lost: undefined };
  const found = findAnchor(original.text, kept);
  return { ...passage, anchor: kept, range: found.state === "orphaned" ? null : found };
}

/** What an edit has done to each of these passages; null for one that is as it was, or is none. */
function changesOf(
  passages: readonly (ProtectedPassageIn | null)[],
  { old, now }: ComparedVersions,
): (ChangedPassage["why"] | null)[] {
  const between = placesAmongOthers(old.units, now.units);
  const searched = passages.map((passage) => {
    const found = passage === null || passage.range === null ? null : unitsIn(old.units, passage.range);
    if (passage === null || found === null) return null;
    const { first } = found;
    const last = passage.kind === "section" ? Math.max(found.last, endOfSection(old.units, first)) : found.last;
    return { ...passage, first, size: last - first + 1, between: between({ first, last }) };
  });
  const asked = searched.filter((each) => each !== null);
  if (asked.length === 0) return passages.map(() => null);
  const [oldPrint, nowPrint] = [
    unitPrints(
      old,
      asked.map(({ first, size }) => ({ from: first, to: first + size })),
    ),
    unitPrints(
      now,
      asked.map((each) => each.between),
    ),
  ];
  let edit: FollowedEdit | null = null;
  return searched.map((each) => {
    if (each === null) return null;
    const { kind, range, anchor, first, size } = each;
    const print = oldPrint(first, size);
    const isSameAt = (at: number): boolean =>
      at >= each.between.from &&
      at + size <= each.between.to &&
      hasSameTexts(old.units, now.units, { first, at, size }) &&
      nowPrint(at, size) === print;
    const isAnywhere = (): boolean => {
      for (let at = each.between.from; at + size <= each.between.to; at++) if (isSameAt(at)) return true;
      return false;
    };
    if (anchor === null || range === null) return isAnywhere() ? null : "changed";
    edit ??= followedEdit(old.text, now.text, difference(old.text, now.text), "difference");
    const heading = old.units[first];
    const followed = followProtected(edit, anchor, kind === "section" && heading !== undefined ? heading : range);
    if (unitsFoundAt(now, followed).some(isSameAt)) return null;
    return isAnywhere() ? "lost" : "changed";
  });
}

/** The units to which a passage is followed, and which will be found by what is kept of it from then on. */
function unitsFoundAt({ text, units }: OpenVersion, { anchor, place }: FollowedAnchor): number[] {
  if (place.state === "orphaned") return [];
  const unitAt = ({ from }: AnchorRange): number => units.findIndex((unit) => unit.from <= from && from < unit.to);
  const at = unitAt(place);
  const unit = units[at];
  const found = findAnchor(text, anchor);
  if (unit === undefined || found.state === "orphaned") return [];
  const isThere = equalMatches(text, anchor, found).some(({ from }) => unit.from <= from && from < unit.to);
  return isThere ? [at] : [];
}

/** What is compared of a number of units of a version from one of them on, which is in one of these ranges. */
function unitPrints(
  { zip, format, units }: OpenVersion,
  ranges: readonly AnchorRange[],
): (from: number, size: number) => string {
  const spansOf = (from: number, to: number): PartSpan[] => {
    const spans: PartSpan[] = [];
    for (const { at } of units.slice(from, to)) {
      const last = spans.at(-1);
      if (last?.part === at.part) last.to = at.to;
      else spans.push({ ...at });
    }
    return spans;
  };
  let [first, last] = [units.length, 0];
  for (const { from, to } of ranges) {
    first = Math.min(first, from);
    last = Math.max(last, to);
  }
  const printed = printer(zip, format, spansOf(first, last));
  /** Those of single units, which many equal passages ask for. */
  const known = new Map<number, string>();
  return (from, size) => {
    const made = known.get(from);
    if (size === 1 && made !== undefined) return made;
    const print = spansOf(from, from + size)
      .map(printed)
      .join("\u0003");
    if (size === 1) known.set(from, print);
    return print;
  };
}

const hasSameTexts = (
  old: readonly PassageUnit[],
  now: readonly PassageUnit[],
  { first, at, size }: { first: number; at: number; size: number },
): boolean => {
  for (let index = 0; index < size; index++) if (old[first + index]?.text !== now[at + index]?.text) return false;
  return true;
};

/**
 * Tells between which units of the later version a passage must be: after all that were before it and before all that were behind it, of those that are
 * there once in both versions. What is elsewhere is a copy.
 */
function placesAmongOthers(
  old: readonly PassageUnit[],
  now: readonly PassageUnit[],
): (passage: { first: number; last: number }) => AnchorRange {
  const places = onlyPlaces(now);
  /** For each old unit the least place after all before it, and the last place before it and all behind it. */
  const after = new Array<number>(old.length + 1).fill(0);
  const before = new Array<number>(old.length + 1).fill(now.length);
  for (const [text, index] of onlyPlaces(old)) {
    const there = places.get(text);
    if (there === undefined) continue;
    after[index + 1] = there + 1;
    before[index] = there;
  }
  for (let index = 1; index <= old.length; index++) after[index] = Math.max(after[index] ?? 0, after[index - 1] ?? 0);
  for (let index = old.length - 1; index >= 0; index--)
    before[index] = Math.min(before[index] ?? 0, before[index + 1] ?? 0);
  return ({ first, last }) => ({ from: after[first] ?? 0, to: before[last + 1] ?? now.length });
}

/** The indexes of the texts that are there once. */
function onlyPlaces(units: readonly PassageUnit[]): Map<string, number> {
  const places = new Map<string, number>();
  const repeated = new Set<string>();
  for (const [index, { text }] of units.entries()) {
    if (text === "") continue;
    if (places.has(text)) repeated.add(text);
    else places.set(text, index);
  }
  for (const text of repeated) places.delete(text);
  return places;
}
