import { basename, dirname, join } from "node:path";
import type {
  BookExport,
  BookGlossary,
  BookInconsistency,
  BookOverview,
  BookPath,
  BookRow,
  BookUnit,
  BookVersion,
  GlossaryEdit,
  KnownBook,
  RowFilter,
  RowPosition,
  TargetDraft,
  WorkKind,
} from "../../../shared/book";
import type { Engine } from "../../engine";
import type { BookView, OpenBook, WorkStore } from "../../engine/books";
import {
  describeMissing,
  editGlossary,
  exportName,
  paragraphAt,
  paragraphStates,
  positionsInChapter,
  stepTo,
  tableRows,
  textHash,
} from "../../engine/books";
import type { Caller } from "../../engine/ports/caller";
import { ToolError } from "../../engine/ports/tool-error";
import type { DesktopWindow, Send, WindowHandle } from "../core/desktop";
import { realPathOf } from "../core/grants";
import { t } from "../core/messages";
import type { RecoveredTyping } from "../core/recovered-typing";
import { type AppContext, you } from "../documents/context";
import { createBookNotes } from "./book-notes";
import { bookOverview } from "./book-overview";
import { createBookWatch } from "./book-watch";
import { createTargetJournal } from "./draft-journal";
import { bookKind, createKnownBooks } from "./known-books";

export type BookService = ReturnType<typeof createBookService>;

/** The caller id for the user's own work on books. */
const callerId = "book-desk";

/** Books for the user: opening, translating by hand, searching, reviewing and exporting. */
export function createBookService(
  ctx: Pick<AppContext, "engine" | "grants" | "reportError">,
  {
    dataDir,
    broadcast,
    windowExists,
    leftoverTargets,
  }: {
    dataDir: string;
    broadcast: Send;
    windowExists(id: string): boolean;
    /** Unsaved edits of targets that were typed in an earlier run while main was busy. */
    leftoverTargets(): Promise<RecoveredTyping[]>;
  },
) {
  const reportError = (error: unknown) => ctx.reportError(t.parts.books, error);
  const notice = (message: string) => void broadcast("app:notice", { code: "failed", message });
  const known = createKnownBooks(dataDir, { reportError, notice });
  const targets = createTargetJournal(join(dataDir, "journal", "targets"), {
    notice,
    failed: (error) => ctx.reportError(t.parts.journal, error),
  });
  let taking: Promise<void> | null = null;
  const leftTaken = (): Promise<void> => {
    taking ??= takeLeftover();
    return taking;
  };
  async function takeLeftover(): Promise<void> {
    for (const { typing, window, remove } of await leftoverTargets()) {
      if (typing.name !== "book:keep-targets") continue;
      const { book, drafts } = typing.argument;
      // Drafts that cannot be written stay in memory and are left for the next start.
      await targets.keep(book, window, drafts).then(remove, reportError);
    }
  }
  /** The windows that show each book; only these get its events. */
  const windowsByBook = new Map<BookPath, Set<WindowHandle>>();
  /** Books with running jobs. */
  const booksWithJobs = new Set<BookPath>();
  const exported = new Set<string>();
  const listeners = new Set<(book: BookPath, chapters: string[] | null) => void>();
  let engine: Promise<Engine> | null = null;

  const watch = createBookWatch({
    read: async (book) => (await viewOf(book)).open(),
    changed(book, chapters) {
      for (const window of windowsByBook.get(book) ?? [])
        if (!window.send("book:changed", { book, chapters })) leave(book, window);
      for (const listener of listeners) listener(book, chapters);
    },
    reportError,
  });

  function theEngine(): Promise<Engine> {
    engine ??= ctx.engine().then((made) => {
      made.documents.onChange(({ realPath }) => watch.touched(realPath));
      return made;
    });
    return engine;
  }

  function leave(book: BookPath, window: WindowHandle): void {
    const windows = windowsByBook.get(book);
    windows?.delete(window);
    if (windows?.size === 0) windowsByBook.delete(book);
    if (!windowsByBook.has(book) && !booksWithJobs.has(book)) watch.remove(book);
  }

  const callerFor = (book: BookPath): Caller => ({ id: callerId, name: you.name, roots: [dirname(book)] });

  /** Recently opened books are granted again; anything else outside the granted paths is not. */
  async function check(path: string): Promise<void> {
    if (!(await ctx.grants.allows(path)) && (await known.opened()).includes(path)) await ctx.grants.add(path);
    await ctx.grants.check(path);
  }

  async function viewOf(book: BookPath): Promise<BookView> {
    await check(book);
    return (await theEngine()).bookView(book, callerFor(book));
  }
  const opened = async (book: BookPath): Promise<OpenBook> => (await viewOf(book)).open();
  const notes = createBookNotes(async () => (await theEngine()).documents);

  async function overview(book: BookPath): Promise<BookOverview> {
    const open = await opened(book);
    return bookOverview(open, await notes.read(open));
  }

  /** Changes the book's work in one transaction and reports it. */
  async function write<Result>(book: BookPath, task: (work: WorkStore, open: OpenBook) => Result): Promise<Result> {
    const open = await opened(book);
    const result = open.write((work, current) => task(work, { ...open, book: current }));
    await watch.check(book, "work only");
    return result;
  }

  const now = (): string => new Date().toISOString();

  async function row(book: BookPath, paragraph: string): Promise<BookRow> {
    const open = await opened(book);
    const position = open.book.positions.get(paragraph);
    const [found] = position === undefined ? [] : tableRows(open, [position]);
    if (found === undefined) throw new ToolError("not_found", t.books.paragraphGone);
    return found;
  }

  /** Ends tasks in review whose paragraphs are all accepted. */
  function endAccepted(work: WorkStore, { book, language }: OpenBook): void {
    const { accepted } = work.rowFacts(language, { texts: "states only" });
    for (const { id, status, language: into } of work.tasks("open")) {
      if (status !== "review" || into !== language) continue;
      const present = work.assigned(id).filter((each) => book.positions.has(each.id));
      if (present.length > 0 && present.every((each) => accepted.has(each.id))) work.setStatus(id, "end", now());
    }
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

  return {
    list: (root: string | null): Promise<KnownBook[]> => known.list(root),
    async inspect(path: string) {
      await check(path);
      const kind = await bookKind(path);
      return { kind, why: kind === null ? t.books.noBook(basename(path)) : null };
    },
    async open(path: string, window: WindowHandle): Promise<BookOverview> {
      await check(path);
      const book = await realPathOf(path);
      const found = await overview(book);
      windowsByBook.set(book, (windowsByBook.get(book) ?? new Set()).add(window));
      watch.add(book);
      await known.wasOpened(book);
      return found;
    },
    leave(book: BookPath, window: WindowHandle): void {
      leave(book, window);
      targets.release(book, window.id);
    },
    recoverTargets: (book: BookPath, window: WindowHandle): Promise<Readonly<Record<string, TargetDraft>>> =>
      leftTaken().then(() =>
        targets.recover(book, window.id, windowExists, async () => (await opened(book)).book.positions),
      ),
    keepTargets: (book: BookPath, window: WindowHandle, drafts: Readonly<Record<string, TargetDraft>>): Promise<void> =>
      leftTaken().then(() => targets.keep(book, window.id, drafts)),
    overview,
    opened,
    engine: theEngine,
    check,
    /** Calls `hear` for every change of a watched book. Returns a function that stops it. */
    onChanged(listener: (book: BookPath, chapters: string[] | null) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Galley wrote to the book's work. */
    wrote: (book: BookPath) => watch.checkSoon(book),
    async setLanguage(book: BookPath, language: string): Promise<BookOverview> {
      await write(book, (work) => work.keepLanguage(language.trim()));
      await watch.check(book, "source too");
      return overview(book);
    },
    async setUnit(book: BookPath, unit: BookUnit): Promise<BookOverview> {
      const open = await opened(book);
      const count = open.read((work) => work.tasks("open")).length;
      if (count > 0) throw new ToolError("wrong_state", t.books.tasksOpen(count));
      await notes.setUnit(open, unit);
      await watch.check(book, "source too");
      return overview(book);
    },
    async rows(book: BookPath, chapter: string): Promise<BookRow[]> {
      const open = await opened(book);
      const at = open.book.chapters.findIndex(({ id }) => id === chapter);
      if (at < 0) throw new ToolError("not_found", t.books.chapterGone(chapter));
      return tableRows(open, positionsInChapter(open.book, at));
    },
    async rowsOf(book: BookPath, ids: readonly string[]): Promise<BookRow[]> {
      const open = await opened(book);
      const positions = ids.flatMap((id) => open.book.positions.get(id) ?? []);
      positions.sort((a, b) => a.chapter - b.chapter || a.index - b.index);
      return tableRows(open, positions);
    },
    async filter(book: BookPath, filters: readonly RowFilter[]): Promise<RowPosition[]> {
      const view = await viewOf(book);
      const wanted = new Set(filters);
      const odd = wanted.has("inconsistent")
        ? new Set((await view.inconsistencies()).map(({ paragraph }) => paragraph))
        : new Set<string>();
      return paragraphStates(await view.open())
        .filter(
          ({ id, state, sourceChanged, inReview }) =>
            wanted.has(state) ||
            (sourceChanged && wanted.has("source changed")) ||
            (inReview && wanted.has("in review")) ||
            odd.has(id),
        )
        .map(({ id, chapter, index }) => ({ id, chapter, index }));
    },
    async find(
      asked: { book: BookPath; sought: string; isRegex: boolean; in: string; chapter: string | null; limit: number },
      signal: AbortSignal,
    ): Promise<{ places: RowPosition[]; total: number }> {
      const { book, sought, isRegex, in: where, chapter, limit } = asked;
      if (sought.trim() === "") return { places: [], total: 0 };
      await check(book);
      const answer = await (await theEngine()).run({
        name: "find_paragraphs",
        arguments: {
          ...{ book, in: where, limit },
          ...(isRegex ? { regex: sought } : { keywords: sought }),
          ...(chapter === null ? {} : { chapter }),
        },
        ...{ caller: callerFor(book), signal },
      });
      if (!answer.ok || answer.data === undefined)
        throw new ToolError(answer.error?.code ?? "failed", answer.error?.message ?? answer.message);
      const { paragraphs, total } = answer.data as {
        paragraphs: { id: string; chapter: string; paragraph_index: number }[];
        total: number;
      };
      return {
        places: paragraphs.map(({ id, chapter: of, paragraph_index: index }) => ({ id, chapter: of, index })),
        total,
      };
    },
    async versions(book: BookPath, paragraph: string): Promise<BookVersion[]> {
      const open = await opened(book);
      const position = open.book.positions.get(paragraph);
      const source = position === undefined ? "" : textHash(paragraphAt(open.book, position).text);
      const versions = open.read((work) => work.versions(paragraph));
      return versions
        .filter(({ language }) => language === open.language)
        .map(({ id, text, selected, at, task, writer, source: of }) => ({
          ...{ id, text, isSelected: selected, at, task, writer, sourceChanged: of !== source },
        }))
        .reverse();
    },
    async translate(
      book: BookPath,
      paragraph: string,
      { text, base, language: into }: { text: string; base: string | null; language?: string },
    ): Promise<BookRow> {
      if (text.trim() === "") throw new ToolError("bad_arguments", t.books.emptyTranslation);
      await write(book, (work, { book: current, language }) => {
        const position = current.positions.get(paragraph);
        if (position === undefined) throw new ToolError("not_found", t.books.paragraphGone);
        if (into !== undefined && into !== "" && into !== language)
          throw new ToolError("wrong_state", t.books.otherLanguage(into, language));
        const facts = work.rowFacts(language, { paragraphs: [paragraph] });
        if ((facts.selected.get(paragraph)?.id ?? null) !== base) throw new ToolError("stale", t.books.stale);
        const source = textHash(paragraphAt(current, position).text);
        work.add({ ...{ paragraph, language, text, source, task: null, writer: you.name, at: now() } });
        // The task need not translate what the user has translated.
        const held = facts.held.get(paragraph);
        if (held?.type === "translation") work.mark(held.task, [paragraph], "done");
      });
      return row(book, paragraph);
    },
    async select(book: BookPath, paragraph: string, version: string): Promise<BookRow> {
      await write(book, (work) => {
        if (!work.select(paragraph, version)) throw new ToolError("not_found", t.books.versionGone);
      });
      return row(book, paragraph);
    },
    accept: (book: BookPath, paragraphs: readonly string[]): Promise<number> =>
      write(book, (work, open) => {
        const count = work.accept(paragraphs, { language: open.language, at: now(), writer: you.name });
        endAccepted(work, open);
        return count;
      }),
    unaccept: (book: BookPath, paragraphs: readonly string[]): Promise<void> =>
      write(book, (work, { language }) => work.unaccept(paragraphs, language)),
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
    async editGlossary(book: BookPath, version: string, edits: readonly GlossaryEdit[]): Promise<BookGlossary> {
      const glossary = await notes.edit(await opened(book), "glossary.md", version, (text) => {
        const edited = editGlossary(text, checkedEdits(edits));
        if (edited === null) throw new ToolError("stale", t.books.notesStale);
        return edited;
      });
      await watch.check(book, "source too");
      return notes.glossaryOf(glossary);
    },
    async editStyle(book: BookPath, version: string, text: string): Promise<BookOverview["style"]> {
      const style = await notes.edit(await opened(book), "style.md", version, () => text);
      await watch.check(book, "source too");
      return style;
    },
    async inconsistencies(book: BookPath): Promise<BookInconsistency[]> {
      const view = await viewOf(book);
      const found = await view.inconsistencies();
      const open = await view.open();
      const positions = found.flatMap(({ paragraph }) => open.book.positions.get(paragraph) ?? []);
      const rows = new Map(tableRows(open, positions).map((each) => [each.id, each]));
      return found.flatMap(({ term, translation: expected, paragraph }) => {
        const at = rows.get(paragraph);
        if (at === undefined) return [];
        const { id, chapter, index, text, translation } = at;
        return [{ id, chapter, index, term, expected, text, translation: translation ?? "" }];
      });
    },
    async prompt(book: BookPath, kind: WorkKind, task: string | null): Promise<string> {
      await check(book);
      const asked = { type: kind, book, ...(task === null ? {} : { task_id: task }) };
      return (await theEngine()).bookPrompt(asked, callerFor(book));
    },
    async export(
      book: BookPath,
      format: "markdown" | "docx" | "epub",
      desktop: DesktopWindow,
    ): Promise<BookExport | null> {
      const { kind, language } = await opened(book);
      const caller = callerFor(book);
      let target: string | undefined;
      if (format !== "markdown") {
        const bare = basename(book).replace(kind === "folder" ? /$^/ : /\.[^.]*$/, "");
        const suggested = join(dirname(book), `${exportName(bare, "folder", language)}.${format}`);
        const picked = await desktop.pickExportPath(suggested, format);
        if (picked === null) return null;
        await ctx.grants.checkNotOwn(picked);
        target = picked;
      }
      const roots = [...caller.roots, ...(target === undefined ? [] : [dirname(target)])];
      const view = (await theEngine()).bookView(book, { ...caller, roots });
      const done = await view.exportTo({ format, ...(target === undefined ? {} : { target }) });
      exported.add(done.target);
      return { path: done.target, total: done.total, translated: done.translated, missing: describeMissing(done) };
    },
    /** Whether the path was exported since the start. */
    wasExported: (path: string): boolean => exported.has(path),
    /** Adds the book to the recent ones, which may be opened after a restart. */
    remember: (book: BookPath): Promise<void> => known.wasOpened(book),
    /** Watches the book while a job works on it. */
    watch(book: BookPath): void {
      booksWithJobs.add(book);
      watch.add(book);
    },
    unwatch(book: BookPath): void {
      booksWithJobs.delete(book);
      if (!windowsByBook.has(book)) watch.remove(book);
    },
    async idle(): Promise<void> {
      await Promise.all([known.idle(), targets.idle()]);
    },
    close: () => watch.close(),
  };
}

function checkedEdits(edits: readonly GlossaryEdit[]): GlossaryEdit[] {
  return edits.map((edit) => {
    if (edit.edit === "remove") return edit;
    const clean = (text: string) => text.replace(/\s+/g, " ").trim();
    const entry = {
      ...{ term: clean(edit.entry.term), translation: clean(edit.entry.translation), note: clean(edit.entry.note) },
    };
    if (entry.term === "" || entry.translation === "") throw new ToolError("bad_arguments", t.books.emptyTerm);
    return { ...edit, entry };
  });
}
