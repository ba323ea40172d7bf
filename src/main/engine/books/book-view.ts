import type { MemoryInfo } from "../../../core/books/memory-info";
import type { Packages } from "../office/jobs/packages";
import type { Caller } from "../ports/caller";
import type { Documents } from "../ports/documents";
import { ToolError } from "../ports/tool-error";
import type { ExportLayout } from "./book/bilingual";
import type { Book, Unit } from "./book/book";
import { type ExportedBook, exportBook } from "./book/export-book";
import { checkGlossary, type GlossaryTerm, type Inconsistency } from "./book/glossary";
import { paragraphAt } from "./book/neighbours";
import { sourceHash } from "./book/source-hash";
import { stepTo, type TaskStatus } from "./book/task-states";
import { sourceLanguage } from "./book-language";
import { type BookRow, positionsInChapter, tableRows } from "./book-table";
import type { BookService, OpenBook } from "./books";
import { changedSources } from "./changed-sources";
import { importMemory, type MemoryImport, type MemoryImportOptions, memoryInfos } from "./import-memory";
import { importXliff, type XliffImport, type XliffImportOptions } from "./import-xliff";
import { timeSlice } from "./time-slice";
import type { StoredTask } from "./work/tasks";
import type { Translation } from "./work/translations";
import { tagOf, writeExport } from "./write-export";
import { type MemoryExportOptions, writeMemory } from "./write-memory";
import { writeXliff, type XliffExportOptions } from "./write-xliff";

/**
 * A chapter and how much of it is translated. Blank paragraphs are not counted. `sourceChanged` are the ids of those whose source has changed
 * since.
 */
export type ChapterProgress = {
  id: string;
  title: string;
  paragraphs: number;
  translated: number;
  sourceChanged: string[];
};

/** A book as the window shows it. */
export type BookOverview = {
  realPath: string;
  title: string;
  unit: Unit;
  looksHardWrapped: boolean;
  warnings: string[];
  /** The target language for everything without a task; empty if none was chosen. */
  language: string;
  volumes: { id: string; title: string; chapters: ChapterProgress[] }[];
  /** Oldest first, each with how many of its paragraphs are done. */
  tasks: (StoredTask & { assigned: number; done: number })[];
  glossary: GlossaryTerm[];
};

/** The formats of an export: files like those of the source, one Word document, one EPUB, or one page. */
export const exportFormats = ["markdown", "docx", "epub", "html"] as const;

export type ExportOptions = {
  /** The language worked in last, unless given. */
  language?: string;
  /** An absolute path. Without it the export goes beside the source. */
  target?: string;
  format?: (typeof exportFormats)[number];
  /** The translation alone, unless given. */
  layout?: ExportLayout;
  /** With `accepted`, what the user has not accepted counts as not translated. Default: all. */
  which?: "all" | "accepted";
};

/** What the user can do with a book in the window. Each call reads the book and its work again. */
export type BookView = {
  /** The book itself, for other reads and changes. */
  open(): Promise<OpenBook>;
  overview(): Promise<BookOverview>;
  /** The paragraphs of a chapter, by the chapter's id. */
  rows(chapter: string): Promise<BookRow[]>;
  versions(paragraph: string): Promise<Translation[]>;
  /** The user's own translation, as a new selected version; `unchanged` if the selected version has the same text. */
  translate(paragraph: string, text: string): Promise<"added" | "unchanged">;
  /** Selects an earlier version. */
  select(paragraph: string, version: string): Promise<void>;
  /** Ends a task whose work is good: a translation in review, or a polishing or proofreading task. */
  accept(task: string): Promise<void>;
  /** Returns a translation in review to `working`, with a comment for its agent; `paragraphs` must be done again. */
  sendBack(task: string, comment: string, paragraphs?: readonly string[]): Promise<void>;
  /** The paragraphs whose translation does not follow the glossary. */
  inconsistencies(): Promise<Inconsistency[]>;
  /** The translated book, in memory only. */
  exported(language?: string): Promise<ExportedBook>;
  /** Writes the translation beside the source or to `target`. Returns the path and what is not translated. */
  exportTo(options: ExportOptions): Promise<ExportedBook & { target: string }>;
  /** Writes the translated paragraphs as a translation memory (TMX) beside the source or to `target`. Returns the path and their number. */
  exportMemory(options: MemoryExportOptions): Promise<{ target: string; paragraphs: number }>;
  /** Writes all paragraphs with their translations as XLIFF beside the source or to `target`. Returns the path and the number of units. */
  exportXliff(options: XliffExportOptions): Promise<{ target: string; units: number }>;
  /** Imports what was changed in an XLIFF of this book: as translations, but beside what is accepted or was changed since its export. */
  importXliff(options: XliffImportOptions): Promise<XliffImport>;
  /** Imports a translation memory (TMX) for matches; one from a file of the same name into the same language is replaced. */
  importMemory(options: MemoryImportOptions): Promise<MemoryImport>;
  /** The imported memories, and the other books whose accepted translations are matches. */
  memories(): Promise<MemoryInfo[]>;
  /** Removes an imported memory by the file that it is in; false if there is none. */
  removeMemory(file: string): Promise<boolean>;
};

type BookViewDeps = { books: BookService; documents: Documents; packages: Packages; caller: Caller };

/** The view of one book for one caller. */
export function bookView(book: string, { books, documents, packages, caller }: BookViewDeps): BookView {
  const open = (): Promise<OpenBook> => books.open({ book });
  const now = (): string => new Date().toISOString();

  async function exported({
    language,
    layout = "translation",
    which = "all",
  }: Omit<ExportOptions, "target" | "format">) {
    const opened = await open();
    const { book } = opened;
    const into = language ?? opened.language;
    const { translations, changed, accepted } = opened.read((work) => ({
      translations: work.selected(into),
      changed: changedSources(work, { book, language: into }),
      accepted: which === "accepted" ? work.rowFacts(into, { texts: "states only" }).accepted : null,
    }));
    for (const id of translations.keys()) if (accepted?.has(id) === false) translations.delete(id);
    const sourceChanged = new Set(changed.ids.filter((id) => translations.has(id)));
    const columns = layout === "translation" ? null : await languageNames(book, into);
    const result = exportBook(book, translations, { changed: sourceChanged, layout, ...(columns && { columns }) });
    return { opened, into, result };
  }

  return {
    open,
    async overview() {
      const opened = await open();
      const { realPath, unit, looksHardWrapped, warnings, language, notes } = opened;
      const { title, volumes, chapters } = opened.book;
      const { translated, tasks, changed } = opened.read((work) => ({
        translated: work.selected(language),
        changed: new Set(changedSources(work, opened).ids),
        tasks: work.tasks("all").map((task) => {
          const assigned = work.assigned(task.id);
          return { ...task, assigned: assigned.length, done: assigned.filter(({ done }) => done).length };
        }),
      }));
      const progress = (chapter: (typeof chapters)[number]): ChapterProgress => {
        const shown = chapter.paragraphs.filter(({ isBlank }) => !isBlank);
        const count = shown.filter(({ id }) => translated.has(id)).length;
        const sourceChanged = shown.flatMap(({ id }) => (changed.has(id) ? [id] : []));
        return { id: chapter.id, title: chapter.title, paragraphs: shown.length, translated: count, sourceChanged };
      };
      return {
        realPath,
        title,
        unit,
        looksHardWrapped,
        warnings,
        language,
        tasks,
        glossary: notes.glossary,
        volumes: volumes.map((volume) => ({
          ...volume,
          chapters: chapters.filter((chapter) => chapter.volume === volume.id).map(progress),
        })),
      };
    },
    async rows(chapter) {
      const opened = await open();
      const found = opened.book.chapters.findIndex(({ id }) => id === chapter);
      if (found < 0) throw new ToolError("not_found", `no chapter has the id ${chapter}`);
      return tableRows(opened, positionsInChapter(opened.book, found));
    },
    versions: async (paragraph) => (await open()).read((work) => work.versions(paragraph)),
    async translate(paragraph, text) {
      const opened = await open();
      return opened.write((work, current) => {
        const position = current.positions.get(paragraph);
        if (position === undefined) throw new ToolError("not_found", `段落不存在: ${paragraph}`);
        const source = sourceHash(paragraphAt(current, position));
        const { language } = opened;
        return work.add({ paragraph, language, text, source, task: null, writer: caller.name, at: now() });
      });
    },
    async select(paragraph, version) {
      const isKnown = (await open()).write((work) => work.select(paragraph, version));
      if (!isKnown) throw new ToolError("not_found", `paragraph ${paragraph} has no version ${version}`);
    },
    async accept(task) {
      (await open()).write((work) => {
        const found = taskNamed(task, work.task(task));
        if (stepTo(found.type, found.status, "end") === "refused")
          throw new ToolError("wrong_state", `task ${task} is in ${found.status} and cannot end yet`);
        work.setStatus(task, "end", now());
      });
    },
    async sendBack(task, comment, paragraphs = []) {
      (await open()).write((work) => {
        const found = taskNamed(task, work.task(task));
        if (found.status !== "working" && stepTo(found.type, found.status, "working") === "refused")
          throw new ToolError("wrong_state", `task ${task} is in ${found.status} and cannot go back to working`);
        const taskComment = { text: comment, at: now(), writer: caller.name };
        if (paragraphs.length === 0) work.comment(task, { paragraph: null, ...taskComment });
        for (const paragraph of paragraphs) work.comment(task, { paragraph, ...taskComment });
        work.mark(task, paragraphs, "open");
        work.setStatus(task, "working", now());
      });
    },
    async inconsistencies() {
      const opened = await open();
      const translations = opened.read((work) => work.selected(opened.language));
      const slice = timeSlice(undefined);
      const found: Inconsistency[] = [];
      for (const { paragraphs } of opened.book.chapters)
        for (const { id, text } of paragraphs) {
          const translation = translations.get(id);
          if (translation === undefined) continue;
          found.push(...checkGlossary(opened.notes.glossary, { id, text, translation }));
          await slice();
        }
      return found;
    },
    exported: async (language) => (await exported(language === undefined ? {} : { language })).result,
    exportMemory: async (options) => writeMemory(await open(), options, { documents, caller }),
    exportXliff: async (options) => writeXliff(await open(), options, { documents, caller }),
    importXliff: async (options) => importXliff(await open(), options, { documents, packages, caller }),
    importMemory: async (options) => importMemory(await open(), options, { documents, packages, caller }),
    async memories() {
      const opened = await open();
      return memoryInfos(await opened.memories(opened.language).all());
    },
    removeMemory: async (file) => (await open()).memories("").remove(file),
    exportTo: async (options) => writeExport(await exported(options), options, { documents, caller }),
  };
}

/** The names of both languages in themselves: `English`, `Deutsch`. */
async function languageNames(book: Book, into: string): Promise<[string, string]> {
  const nameOf = (code: string | null): string | undefined =>
    code === null ? undefined : new Intl.DisplayNames([code], { type: "language", fallback: "none" }).of(code);
  return [nameOf(await sourceLanguage(book)) ?? "", nameOf(tagOf(into)) ?? into];
}

function taskNamed(id: string, task: StoredTask | null): StoredTask & { status: TaskStatus } {
  if (task === null) throw new ToolError("not_found", `no task of this book has the id ${id}`);
  if (task.status === "released") throw new ToolError("wrong_state", `task ${id} has been released`);
  return { ...task, status: task.status };
}
