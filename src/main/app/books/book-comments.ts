import { dirname } from "node:path";
import type { BookPath, BookThread, BookThreadChange } from "../../../shared/book";
import { type Chapter, chapterFile, type OpenBook, paragraphPositions, protectedParagraphs } from "../../engine/books";
import type { CommentThread } from "../../engine/ports/comments";
import { ToolError } from "../../engine/ports/tool-error";
import { authorOf, shownThread } from "../comments";
import { t } from "../core/messages";
import { you } from "../documents";
import type { BookAccess } from "./book-access";

/** The maximum number of deleted threads that can be brought back. */
const MAX_DELETED = 100;

/**
 * The user's comments on the paragraphs of a book. They are those of the chapters' files, as every other view and agents have them; a paragraph's are on
 * its source. Those on an EPUB are found in the text of its paragraphs.
 */
export function createBookComments({ engine, opened }: Pick<BookAccess, "engine" | "opened">) {
  const deleted = new Map<string, { realPath: string; thread: CommentThread }>();
  const me = authorOf({ by: you });

  async function chapterOf(book: BookPath, id: string): Promise<{ open: OpenBook; chapter: Chapter }> {
    const open = await opened(book);
    const chapter = open.book.chapters.find((each) => each.id === id);
    if (chapter === undefined) throw new ToolError("not_found", t.books.chapterGone(id));
    return { open, chapter };
  }

  const placesOf = async (open: OpenBook, chapter: Chapter) =>
    paragraphPositions(open, chapter, { documents: (await engine()).documents, asker: "person" });

  async function threads(book: BookPath, id: string): Promise<{ threads: BookThread[]; locked: string[] }> {
    const { open, chapter } = await chapterOf(book, id);
    const { document, places } = await placesOf(open, chapter);
    const own = new Set(chapter.paragraphs.map((paragraph) => paragraph.id));
    const isMine = ({ author }: { author: { name: string; kind: string } }): boolean =>
      author.kind === "user" && author.name === me.name;
    const { comments, documents } = await engine();
    const ids = chapter.paragraphs.slice(0, 1).map((paragraph) => paragraph.id);
    const protectedIds = await protectedParagraphs(open, ids, { documents, comments, asker: "person" });
    const near = ({ paragraph_id }: { paragraph_id: string | null }) =>
      places.filter((each) => each.id === paragraph_id);
    const found = (await comments.list(document, near)).flatMap((thread): BookThread[] => {
      const shown = { ...shownThread(thread, document.text, { seen: {}, isMine }), isUnread: false };
      const at = thread.place.state === "orphaned" ? null : thread.place.from;
      const paragraph = at === null ? null : (places.findLast(({ from, to }) => from <= at && at < to)?.id ?? null);
      return paragraph === null || own.has(paragraph) ? [{ ...shown, paragraph }] : [];
    });
    return { threads: found, locked: [...protectedIds].filter((each) => own.has(each)) };
  }

  /** The file and the range of a paragraph. */
  async function placed(book: BookPath, paragraph: string) {
    const open = await opened(book);
    const position = open.book.positions.get(paragraph);
    const chapter = position === undefined ? undefined : open.book.chapters[position.chapter];
    if (chapter === undefined) throw new ToolError("not_found", t.books.paragraphGone);
    const { document, places } = await placesOf(open, chapter);
    const range = places.find(({ id }) => id === paragraph);
    if (range === undefined) throw new ToolError("not_found", t.books.paragraphGone);
    const { from, to } = range;
    return {
      open,
      document,
      range: { from, to },
      root: open.kind === "folder" ? open.realPath : dirname(open.realPath),
    };
  }

  return {
    comments: threads,
    async comment(book: BookPath, paragraph: string, text: string): Promise<string> {
      const { open, document, range, root } = await placed(book, paragraph);
      // In a text a paragraph's id is that of the file.
      const paragraphId = open.kind === "package" ? paragraph : null;
      const passage = { ...range, section: null, paragraphId };
      const { thread } = await (await engine()).comments.add(document, { ...passage, text, author: me }, [root]);
      return thread;
    },
    /** Protects a paragraph from agents, or ends its protection. */
    async protect(book: BookPath, paragraph: string): Promise<void> {
      const { document, range, root } = await placed(book, paragraph);
      const { comments } = await engine();
      const there = (await comments.locks(document)).find(
        (lock) =>
          lock.kind === "paragraph" && lock.range !== null && lock.range.from < range.to && range.from < lock.range.to,
      );
      if (there !== undefined) await comments.unprotect(document.realPath, there.lock);
      else await comments.protect(document, { ...range, kind: "paragraph", mode: "locked" }, [root]);
    },
    async changeComment(book: BookPath, id: string, thread: string, change: BookThreadChange): Promise<void> {
      const { open, chapter } = await chapterOf(book, id);
      const { comments } = await engine();
      const realPath = chapterFile(open, chapter);
      if (change.kind === "restore") {
        const kept = deleted.get(thread);
        if (kept === undefined) throw new ToolError("not_found", t.comments.nothingToUndo);
        await comments.restore(kept.realPath, thread, kept.thread);
        // Only now: if it fails, this is the only copy.
        deleted.delete(thread);
        return;
      }
      await comments.update({ realPath, thread }, (current) => {
        const at = comments.now();
        if (change.kind === "status") return { ...current, changed: at, status: change.status };
        if (change.kind === "reply")
          return { ...current, changed: at, messages: [...current.messages, { author: me, text: change.text, at }] };
        deleted.set(thread, { realPath, thread: current });
        if (deleted.size > MAX_DELETED) deleted.delete(deleted.keys().next().value as string);
        return null;
      });
    },
  };
}
