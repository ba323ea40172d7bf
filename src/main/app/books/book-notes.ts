import { dirname, join } from "node:path";
import type { BookGlossary, BookUnit } from "../../../shared/book";
import { type OpenBook, readGlossary } from "../../engine/books";
import type { Documents } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { t } from "../core/messages";
import { you } from "../documents";

/** A note and its version; both are empty if it does not exist. */
export type Note = { version: string; text: string };

/** The glossary, style guide and settings in a book's folder, read and written like documents. */
export type BookNotes = {
  read(open: OpenBook): Promise<{ glossary: BookGlossary; style: Note }>;
  glossaryOf(note: Note): BookGlossary;
  /** Throws `stale` if the note is not at this version. */
  edit(
    open: OpenBook,
    name: "glossary.md" | "style.md",
    version: string,
    edit: (text: string) => string,
  ): Promise<Note>;
  setUnit(open: OpenBook, unit: BookUnit): Promise<void>;
  setOtherBooks(open: OpenBook, use: boolean): Promise<void>;
};

export function createBookNotes(documents: () => Promise<Documents>): BookNotes {
  const rootsOf = ({ realPath }: OpenBook): string[] => [dirname(realPath)];

  async function note(open: OpenBook, name: string): Promise<Note> {
    try {
      const { text, version } = await (await documents()).read(join(open.folder, name), rootsOf(open), "person");
      return { text, version };
    } catch (error) {
      if (error instanceof ToolError) return { text: "", version: "" };
      throw error;
    }
  }

  async function setSetting(open: OpenBook, changed: Readonly<Record<string, unknown>>): Promise<void> {
    await (await documents()).change(join(open.folder, "book.json"), rootsOf(open), {
      by: you,
      reason: t.books.notesReason(open.book.title),
      asker: "person",
      edit: (current) => ({ content: withSettings(current?.text ?? "{}", changed) }),
    });
  }

  const glossaryOf = ({ version, text }: Note): BookGlossary => ({ version, entries: readGlossary(text) });

  return {
    async read(open) {
      const [glossary, style] = await Promise.all([note(open, "glossary.md"), note(open, "style.md")]);
      return { glossary: glossaryOf(glossary), style };
    },
    glossaryOf,
    async edit(open, name, version, edit) {
      const { after } = await (await documents()).change(join(open.folder, name), rootsOf(open), {
        by: you,
        reason: t.books.notesReason(open.book.title),
        asker: "person",
        edit(current) {
          if ((current?.version ?? "") !== version) throw new ToolError("stale", t.books.notesStale);
          return { content: edit(current?.text ?? "") };
        },
      });
      return { text: after.text, version: after.version };
    },
    setUnit: (open, unit) => setSetting(open, { paragraphs: unit }),
    setOtherBooks: (open, use) => setSetting(open, { otherBooks: use }),
  };
}

/** The book's settings with these changed. Throws if the file is not a JSON object, so that nothing in it is lost. */
function withSettings(text: string, changed: Readonly<Record<string, unknown>>): string {
  let value: unknown;
  try {
    value = JSON.parse(text.trim() === "" ? "{}" : text);
  } catch {
    throw new ToolError("wrong_state", t.books.settingsBroken);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ToolError("wrong_state", t.books.settingsBroken);
  return `${JSON.stringify({ ...value, ...changed }, null, 2)}\n`;
}
