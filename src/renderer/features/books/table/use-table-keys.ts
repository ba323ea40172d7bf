import { useMemo } from "react";
import { useNotices } from "../../../workbench/api/parts";
import { bookMessages } from "../messages";
import { takeMatch } from "../model/take-match";
import { useBook } from "../model/use-book";
import { type BookKey, matchOf } from "./book-keys";
import { createHeldKeys, type HeldKeys } from "./held-keys";

/** Runs the keyboard commands of the table. The cursor moves with the key, and saving follows; keys are held until their field is there. */
export function useTableKeys(): { run(key: BookKey): void; held: HeldKeys } {
  const { model } = useBook();
  const notices = useNotices();
  return useMemo(() => {
    const { row, table, flags } = bookMessages;
    const held = createHeldKeys({
      // Unlike a change of the value, this can be undone.
      insert: (text) => void document.execCommand("insertText", false, text),
      run: (command) => run(command),
    });
    const move = async (to: () => Promise<boolean>, onEnd: () => void) => {
      held.hold();
      // If the cursor moves, the keys are released once its field is focused.
      if (await to().catch(() => false)) return;
      held.release();
      onEnd();
    };
    const announceEnd = () => notices.announce(table.end);
    function run(key: BookKey): void {
      const position = model.$active.get();
      const match = matchOf(key);
      if (match !== null) void takeMatch({ model, notices }, match);
      else if (key === "confirm") {
        if (position === null || !model.unsaved.canSave(position.id)) return;
        void model.confirm(position).then((isDone) => {
          if (isDone) notices.announce(row.confirmed);
        });
        void move(() => model.step(1), announceEnd);
      } else if (key === "next untranslated") {
        if (position !== null) {
          if (!model.unsaved.canSave(position.id)) return;
          void model.save(position);
        }
        void move(model.nextUntranslated, () => notices.info(table.allTranslated));
      } else if (key === "next flagged" || key === "previous flagged") {
        void move(
          () => model.nextFlagged(key === "next flagged" ? 1 : -1),
          () => notices.info(flags.none),
        );
      } else void move(() => model.step(key === "down" ? 1 : -1), announceEnd);
    }
    return { run, held };
  }, [model, notices]);
}
