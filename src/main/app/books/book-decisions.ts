import type { BookPath, BookRow, FlagKind } from "../../../shared/book";
import { type OpenBook, paragraphAt, sourceHash, stepTo, type WorkStore } from "../../engine/books";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";
import { you } from "../documents";
import type { BookAccess } from "./book-access";

/** A translation that the user typed, over the version `base`. */
type TypedTarget = { text: string; base: string | null; language?: string; as?: "translated" | "accepted" };

const now = (): string => new Date().toISOString();

/** The user translates, selects, accepts, sends back and releases. */
export function createBookDecisions({ write, writeRow }: Pick<BookAccess, "write" | "writeRow">) {
  return {
    async translate(
      book: BookPath,
      paragraph: string,
      { text, base, language: into, as }: TypedTarget,
    ): Promise<BookRow> {
      if (text.trim() === "") throw new ToolError("bad_arguments", t.books.emptyTranslation);
      return writeRow(book, paragraph, (work, open) => {
        const { book: current, language } = open;
        const position = current.positions.get(paragraph);
        if (position === undefined) throw new ToolError("not_found", t.books.paragraphGone);
        if (into !== undefined && into !== "" && into !== language)
          throw new ToolError("wrong_state", t.books.otherLanguage(into, language));
        const facts = work.rowFacts(language, { paragraphs: [paragraph] });
        if ((facts.selected.get(paragraph)?.id ?? null) !== base) throw new ToolError("stale", t.books.stale);
        const source = sourceHash(paragraphAt(current, position));
        work.add({ paragraph, language, text, source, task: null, writer: you.name, at: now() });
        // The task need not translate what the user has translated.
        const held = facts.held.get(paragraph);
        if (held?.type === "translation") work.mark(held.task, [paragraph], "done");
        return as === "accepted" && acceptChosen(work, open, [paragraph]).endedTasks > 0
          ? "other rows too"
          : "this row";
      });
    },
    select: (book: BookPath, paragraph: string, version: string): Promise<BookRow> =>
      writeRow(book, paragraph, (work) => {
        if (!work.select(paragraph, version)) throw new ToolError("not_found", t.books.versionGone);
        return "this row";
      }),
    accept: (book: BookPath, paragraphs: readonly string[]): Promise<number> =>
      write(
        book,
        (work, open) => acceptChosen(work, open, paragraphs),
        ({ endedTasks }) => (endedTasks === 0 ? paragraphs : null),
      ).then(({ accepted }) => accepted),
    unaccept: (book: BookPath, paragraphs: readonly string[]): Promise<void> =>
      write(book, (work, { language }) => work.unaccept(paragraphs, language)),
    ignoreFlag: (
      book: BookPath,
      flag: { paragraph: string; version: string; kind: FlagKind; reason: string | null },
    ): Promise<void> =>
      write(
        book,
        (work) => {
          const { reason, ...named } = flag;
          if (reason === null) work.restore(named);
          else work.ignore({ ...named, reason: reason.trim(), at: now(), writer: you.name });
        },
        () => [flag.paragraph],
      ),
    acceptTask: (book: BookPath, id: string): Promise<number> =>
      write(book, (work) => {
        const task = taskNamed(work, id);
        if (task.status !== "end" && stepTo(task.type, task.status, "end") === "refused")
          throw new ToolError("wrong_state", t.books.cannotEnd);
        const ids = work.assigned(id).map((each) => each.id);
        const count = work.accept(ids, { language: task.language, at: now(), writer: you.name });
        if (task.status !== "end") work.setStatus(id, "end", now());
        return count;
      }),
    sendBack: (book: BookPath, paragraphs: readonly string[], comment: string): Promise<void> =>
      write(book, (work, { language }) => {
        const { held } = work.rowFacts(language, { paragraphs });
        const byTask = Map.groupBy(paragraphs, (paragraph) => held.get(paragraph)?.task ?? "");
        const free = byTask.get("")?.length ?? 0;
        if (free > 0) throw new ToolError("wrong_state", t.books.noTask(free), { hint: t.books.noTaskHint });
        for (const [task, ids] of byTask) reopen(work, task, { paragraphs: ids, comment });
      }),
    sendBackTask: (book: BookPath, task: string, comment: string): Promise<void> =>
      write(book, (work) => reopen(work, task, { paragraphs: null, comment })),
    releaseTask: (book: BookPath, id: string): Promise<void> =>
      write(book, (work) => {
        const { status } = taskNamed(work, id);
        if (status === "end") throw new ToolError("wrong_state", t.books.taskEnded);
        work.setStatus(id, "released", now());
      }),
  };
}

/** Accepts paragraphs that the user chose, as translations of the source as it is now. `accepted` are those that have a translation. */
function acceptChosen(
  work: WorkStore,
  open: OpenBook,
  paragraphs: readonly string[],
): { accepted: number; endedTasks: number } {
  const { book, language } = open;
  const sources = new Map(
    paragraphs.flatMap((id) => {
      const position = book.positions.get(id);
      return position === undefined ? [] : [[id, sourceHash(paragraphAt(book, position))] as const];
    }),
  );
  // A task need not translate what the user has accepted.
  for (const [id, { task, type, isDone }] of work.rowFacts(language, { paragraphs, texts: "states only" }).held)
    if (type === "translation" && !isDone && work.selected(language, [id]).has(id)) work.mark(task, [id], "done");
  const accepted = work.accept(paragraphs, { language, at: now(), writer: you.name, sources });
  return { accepted, endedTasks: endAccepted(work, open, new Set(paragraphs)) };
}

/** Ends tasks in review that have one of these paragraphs, and whose paragraphs are all accepted. Returns their number. */
function endAccepted(work: WorkStore, { book, language }: OpenBook, paragraphs: ReadonlySet<string>): number {
  let ended = 0;
  for (const { id, status, language: into } of work.tasks("open")) {
    if (status !== "review" || into !== language) continue;
    const assigned = work.assigned(id);
    if (!assigned.some((each) => paragraphs.has(each.id))) continue;
    const present = assigned.flatMap((each) => (book.positions.has(each.id) ? [each.id] : []));
    const { accepted } = work.rowFacts(language, { paragraphs: present, texts: "states only" });
    if (present.length === 0 || !present.every((each) => accepted.has(each))) continue;
    work.setStatus(id, "end", now());
    ended++;
  }
  return ended;
}

function taskNamed(work: WorkStore, id: string) {
  const task = work.task(id);
  if (task === null) throw new ToolError("not_found", t.books.taskGone);
  if (task.status === "released") throw new ToolError("wrong_state", t.books.taskReleased);
  return { ...task, status: task.status };
}

/** Sends paragraphs of one task back; null sends all of them back with one comment on the task. */
function reopen(
  work: WorkStore,
  id: string,
  { paragraphs, comment }: { paragraphs: readonly string[] | null; comment: string },
): void {
  const task = taskNamed(work, id);
  if (task.status !== "working" && stepTo(task.type, task.status, "working") === "refused")
    throw new ToolError("wrong_state", t.books.cannotGoBack);
  const remark = { text: comment, at: now(), writer: you.name };
  const ids = paragraphs ?? work.assigned(id).map((each) => each.id);
  for (const paragraph of paragraphs ?? [null]) work.comment(id, { paragraph, ...remark });
  work.unaccept(ids, task.language);
  work.mark(id, ids, "open");
  work.setStatus(id, "working", now());
}
