import { randomUUID } from "node:crypto";
import type { BookPath, ReplacedRow, TargetReplacements } from "../../../shared/book";
import type { BookRequests } from "../../../shared/book-requests";
import {
  type OpenBook,
  type PlannedReplacement,
  protectedParagraphs,
  type Reselection,
  whyNotReplaced,
} from "../../engine/books";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";
import { you } from "../documents";
import type { BookAccess } from "./book-access";

type Order = Omit<Parameters<BookRequests["book:find-replacements"]>[0], "book">;
/** What was found last in a book. It is replaced as the user has seen it, or not at all. */
type Plan = { id: string; language: string; rows: readonly PlannedReplacement[] };

/** Translations with both texts that are sent to look at. */
const MAX_ROWS = 300;
/** The changes in those, unless the first one has more. */
const MAX_CHANGES = 5000;
/** The books whose plans are kept. */
const MAX_PLANS = 4;

/** Find and replace in the translations of a book, for the user. */
export function createBookReplacements({ engine, opened, write }: Pick<BookAccess, "engine" | "opened" | "write">) {
  const plans = new Map<BookPath, Plan>();

  function keep(book: BookPath, plan: Plan): void {
    plans.delete(book);
    plans.set(book, plan);
    if (plans.size > MAX_PLANS) plans.delete(plans.keys().next().value ?? "");
  }

  async function protectedIn(open: OpenBook, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const { documents, comments } = await engine();
    return protectedParagraphs(open, ids, { documents, comments, asker: "person" });
  }

  return {
    async findReplacements(book: BookPath, order: Order, signal: AbortSignal): Promise<TargetReplacements> {
      const open = await opened(book);
      const { planReplacements } = await engine();
      const { find, regex, caseSensitive, wholeWord, template, keepCase, only, accepted } = order;
      const { rows, leftOut } = await planReplacements(
        open,
        {
          lines: { patterns: [find], regex, caseSensitive, wholeWord },
          template,
          keepCase,
          only: only && new Set(only),
          accepted,
        },
        { signal, protectedOf: (ids) => protectedIn(open, ids) },
      );
      const id = randomUUID();
      keep(book, { id, language: open.language, rows });
      return {
        plan: id,
        matches: rows.reduce((sum, { changes }) => sum + changes.length, 0),
        leftOut,
        accepted: rows.filter(({ isAccepted }) => isAccepted).length,
        places: rows.map((row) => ({
          ...placeOf(open, row),
          version: row.version,
          spans: row.changes.flatMap(({ from, to }) => [from, to]),
        })),
        rows: shownOf(rows).map(
          (row): ReplacedRow => ({
            ...placeOf(open, row),
            before: row.before,
            changes: row.changes,
            isAccepted: row.isAccepted,
          }),
        ),
      };
    },
    /** Replaces in one transaction what was found, or one match of it. What has changed since is left as it is. */
    async replace(
      book: BookPath,
      id: string,
      one: { paragraph: string; match: number } | null,
    ): Promise<{ replaced: Reselection[]; left: number }> {
      const plan = plans.get(book);
      if (plan?.id !== id) throw new ToolError("stale", t.books.replacementsGone);
      const rows = plan.rows.flatMap((row) => {
        if (one === null) return [row];
        return row.id === one.paragraph ? [{ ...row, after: withMatch(row, one.match) }] : [];
      });
      const ids = rows.map((row) => row.id);
      // The user may have protected some since they were found.
      const protectedIds = await protectedIn(await opened(book), ids);
      const replaced = await write(
        book,
        (work, { language }) => {
          if (language !== plan.language) throw new ToolError("stale", t.books.replacementsGone);
          const { accepted, held } = work.rowFacts(language, { paragraphs: ids, texts: "states only" });
          const isFree = (row: PlannedReplacement): boolean =>
            (row.isAccepted || !accepted.has(row.id)) &&
            held.get(row.id)?.isDone !== false &&
            !protectedIds.has(row.id) &&
            (one === null || whyNotReplaced(row.before, row.after) === null);
          return work.replace(language, {
            replaced: rows
              .filter(isFree)
              .map(({ id: paragraph, version, after }) => ({ paragraph, version, text: after })),
            writer: you.name,
            at: new Date().toISOString(),
          });
        },
        (changed) => changed.map(({ paragraph }) => paragraph),
      );
      plans.delete(book);
      return { replaced, left: rows.length - replaced.length };
    },
    /** Takes replacements back where nothing was changed since. Returns the number of paragraphs. */
    undoReplacements: (book: BookPath, replaced: readonly Reselection[]): Promise<number> =>
      write(
        book,
        (work, { language }) => {
          const { held, accepted } = work.rowFacts(language, {
            paragraphs: replaced.map(({ paragraph }) => paragraph),
            texts: "states only",
          });
          return work.reselect(
            language,
            replaced.filter(({ paragraph }) => held.get(paragraph)?.isDone !== false && !accepted.has(paragraph)),
          );
        },
        (paragraphs) => paragraphs,
      ).then(({ length }) => length),
  };
}

/** The first rows, so that the page can show all of their changes. */
function shownOf(rows: readonly PlannedReplacement[]): readonly PlannedReplacement[] {
  let changes = 0;
  const end = rows.slice(0, MAX_ROWS).findIndex((row, at) => {
    changes += row.changes.length;
    return at > 0 && changes > MAX_CHANGES;
  });
  return rows.slice(0, end < 0 ? MAX_ROWS : end);
}

function placeOf({ book }: OpenBook, { id, position }: PlannedReplacement) {
  return { id, chapter: book.chapters[position.chapter]?.id ?? "", index: position.index };
}

/** A translation with one of its replacements. */
function withMatch({ before, changes }: PlannedReplacement, match: number): string {
  const change = changes[match];
  if (change === undefined) throw new ToolError("stale", t.books.replacementsGone);
  return before.slice(0, change.from) + change.insert + before.slice(change.to);
}
