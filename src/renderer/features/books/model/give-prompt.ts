import type { WorkKind } from "../../../../shared/book";
import type { Shell } from "../../../workbench/api/shell";
import { bookMessages } from "../messages";
import type { BookModel } from "./book-model";

/** Puts the prompt for a kind of work into the composer, to be edited and sent. */
export async function givePrompt(
  { bridge, notices, assistant }: Pick<Shell, "bridge" | "notices" | "assistant">,
  book: BookModel,
  kind: WorkKind,
  task: string | null,
): Promise<void> {
  const answer = await bridge.request("book:prompt", { book: book.book, kind, task });
  if (!book.isOk(answer)) return;
  await (await assistant()).addText(answer.text);
  notices.announce(bookMessages.prompts.promptGiven);
}
