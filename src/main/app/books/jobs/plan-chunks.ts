import type { JobOrder, JobPlan } from "../../../../shared/book";
import type { Chapter, OpenBook } from "../../../engine/books";
import { sourceHash } from "../../../engine/books";
import type { ChunkRecord } from "./job-record";

/** A chunk without its number. */
export type PlannedChunk = Pick<ChunkRecord, "chapter" | "title" | "index" | "ids">;

/** The chunks of a job, with totals. */
export type Plan = JobPlan & { cut: PlannedChunk[] };

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
      return isDue && !held.has(id) && !taken.has(id) ? [{ id, index, length: text.length }] : [];
    });
    plan.paragraphs += due.length;
    plan.cut.push(...cut(chapter, due, chunk));
  }
  plan.chunks = plan.cut.length;
  return plan;
}

function cut(
  { id, title }: Pick<Chapter, "id" | "title">,
  due: readonly { id: string; index: number; length: number }[],
  { paragraphs, characters }: JobOrder["chunk"],
): PlannedChunk[] {
  const chunks: PlannedChunk[] = [];
  let length = 0;
  for (const each of due) {
    const last = chunks.at(-1);
    length += each.length;
    if (last === undefined || last.ids.length >= paragraphs || length > characters) {
      chunks.push({ chapter: id, title, index: each.index, ids: [each.id] });
      length = each.length;
    } else last.ids.push(each.id);
  }
  return chunks;
}
