import type { JobOrder } from "../../../shared/book";
import type { OpenBook } from "../../engine/books";
import { ToolError } from "../../engine/ports/tool-error";
import { realPathOf } from "../core/grants";
import type { BookService } from "./book-service";
import { jobMessages } from "./jobs/messages";

/** The order with the real path of its book, which is opened. Throws if the user may not reach it, or if the order makes no sense. */
export async function checkedOrder(
  books: Pick<BookService, "check" | "opened">,
  order: JobOrder,
): Promise<{ order: JobOrder; open: OpenBook }> {
  await books.check(order.book);
  const book = await realPathOf(order.book);
  const open = await books.opened(book);
  const language = order.language.trim();
  if (language === "") throw new ToolError("bad_arguments", jobMessages.noLanguage);
  const known = new Set(open.book.chapters.map(({ id }) => id));
  const odd = order.chapters?.find((id) => !known.has(id));
  if (odd !== undefined) throw new ToolError("not_found", jobMessages.chapterGone(odd));
  return { order: { ...order, book, language, sourceLanguage: order.sourceLanguage.trim() }, open };
}
