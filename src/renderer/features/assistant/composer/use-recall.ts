import { useState } from "react";
import { usePanel } from "../model/use-panel";

/** Goes back to earlier questions and forward again, like a shell's history. */
export function useRecall(write: (text: string) => void) {
  const { $conversation, $draft } = usePanel();
  /** Index of the earlier question that is shown; null while it is the user's own draft. */
  const [recalled, setRecalled] = useState<number | null>(null);
  return {
    isRecalling: recalled !== null,
    forget: () => setRecalled(null),
    /** False if there is no such question, or the draft would be lost. */
    recall(by: 1 | -1): boolean {
      const turns = $conversation.get()?.turns ?? [];
      const questions = turns.flatMap(({ ask }) => (ask.kind === "words" ? [ask.text] : []));
      const at = (recalled ?? questions.length) + by;
      if (at < 0 || at > questions.length) return false;
      if (recalled === null && $draft.get().text !== "") return false;
      setRecalled(at === questions.length ? null : at);
      write(questions[at] ?? "");
      return true;
    },
  };
}
