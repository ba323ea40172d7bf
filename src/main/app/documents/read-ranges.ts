import { difference } from "../../../core/diff/difference";
import { joinLineRanges, withoutLineRanges } from "../../../core/text/line-ranges";
import { type LineMover, lineMover } from "../../../core/text/move-line-ranges";
import type { DocumentId, Reading } from "../../../shared/contract";
import type { ReadNews } from "../../engine/documents";
import type { DocumentChange } from "../../engine/ports/documents";
import type { AppContext } from "./context";
import type { WorkingCopy } from "./open-document";

/** Tracks which lines of the open documents agents have read, since the document was opened or the user cleared them. */
export type Readings = {
  /** A tool showed lines to an agent, or a search found them. */
  heard(news: ReadNews): void;
  /** A write that the open document has adopted. */
  followed(change: DocumentChange): void;
  /** Documents were opened, closed or moved. */
  placesChanged(): void;
  /** Clears the ranges of a document. */
  clear(doc: DocumentId): void;
  /** Sends all ranges to the renderers, one of which may be new. */
  tellAll(): void;
};

/** The ranges of one document, as lines of `text`; `text` is null while it is not open. */
type Known = { version: string; text: string | null; readings: Reading[]; waiting: ReadNews[] };

const REST_MS = 150;
/** A read extends the previous one if it follows within this time. */
const SAME_READING_MS = 60_000;
const MOST_READ = 40;
const MOST_SEARCHES = 12;
const MOST_RANGES = 4_000;
const MOST_WAITING = 50;
const MOST_CLOSED = 100;

/** `isAgent` tells whose reads count; the user's own searches do not. */
export function createReadings(
  ctx: Pick<AppContext, "copies">,
  isAgent: (callerId: string) => boolean,
  restMs = REST_MS,
): Readings {
  const open = new Map<DocumentId, Known>();
  /** Ranges of files that are not open, by real path. They are used if the file is opened in the same version. */
  const closed = new Map<string, Known>();
  const changed = new Set<DocumentId>();
  let resting: NodeJS.Timeout | null = null;

  const tell = (doc: DocumentId): void => {
    changed.add(doc);
    resting ??= setTimeout(() => {
      resting = null;
      for (const each of changed) send(each);
      changed.clear();
    }, restMs);
    resting.unref();
  };

  const send = (doc: DocumentId): void => {
    if (!ctx.copies.has(doc)) return;
    const copy = ctx.copies.of(doc);
    if (copy.office !== null) return;
    const known = upToDate(copy);
    copy.window.send("document:readings", { doc, version: copy.at.version, readings: known?.readings ?? [] });
  };

  /** The ranges of an open document, mapped to its current lines. */
  const upToDate = (copy: WorkingCopy): Known | null => {
    const known = open.get(copy.doc);
    if (known === undefined) return null;
    if (known.version !== copy.at.version) {
      move(known, copy.at, lineMover(known.text ?? "", difference(known.text ?? "", copy.at.text)));
    }
    return known;
  };

  const take = (copy: WorkingCopy, known: Known, news: ReadNews): void => {
    let { lines } = news;
    if (news.version !== known.version) {
      const text = copy.textOf(news.version);
      if (text === null) {
        // A version that an external program wrote and the document has not adopted yet.
        known.waiting = [...known.waiting, news].slice(-MOST_WAITING);
        return;
      }
      lines = lineMover(text, difference(text, copy.at.text))(lines);
    }
    add(known, { ...news, lines });
    tell(copy.doc);
  };

  const takeWaiting = (copy: WorkingCopy, known: Known): void => {
    for (const news of known.waiting.splice(0)) take(copy, known, news);
  };

  return {
    heard(news) {
      if (!isAgent(news.caller.id)) return;
      const copy = ctx.copies.at(news.realPath);
      if (copy === null) {
        const before = closed.get(news.realPath);
        const known = before?.version === news.version ? before : emptyAt(news.version, null);
        add(known, news);
        closed.delete(news.realPath);
        closed.set(news.realPath, known);
        for (const path of closed.keys()) if (closed.size > MOST_CLOSED) closed.delete(path);
        return;
      }
      const known = upToDate(copy) ?? emptyAt(copy.at.version, copy.at.text);
      open.set(copy.doc, known);
      take(copy, known, news);
    },
    followed({ realPath, from, to, changes }) {
      const copy = ctx.copies.at(realPath);
      const known = copy && open.get(copy.doc);
      if (!copy || !known) return;
      // The changes are more exact than a comparison of the texts.
      if (known.version === from && copy.at.version === to) move(known, copy.at, lineMover(known.text ?? "", changes));
      else upToDate(copy);
      takeWaiting(copy, known);
    },
    placesChanged() {
      for (const doc of open.keys()) if (!ctx.copies.has(doc)) open.delete(doc);
      for (const copy of ctx.copies.all()) {
        const realPath = copy.place?.realPath ?? "";
        const known = closed.get(realPath);
        if (known === undefined) continue;
        closed.delete(realPath);
        if (known.version !== copy.at.version || open.has(copy.doc)) continue;
        open.set(copy.doc, { ...known, text: copy.at.text });
        tell(copy.doc);
      }
    },
    clear(doc) {
      if (open.delete(doc)) tell(doc);
    },
    tellAll() {
      for (const doc of open.keys()) tell(doc);
    },
  };
}

const emptyAt = (version: string, text: string | null): Known => ({ version, text, readings: [], waiting: [] });

function move(known: Known, { version, text }: { version: string; text: string }, mover: LineMover): void {
  known.readings = known.readings
    .map((reading) => ({ ...reading, lines: mover(reading.lines) }))
    .filter(({ lines }) => lines.length > 0);
  known.version = version;
  known.text = text;
}

/** Adds a read. Each line belongs to its last read; the newest searches keep all their lines. Oldest first. */
function add(known: Known, news: ReadNews): void {
  const by = news.caller.name;
  const at = new Date().toISOString();
  if (news.kind === "found") {
    const others = known.readings.filter((each) => each.by !== by || each.sought !== news.sought);
    const found: Reading = { by, kind: "matched", tool: news.tool, at, sought: news.sought, lines: [...news.lines] };
    const searches = others.filter(({ kind }) => kind === "matched").slice(0, -(MOST_SEARCHES - 1));
    known.readings = bounded([...others.filter((each) => !searches.includes(each)), found]);
    return;
  }
  const own = known.readings.filter((each) => each.by === by && each.kind === "read");
  let { lines } = news;
  // Lines that the agent wrote itself do not count as a new read of lines it has read already.
  if (news.kind === "kept") for (const each of own) lines = withoutLineRanges(lines, each.lines);
  if (lines.length === 0) return;
  const last = own.at(-1);
  const goesOn = last?.tool === news.tool && Date.parse(at) - Date.parse(last.at) < SAME_READING_MS;
  const fresh: Reading = {
    ...{ by, kind: "read", tool: news.tool, at, sought: null },
    lines: joinLineRanges([...(goesOn ? last.lines : []), ...lines]),
  };
  const left = known.readings.flatMap((each) => {
    if (!own.includes(each)) return [each];
    const rest = each === last && goesOn ? [] : withoutLineRanges(each.lines, fresh.lines);
    return rest.length > 0 ? [{ ...each, lines: rest }] : [];
  });
  known.readings = bounded(withFewer([...left, fresh]));
}

/** Above the limit, merges the two oldest reads of one agent into the later one. */
function withFewer(readings: Reading[]): Reading[] {
  const read = readings.filter(({ kind }) => kind === "read");
  if (read.length <= MOST_READ) return readings;
  for (const [index, old] of read.entries()) {
    const next = read.slice(index + 1).find(({ by }) => by === old.by);
    if (next === undefined) continue;
    const both = { ...next, lines: joinLineRanges([...old.lines, ...next.lines]) };
    return readings.filter((each) => each !== old).map((each) => (each === next ? both : each));
  }
  return readings.filter((each) => each !== read[0]);
}

/** Drops the oldest ranges above the limit for one event. */
function bounded(readings: Reading[]): Reading[] {
  let count = 0;
  return readings
    .toReversed()
    .flatMap((reading) => {
      const lines = reading.lines.slice(0, Math.max(0, MOST_RANGES - count));
      count += lines.length;
      return lines.length > 0 ? [{ ...reading, lines }] : [];
    })
    .reverse();
}
