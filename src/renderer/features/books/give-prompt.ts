import type { WorkKind } from "../../../shared/book";
import type { Shell } from "../../workbench/shell";
import { panelModel } from "../assistant/panel-model";
import type { BookModel } from "./book-model";
import { bookMessages } from "./messages";

/** Puts the prompt for a kind of work into the composer, to be edited and sent. */
export async function givePrompt(shell: Shell, book: BookModel, kind: WorkKind, task: string | null): Promise<void> {
  const answer = await shell.bridge.request("book:prompt", { book: book.book, kind, task });
  if (!book.isOk(answer)) return;
  shell.panel.open("focus");
  const { $conversation, change } = panelModel(shell);
  let isGiven = false;
  const stop = $conversation.subscribe((conversation) => {
    if (conversation === null || isGiven) return;
    isGiven = true;
    // Keep an existing draft: the prompt is added below it.
    change((draft) => ({ ...draft, text: draft.text.trim() === "" ? answer.text : `${draft.text}\n\n${answer.text}` }));
    shell.notices.announce(bookMessages.prompts.promptGiven);
    queueMicrotask(() => stop());
  });
}
