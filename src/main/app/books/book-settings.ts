import type {
  BookGlossary,
  BookOverview,
  BookPath,
  BookUnit,
  CheckLevel,
  FlagKind,
  GlossaryEdit,
} from "../../../shared/book";
import { editGlossary } from "../../engine/books";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";
import type { BookAccess } from "./book-access";
import { createBookNotes } from "./book-notes";
import { bookOverview } from "./book-overview";
import type { BookWatch } from "./book-watch";

/** The overview of a book, and what the user sets there: language, unit, glossary, style. */
export function createBookSettings({ engine, opened, write }: BookAccess, watch: Pick<BookWatch, "check">) {
  const notes = createBookNotes(async () => (await engine()).documents);

  async function overview(book: BookPath): Promise<BookOverview> {
    const open = await opened(book);
    return bookOverview(open, await notes.read(open));
  }

  return {
    overview,
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
    async setChecks(book: BookPath, changes: readonly { kind: FlagKind; level: CheckLevel }[]): Promise<BookOverview> {
      await write(
        book,
        (work) => {
          for (const { kind, level } of changes) work.setCheck(kind, level);
        },
        () => [],
      );
      return overview(book);
    },
    async useOtherBooks(book: BookPath, use: boolean): Promise<void> {
      await notes.setOtherBooks(await opened(book), use);
      await watch.check(book, "source too");
    },
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
  };
}

function checkedEdits(edits: readonly GlossaryEdit[]): GlossaryEdit[] {
  return edits.map((edit) => {
    if (edit.edit === "remove") return edit;
    const clean = (text: string) => text.replace(/\s+/g, " ").trim();
    const entry = {
      term: clean(edit.entry.term),
      translation: clean(edit.entry.translation),
      note: clean(edit.entry.note),
    };
    if (entry.term === "" || entry.translation === "") throw new ToolError("bad_arguments", t.books.emptyTerm);
    return { ...edit, entry };
  });
}
