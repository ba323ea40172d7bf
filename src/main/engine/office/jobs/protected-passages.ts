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
import { mapPosition } from "../../../../core/text/change";
import { rewritePackage } from "../package/package-writer";
import { openZip, type ZipPackage } from "../package/zip";
import { trackedChanges } from "../view/tracked-changes";
import { entriesOf, readView } from "../view/view-package";
import { inPackage, type PackageFile } from "./in-package";
import { printsOf } from "./passage-print";
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
  const written = compared(open(before), open(after));
  const { old } = written;
  let original: ComparedVersions | null = null;
  return passages.flatMap((passage, index) => {
    const isExact = passage.mode === "locked";
    if (!isExact) original ??= withoutSuggestions(written, file, author);
    const both = isExact || original === null ? written : original;
    const why = inPackage({ ...file, bytes: after }, () =>
      changeOf(isExact ? passage : inOriginal(passage, old, both.old), both),
    );
    return why === null ? [] : [{ index, why }];
  });
}

type OpenVersion = PassageUnits & { zip: ZipPackage; format: TextFormat };

const openVersion = (zip: ZipPackage, format: TextFormat): OpenVersion => ({
  zip,
  format,
  ...passageUnits(zip, format),
});

/** Two versions, and what passages follow from one to the other, worked out once it is asked for. */
type ComparedVersions = { old: OpenVersion; now: OpenVersion; edit(): FollowedEdit };

function compared(old: OpenVersion, now: OpenVersion): ComparedVersions {
  let edit: FollowedEdit | null = null;
  return {
    old,
    now,
    edit: () => (edit ??= followedEdit(old.text, now.text, difference(old.text, now.text), "difference")),
  };
}

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
  return compared(rejected(old), rejected(now));
}

/** The same passage in the text without suggestions. */
function inOriginal(passage: ProtectedPassageIn, old: OpenVersion, original: OpenVersion): ProtectedPassageIn {
  const { range, anchor } = passage;
  if (range !== null) {
    const changes = difference(old.text, original.text);
    const from = mapPosition(changes, range.from, "after");
    const to = Math.max(from, mapPosition(changes, range.to, "before"));
    return { ...passage, range: { from, to } };
  }
  if (anchor === null) return passage;
  // Lost where the suggestions count: without them the words may be there.
  const kept = { ...anchor, lost: undefined };
  const found = findAnchor(original.text, kept);
  return { ...passage, anchor: kept, range: found.state === "orphaned" ? null : found };
}

/** What an edit has done to a passage; null if it is as it was. */
function changeOf(
  { kind, range, anchor }: ProtectedPassageIn,
  { old, now, edit }: ComparedVersions,
): ChangedPassage["why"] | null {
  const found = range === null ? null : unitsIn(old.units, range);
  if (found === null) return null;
  const { first } = found;
  const last = kind === "section" ? Math.max(found.last, endOfSection(old.units, first)) : found.last;
  const size = last - first + 1;
  const between = placeAmongOthers(old.units, now.units, { first, last });
  const candidates: number[] = [];
  for (let at = between.from; at + size <= between.to; at++)
    if (hasSameTexts(old.units, now.units, { first, at, size })) candidates.push(at);
  const spanOf = (units: readonly PassageUnit[], from: number) => {
    const [start, end] = [units[from], units[from + size - 1]];
    return { part: start?.at.part ?? "", from: start?.at.from ?? 0, to: end?.at.to ?? 0 };
  };
  const [print] = printsOf(old.zip, old.format, [spanOf(old.units, first)]);
  const prints = printsOf(
    now.zip,
    now.format,
    candidates.map((at) => spanOf(now.units, at)),
  );
  const same = candidates.filter((_, index) => prints[index] === print);
  if (same.length === 0) return "changed";
  if (anchor === null || range === null) return null;
  const heading = old.units[first];
  const followed = followProtected(edit(), anchor, kind === "section" && heading !== undefined ? heading : range);
  return same.some((at) => isFoundAt(now.text, followed, now.units[at])) ? null : "lost";
}

/** Whether a passage is followed to a unit, and will be found there by what is kept of it from then on. */
function isFoundAt(text: string, { anchor, place }: FollowedAnchor, unit: PassageUnit | undefined): boolean {
  if (unit === undefined || place.state === "orphaned") return false;
  const isAt = ({ from }: AnchorRange): boolean => unit.from <= from && from < unit.to;
  const found = findAnchor(text, anchor);
  return isAt(place) && found.state !== "orphaned" && equalMatches(text, anchor, found).some(isAt);
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
 * Between which units of the later version a passage must be: after all that were before it and before all that were behind it, of those that are there
 * once in both versions. What is elsewhere is a copy.
 */
function placeAmongOthers(
  old: readonly PassageUnit[],
  now: readonly PassageUnit[],
  { first, last }: { first: number; last: number },
): { from: number; to: number } {
  const places = onlyPlaces(now);
  let [from, to] = [0, now.length];
  for (const [text, index] of onlyPlaces(old)) {
    const there = places.get(text);
    if (there === undefined) continue;
    if (index < first) from = Math.max(from, there + 1);
    else if (index > last) to = Math.min(to, there);
  }
  return { from, to };
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
