import { difference } from "../../../../core/diff/difference";
import type { Change } from "../../../../core/text/change";
import type { ChangedText, LocatedText } from "./replace-in-paragraphs";

/**
 * The changes that give paragraphs new texts, word by word; blanks at their ends stay. Paragraphs that already have the text are left out.
 */
export function textChanges(wanted: readonly { at: LocatedText; text: string; content: string }[]): ChangedText[] {
  return wanted.flatMap(({ at, text, content }) => {
    const blanks = text.length - text.trimStart().length;
    const changes: Change[] = difference(text.trim(), content.trim()).map(({ from, to, insert }) => ({
      from: from + blanks,
      to: to + blanks,
      insert,
    }));
    return changes.length === 0 ? [] : [{ at, text, changes }];
  });
}
