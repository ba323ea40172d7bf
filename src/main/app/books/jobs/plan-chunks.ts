import type { JobOrder, JobPlan } from "../../../../shared/book-jobs";
import type { Chapter, OpenBook } from "../../../engine/books";
import { sourceHash } from "../../../engine/books";
import type { ChunkRecord } from "./job-record";

/** A chunk without its number. */
export type PlannedChunk = Pick<ChunkRecord, "chapter" | "title" | "index" | "ids">;

/** The chunks of a job, with totals. */
export type Plan = Omit<JobPlan, "estimate"> & { cut: PlannedChunk[] };

/**
 * Divides the due paragraphs into chunks within chapters. For a translation, paragraphs are due that have none or one
 * of an older source, unless the user has accepted it; for other work, translated ones that this kind has not finished. Paragraphs held by other open
 * tasks are skipped, and so are those in `taken`, which other chunks have.
 */
export function planChunks(open: OpenBook, order: JobOrder, taken: ReadonlySet<string> = new Set()): Plan {
  const { kind, language, chunk } = order;
  const { held, finished, facts } = open.read((work) => ({
    held: work.held(kind, language),
    finished: work.finished(kind, language),
    facts: work.rowFacts(language, { texts: "states only" }),
  }));
  const wanted = order.chapters === null ? null : new Set(order.chapters);
  const plan: Plan = { paragraphs: 0, chunks: 0, held: 0, done: 0, acceptedStale: 0, cut: [] };
  for (const chapter of open.book.chapters) {
    if (wanted !== null && !wanted.has(chapter.id)) continue;
    const due = chapter.paragraphs.flatMap((paragraph, index) => {
      const { id, text, isBlank } = paragraph;
      if (isBlank) return [];
      const version = facts.selected.get(id);
      const isStale = version !== undefined && version.source !== sourceHash(paragraph);
      if (kind === "translation" && isStale && facts.accepted.has(id)) {
        plan.acceptedStale++;
        return [];
      }
      const isDue = kind === "translation" ? !finished.has(id) || isStale : !finished.has(id) && version !== undefined;
      if (held.has(id) && isDue) plan.held++;
      else if (!isDue) plan.done++;
      return isDue && !held.has(id) && !taken.has(id)
        ? [{ id, index, length: text.length, isScene: isScene(text) }]
        : [];
    });
    plan.paragraphs += due.length;
    plan.cut.push(...cut(chapter, due, chunk));
  }
  plan.chunks = plan.cut.length;
  return plan;
}

/** A due paragraph: its index in the chapter, and whether it is a heading or a row of marks between scenes. */
type Due = { id: string; index: number; length: number; isScene: boolean };

/** A chunk of some length ends at a border of scenes or stanzas if there is one in its last part. */
const LAST_PART = 0.4;
const FEWEST_TO_SHORTEN = 8;

function cut(
  { id, title }: Pick<Chapter, "id" | "title">,
  due: readonly Due[],
  { paragraphs, characters }: JobOrder["chunk"],
): PlannedChunk[] {
  const chunks: PlannedChunk[] = [];
  for (let from = 0; from < due.length; ) {
    let to = from;
    let length = 0;
    for (; to < due.length && to - from < paragraphs; to++) {
      length += due[to]?.length ?? 0;
      if (length > characters && to > from) break;
    }
    if (to < due.length) to = bestBorder(due, from, to);
    const chunk = due.slice(from, to);
    chunks.push({ chapter: id, title, index: chunk[0]?.index ?? 0, ids: chunk.map((each) => each.id) });
    from = to;
  }
  return chunks;
}

/** The best end of a chunk that begins at `from` and can end at `to`: before a scene, or else where blank lines are, or else there. */
function bestBorder(due: readonly Due[], from: number, to: number): number {
  if (to - from < FEWEST_TO_SHORTEN) return to;
  const least = to - Math.floor((to - from) * LAST_PART);
  const isAfterBlank = (at: number): boolean => (due[at]?.index ?? 0) > (due[at - 1]?.index ?? 0) + 1;
  for (const isBorder of [(at: number) => due[at]?.isScene === true, isAfterBlank])
    for (let at = to; at >= least; at--) if (isBorder(at)) return at;
  return to;
}

/** A heading, or only signs such as `* * *`. */
const isScene = (text: string): boolean => /^\s*#{1,6}\s/.test(text) || !/[\p{L}\p{N}]/u.test(text);
