import type { GlossaryEdit } from "../../../../shared/book";
import { useBridge, useNotices } from "../../../workbench/api/parts";
import { bookMessages } from "../messages";
import { useBook } from "../model/use-book";

/** Edits the glossary of the book; resolves to false if the edit was rejected, and then shows the current glossary. */
export function useGlossary(): { edit(edits: GlossaryEdit[]): Promise<boolean> } {
  const bridge = useBridge();
  const notices = useNotices();
  const { model } = useBook();
  return {
    async edit(edits) {
      const { version } = model.$shown.get().glossary;
      const answer = await bridge.request("book:edit-glossary", { book: model.book, version, edits });
      if (answer.ok) {
        model.adopt({ ...model.$shown.get(), glossary: answer.glossary });
        return true;
      }
      if (answer.error.code === "stale") notices.error(bookMessages.glossary.stale);
      else model.isOk(answer);
      await model.again();
      return false;
    },
  };
}
