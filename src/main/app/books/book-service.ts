import { basename, dirname, join } from "node:path";
import type {
  BookExport,
  BookGlossary,
  BookInconsistency,
  BookPath,
  BookRow,
  BookUnit,
  BookVersion,
  GlossaryEdit,
  KnownBook,
  RowFilter,
  RowPlace,
  ShownBook,
  TargetDraft,
  WorkKind,
} from "../../../shared/book";
import type { Engine } from "../../engine";
import type { BookView, OpenBook, WorkDesk } from "../../engine/books";
import {
  editGlossary,
  exportName,
  missingInWords,
  paragraphAt,
  placesOfChapter,
  statedPlaces,
  stepTo,
  tableRows,
  textHash,
} from "../../engine/books";
import type { Caller } from "../../engine/ports/caller";
import { ToolError } from "../../engine/ports/tool-error";
import type { DesktopWindow, Send, WindowFace } from "../core/desktop";
import { realPathOf } from "../core/grants";
import { told } from "../core/messages";
import type { RecoveredTyping } from "../core/recovered-typing";
import { type AppContext, you } from "../documents/context";
import { createBookNotes } from "./book-notes";
import { createBookWatch } from "./book-watch";
import { createTargetJournal } from "./draft-journal";
import { bookKind, createKnownBooks } from "./known-books";
import { shownBook } from "./shown-book";

export type BookDesk = ReturnType<typeof createBookDesk>;

/** The caller id for the user's own work on books. */
const callerId = "book-desk";

/** Books for the user: opening, translating by hand, searching, reviewing and exporting. */
export function createBookDesk(
  ctx: Pick<AppContext, "engine" | "grants" | "surprise">,
  {
    dataDir,
    tellAll,
    windowExists,
    leftTargets,
  }: {
    dataDir: string;
    tellAll: Send;
    windowExists(id: string): boolean;
    /** Unsaved edits of targets that were typed in an earlier run while main was busy. */
    leftTargets(): Promise<RecoveredTyping[]>;
  },
) {
  const surprise = (error: unknown) => ctx.surprise(told.parts.books, error);
  const notice = (message: string) => void tellAll("app:notice", { code: "failed", message });
  const known = createKnownBooks(dataDir, { surprise, notice });
  const targets = createTargetJournal(join(dataDir, "journal", "targets"), {
    notice,
    failed: (error) => ctx.surprise(told.parts.journal, error),
  });
  let taking: Promise<void> | null = null;
  const leftTaken = (): Promise<void> => {
    taking ??= takeLeft();
    return taking;
  };
  async function takeLeft(): Promise<void> {
    for (const { typing, window, taken } of await leftTargets()) {
      if (typing.name !== "book:keep-targets") continue;
      const { book, drafts } = typing.argument;
      // Drafts that cannot be written stay in memory and are left for the next start.
      await targets.keep(book, window, drafts).then(taken, surprise);
    }
  }
  /** The windows that show each book; only these get its events. */
  const shown = new Map<BookPath, Set<WindowFace>>();
  /** Books with running jobs. */
  const worked = new Set<BookPath>();
  const exported = new Set<string>();
  const heard = new Set<(book: BookPath, chapters: string[] | null) => void>();
  let engine: Promise<Engine> | null = null;

  const watch = createBookWatch({
    read: async (book) => (await viewOf(book)).open(),
    changed(book, chapters) {
      for (const window of shown.get(book) ?? [])
        if (!window.send("book:changed", { book, chapters })) leave(book, window);
      for (const hear of heard) hear(book, chapters);
    },
    surprise,
  });

  function theEngine(): Promise<Engine> {
    engine ??= ctx.engine().then((made) => {
      made.documents.onChange(({ realPath }) => watch.touched(realPath));
      return made;
    });
    return engine;
  }

  function leave(book: BookPath, window: WindowFace): void {
    const windows = shown.get(book);
    windows?.delete(window);
    if (windows?.size === 0) shown.delete(book);
    if (!shown.has(book) && !worked.has(book)) watch.remove(book);
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

  async function overview(book: BookPath): Promise<ShownBook> {
    const open = await opened(book);
    return shownBook(open, await notes.read(open));
  }

  /** Changes the book's work in one transaction and reports it. */
  async function write<Result>(book: BookPath, task: (work: WorkDesk, open: OpenBook) => Result): Promise<Result> {
    const open = await opened(book);
    const result = open.write((work, current) => task(work, { ...open, book: current }));
    await watch.look(book, "work only");
    return result;
  }

  const now = (): string => new Date().toISOString();

  async function row(book: BookPath, paragraph: string): Promise<BookRow> {
    const open = await opened(book);
    const place = open.book.places.get(paragraph);
    const [found] = place === undefined ? [] : tableRows(open, [place]);
    if (found === undefined) throw new ToolError("not_found", told.books.paragraphGone);
    return found;
  }

  /** Ends tasks in review whose paragraphs are all accepted. */
  function endAccepted(work: WorkDesk, { book, language }: OpenBook): void {
    const { accepted } = work.rowFacts(language, { texts: "states only" });
    for (const { id, status, language: into } of work.tasks("open")) {
      if (status !== "review" || into !== language) continue;
      const present = work.assigned(id).filter((each) => book.places.has(each.id));
      if (present.length > 0 && present.every((each) => accepted.has(each.id))) work.setStatus(id, "end", now());
    }
  }

  function taskNamed(work: WorkDesk, id: string) {
    const task = work.task(id);
    if (task === null) throw new ToolError("not_found", told.books.taskGone);
    if (task.status === "released") throw new ToolError("wrong_state", told.books.taskReleased);
    return { ...task, status: task.status };
  }

  /** Sends paragraphs of one task back; null sends all of them back with one comment on the task. */
  function takeBack(
    work: WorkDesk,
    id: string,
    { paragraphs, comment }: { paragraphs: readonly string[] | null; comment: string },
  ): void {
    const task = taskNamed(work, id);
    if (task.status !== "working" && stepTo(task.type, task.status, "working") === "refused")
      throw new ToolError("wrong_state", told.books.cannotGoBack);
    const said = { text: comment, at: now(), writer: you.name };
    const ids = paragraphs ?? work.assigned(id).map((each) => each.id);
    for (const paragraph of paragraphs ?? [null]) work.comment(id, { paragraph, ...said });
    work.unaccept(ids, task.language);
    work.mark(id, ids, "open");
    work.setStatus(id, "working", now());
  }

  return {
    list: (root: string | null): Promise<KnownBook[]> => known.list(root),
    async look(path: string) {
      await check(path);
      const kind = await bookKind(path);
      return { kind, why: kind === null ? told.books.noBook(basename(path)) : null };
    },
    async open(path: string, window: WindowFace): Promise<ShownBook> {
      await check(path);
      const book = await realPathOf(path);
      const found = await overview(book);
      shown.set(book, (shown.get(book) ?? new Set()).add(window));
      watch.add(book);
      await known.wasOpened(book);
      return found;
    },
    leave(book: BookPath, window: WindowFace): void {
      leave(book, window);
      targets.release(book, window.id);
    },
    recoverTargets: (book: BookPath, window: WindowFace): Promise<Readonly<Record<string, TargetDraft>>> =>
      leftTaken().then(() =>
        targets.recover(book, window.id, windowExists, async () => (await opened(book)).book.places),
      ),
    keepTargets: (book: BookPath, window: WindowFace, drafts: Readonly<Record<string, TargetDraft>>): Promise<void> =>
      leftTaken().then(() => targets.keep(book, window.id, drafts)),
    overview,
    opened,
    engine: theEngine,
    check,
    /** Calls `hear` for every change of a watched book. Returns a function that stops it. */
    onChanged(hear: (book: BookPath, chapters: string[] | null) => void): () => void {
      heard.add(hear);
      return () => void heard.delete(hear);
    },
    /** Galley wrote to the book's work. */
    wrote: (book: BookPath) => watch.lookSoon(book),
    async setLanguage(book: BookPath, language: string): Promise<ShownBook> {
      await write(book, (work) => work.keepLanguage(language.trim()));
      await watch.look(book, "source too");
      return overview(book);
    },
    async setUnit(book: BookPath, unit: BookUnit): Promise<ShownBook> {
      const open = await opened(book);
      const count = open.look((work) => work.tasks("open")).length;
      if (count > 0) throw new ToolError("wrong_state", told.books.tasksOpen(count));
      await notes.setUnit(open, unit);
      await watch.look(book, "source too");
      return overview(book);
    },
    async rows(book: BookPath, chapter: string): Promise<BookRow[]> {
      const open = await opened(book);
      const at = open.book.chapters.findIndex(({ id }) => id === chapter);
      if (at < 0) throw new ToolError("not_found", told.books.chapterGone(chapter));
      return tableRows(open, placesOfChapter(open.book, at));
    },
    async rowsOf(book: BookPath, ids: readonly string[]): Promise<BookRow[]> {
      const open = await opened(book);
      const places = ids.flatMap((id) => open.book.places.get(id) ?? []);
      places.sort((a, b) => a.chapter - b.chapter || a.index - b.index);
      return tableRows(open, places);
    },
    async filter(book: BookPath, filters: readonly RowFilter[]): Promise<RowPlace[]> {
      const view = await viewOf(book);
      const wanted = new Set(filters);
      const odd = wanted.has("inconsistent")
        ? new Set((await view.inconsistencies()).map(({ paragraph }) => paragraph))
        : new Set<string>();
      return statedPlaces(await view.open())
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
    ): Promise<{ places: RowPlace[]; total: number }> {
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
      const place = open.book.places.get(paragraph);
      const source = place === undefined ? "" : textHash(paragraphAt(open.book, place).text);
      const versions = open.look((work) => work.versions(paragraph));
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
      if (text.trim() === "") throw new ToolError("bad_arguments", told.books.emptyTranslation);
      await write(book, (work, { book: current, language }) => {
        const place = current.places.get(paragraph);
        if (place === undefined) throw new ToolError("not_found", told.books.paragraphGone);
        if (into !== undefined && into !== "" && into !== language)
          throw new ToolError("wrong_state", told.books.otherLanguage(into, language));
        const facts = work.rowFacts(language, { paragraphs: [paragraph] });
        if ((facts.selected.get(paragraph)?.id ?? null) !== base) throw new ToolError("stale", told.books.stale);
        const source = textHash(paragraphAt(current, place).text);
        work.add({ ...{ paragraph, language, text, source, task: null, writer: you.name, at: now() } });
        // The task need not translate what the user has translated.
        const held = facts.held.get(paragraph);
        if (held?.type === "translation") work.mark(held.task, [paragraph], "done");
      });
      return row(book, paragraph);
    },
    async select(book: BookPath, paragraph: string, version: string): Promise<BookRow> {
      await write(book, (work) => {
        if (!work.select(paragraph, version)) throw new ToolError("not_found", told.books.versionGone);
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
          throw new ToolError("wrong_state", told.books.cannotEnd);
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
        if (free > 0) throw new ToolError("wrong_state", told.books.noTask(free), { hint: told.books.noTaskHint });
        for (const [task, ids] of byTask) takeBack(work, task, { paragraphs: ids, comment });
      }),
    sendBackTask: (book: BookPath, task: string, comment: string): Promise<void> =>
      write(book, (work) => takeBack(work, task, { paragraphs: null, comment })),
    releaseTask: (book: BookPath, id: string): Promise<void> =>
      write(book, (work) => {
        const { status } = taskNamed(work, id);
        if (status === "end") throw new ToolError("wrong_state", told.books.taskEnded);
        work.setStatus(id, "released", now());
      }),
    async editGlossary(book: BookPath, version: string, edits: readonly GlossaryEdit[]): Promise<BookGlossary> {
      const glossary = await notes.edit(await opened(book), "glossary.md", version, (text) => {
        const edited = editGlossary(text, checkedEdits(edits));
        if (edited === null) throw new ToolError("stale", told.books.notesStale);
        return edited;
      });
      await watch.look(book, "source too");
      return notes.glossaryOf(glossary);
    },
    async editStyle(book: BookPath, version: string, text: string): Promise<ShownBook["style"]> {
      const style = await notes.edit(await opened(book), "style.md", version, () => text);
      await watch.look(book, "source too");
      return style;
    },
    async inconsistencies(book: BookPath): Promise<BookInconsistency[]> {
      const view = await viewOf(book);
      const found = await view.inconsistencies();
      const open = await view.open();
      const places = found.flatMap(({ paragraph }) => open.book.places.get(paragraph) ?? []);
      const rows = new Map(tableRows(open, places).map((each) => [each.id, each]));
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
      return { path: done.target, total: done.total, translated: done.translated, missing: missingInWords(done) };
    },
    /** Whether the path was exported since the start. */
    wasExported: (path: string): boolean => exported.has(path),
    /** Adds the book to the recent ones, which may be opened after a restart. */
    remember: (book: BookPath): Promise<void> => known.wasOpened(book),
    /** Watches the book while a job works on it. */
    watch(book: BookPath): void {
      worked.add(book);
      watch.add(book);
    },
    unwatch(book: BookPath): void {
      worked.delete(book);
      if (!shown.has(book)) watch.remove(book);
    },
    async settled(): Promise<void> {
      await Promise.all([known.settled(), targets.settled()]);
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
    if (entry.term === "" || entry.translation === "") throw new ToolError("bad_arguments", told.books.emptyTerm);
    return { ...edit, entry };
  });
}
