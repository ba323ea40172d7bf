import { difference } from "../../../core/diff/difference";
import { joinLineRanges, withoutLineRanges } from "../../../core/text/line-ranges";
import { type LineMover, lineMover } from "../../../core/text/move-line-ranges";
import type { DocumentId, ReadRange } from "../../../shared/contract";
import type { ReadNews } from "../../engine/documents";
import type { DocumentChange } from "../../engine/ports/documents";
import type { AppContext } from "./context";
import type { OpenDocument } from "./open-document";

/** Tracks which lines of the open documents agents have read, since the document was opened or the user cleared them. */
export type ReadRanges = {
  /** A tool showed lines to an agent, or a search found them. */
  handleRead(news: ReadNews): void;
  /** A write that the open document has adopted. */
  handleChange(change: DocumentChange): void;
  /** Documents were opened, closed or moved. */
  openDocumentsChanged(): void;
  /** Clears the ranges of a document. */
  clear(doc: DocumentId): void;
  /** Sends all ranges to the renderers, one of which may be new. */
  sendAll(): void;
};

/** The ranges of one document, as lines of `text`; `text` is null while it is not open. */
type DocumentRanges = { version: string; text: string | null; ranges: ReadRange[]; waiting: ReadNews[] };

const REST_MS = 150;
/** A read extends the previous one if it follows within this time. */
const SAME_RANGE_MS = 60_000;
const MAX_READ = 40;
const MAX_SEARCHES = 12;
const MAX_RANGES = 4_000;
const MAX_WAITING = 50;
const MAX_CLOSED = 100;

/** `isAgent` tells whose reads count; the user's own searches do not. */
export function createReadRanges(
  ctx: Pick<AppContext, "openDocuments">,
  isAgent: (callerId: string) => boolean,
  restMs = REST_MS,
): ReadRanges {
  const open = new Map<DocumentId, DocumentRanges>();
  /** Ranges of files that are not open, by real path. They are used if the file is opened in the same version. */
  const closed = new Map<string, DocumentRanges>();
  const changed = new Set<DocumentId>();
  let resting: NodeJS.Timeout | null = null;

  const scheduleSend = (doc: DocumentId): void => {
    changed.add(doc);
    resting ??= setTimeout(() => {
      resting = null;
      for (const each of changed) send(each);
      changed.clear();
    }, restMs);
    resting.unref();
  };

  const send = (doc: DocumentId): void => {
    if (!ctx.openDocuments.has(doc)) return;
    const document = ctx.openDocuments.of(doc);
    if (document.office !== null) return;
    const known = upToDate(document);
    document.window.send("document:readings", { doc, version: document.at.version, ranges: known?.ranges ?? [] });
  };

  /** The ranges of an open document, mapped to its current lines. */
  const upToDate = (document: OpenDocument): DocumentRanges | null => {
    const known = open.get(document.doc);
    if (known === undefined) return null;
    if (known.version !== document.at.version) {
      move(known, document.at, lineMover(known.text ?? "", difference(known.text ?? "", document.at.text)));
    }
    return known;
  };

  const take = (document: OpenDocument, known: DocumentRanges, news: ReadNews): void => {
    let { lines } = news;
    if (news.version !== known.version) {
      const text = document.textOf(news.version);
      if (text === null) {
        // A version that an external program wrote and the document has not adopted yet.
        known.waiting = [...known.waiting, news].slice(-MAX_WAITING);
        return;
      }
      lines = lineMover(text, difference(text, document.at.text))(lines);
    }
    add(known, { ...news, lines });
    scheduleSend(document.doc);
  };

  const takeWaiting = (document: OpenDocument, known: DocumentRanges): void => {
    for (const news of known.waiting.splice(0)) take(document, known, news);
  };

  return {
    handleRead(news) {
      if (!isAgent(news.caller.id)) return;
      const document = ctx.openDocuments.at(news.realPath);
      if (document === null) {
        const before = closed.get(news.realPath);
        const known = before?.version === news.version ? before : emptyAt(news.version, null);
        add(known, news);
        closed.delete(news.realPath);
        closed.set(news.realPath, known);
        for (const path of closed.keys()) if (closed.size > MAX_CLOSED) closed.delete(path);
        return;
      }
      const known = upToDate(document) ?? emptyAt(document.at.version, document.at.text);
      open.set(document.doc, known);
      take(document, known, news);
    },
    handleChange({ realPath, from, to, changes }) {
      const document = ctx.openDocuments.at(realPath);
      const known = document && open.get(document.doc);
      if (!document || !known) return;
      // The changes are more exact than a comparison of the texts.
      if (known.version === from && document.at.version === to)
        move(known, document.at, lineMover(known.text ?? "", changes));
      else upToDate(document);
      takeWaiting(document, known);
    },
    openDocumentsChanged() {
      for (const doc of open.keys()) if (!ctx.openDocuments.has(doc)) open.delete(doc);
      for (const document of ctx.openDocuments.all()) {
        const realPath = document.location?.realPath ?? "";
        const known = closed.get(realPath);
        if (known === undefined) continue;
        closed.delete(realPath);
        if (known.version !== document.at.version || open.has(document.doc)) continue;
        open.set(document.doc, { ...known, text: document.at.text });
        scheduleSend(document.doc);
      }
    },
    clear(doc) {
      if (open.delete(doc)) scheduleSend(doc);
    },
    sendAll() {
      for (const doc of open.keys()) scheduleSend(doc);
    },
  };
}

const emptyAt = (version: string, text: string | null): DocumentRanges => ({ version, text, ranges: [], waiting: [] });

function move(known: DocumentRanges, { version, text }: { version: string; text: string }, mover: LineMover): void {
  known.ranges = known.ranges
    .map((range) => ({ ...range, lines: mover(range.lines) }))
    .filter(({ lines }) => lines.length > 0);
  known.version = version;
  known.text = text;
}

/** Adds a read. Each line belongs to its last read; the newest searches keep all their lines. Oldest first. */
function add(known: DocumentRanges, news: ReadNews): void {
  const by = news.caller.name;
  const at = new Date().toISOString();
  if (news.kind === "found") {
    const others = known.ranges.filter((each) => each.by !== by || each.sought !== news.sought);
    const found: ReadRange = { by, kind: "matched", tool: news.tool, at, sought: news.sought, lines: [...news.lines] };
    const searches = others.filter(({ kind }) => kind === "matched").slice(0, -(MAX_SEARCHES - 1));
    known.ranges = bounded([...others.filter((each) => !searches.includes(each)), found]);
    return;
  }
  const own = known.ranges.filter((each) => each.by === by && each.kind === "read");
  let { lines } = news;
  // Lines that the agent wrote itself do not count as a new read of lines it has read already.
  if (news.kind === "kept") for (const each of own) lines = withoutLineRanges(lines, each.lines);
  if (lines.length === 0) return;
  const last = own.at(-1);
  const isContinued = last?.tool === news.tool && Date.parse(at) - Date.parse(last.at) < SAME_RANGE_MS;
  const fresh: ReadRange = {
    by,
    kind: "read",
    tool: news.tool,
    at,
    sought: null,
    lines: joinLineRanges([...(isContinued ? last.lines : []), ...lines]),
  };
  const left = known.ranges.flatMap((each) => {
    if (!own.includes(each)) return [each];
    const rest = each === last && isContinued ? [] : withoutLineRanges(each.lines, fresh.lines);
    return rest.length > 0 ? [{ ...each, lines: rest }] : [];
  });
  known.ranges = bounded(withFewer([...left, fresh]));
}

/** Above the limit, merges the two oldest reads of one agent into the later one. */
function withFewer(ranges: ReadRange[]): ReadRange[] {
  const read = ranges.filter(({ kind }) => kind === "read");
  if (read.length <= MAX_READ) return ranges;
  for (const [index, old] of read.entries()) {
    const next = read.slice(index + 1).find(({ by }) => by === old.by);
    if (next === undefined) continue;
    const both = { ...next, lines: joinLineRanges([...old.lines, ...next.lines]) };
    return ranges.filter((each) => each !== old).map((each) => (each === next ? both : each));
  }
  return ranges.filter((each) => each !== read[0]);
}

/** Drops the oldest ranges above the limit for one event. */
function bounded(ranges: ReadRange[]): ReadRange[] {
  let count = 0;
  return ranges
    .toReversed()
    .flatMap((range) => {
      const lines = range.lines.slice(0, Math.max(0, MAX_RANGES - count));
      count += lines.length;
      return lines.length > 0 ? [{ ...range, lines }] : [];
    })
    .reverse();
}
