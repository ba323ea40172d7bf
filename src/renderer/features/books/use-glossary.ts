import type { GlossaryEdit } from "../../../shared/book";
import { useShell } from "../../ui/shell-context";
import { bookWords } from "./messages";
import { useBook } from "./use-book";

/** The way to edit the book's glossary; false where the edit was refused, and the glossary is shown as it is by now. */
export function useGlossary(): { edit(edits: GlossaryEdit[]): Promise<boolean> } {
  const { bridge, notices } = useShell();
  const { model } = useBook();
  return {
    async edit(edits) {
      const { version } = model.$shown.get().glossary;
      const answer = await bridge.request("book:edit-glossary", { book: model.book, version, edits });
      if (answer.ok) {
        model.adopt({ ...model.$shown.get(), glossary: answer.glossary });
        return true;
      }
      if (answer.error.code === "stale") notices.problem(bookWords.glossary.stale);
      else model.took(answer);
      await model.again();
      return false;
    },
  };
}
