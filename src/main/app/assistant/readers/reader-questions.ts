import type { Reader, ReaderTask } from "../../../../shared/conversation";

/** What a reader looks for, in the words of its question. */
const TASKS: Record<Exclude<ReaderTask, "own">, string> = {
  facts:
    "Facts. Check names, numbers, dates, quotations and claims against the rest of the document, the other documents of the folder and what you know. Say where you cannot check something.",
  continuity:
    "Continuity. Look for what contradicts itself or another place: who knows what, when and where things happen, names, terms, numbering, threads that are begun and not ended.",
  style:
    "Style. Look for sentences that are hard to read, repeated words, changes of voice or tense, and words that do not fit the rest. Keep the author's voice.",
  law: "Law. Look for statements about real people or companies that could be disputed, quotations and material of others, promises, personal data and trademarks. You give no legal advice: say what a lawyer should look at.",
};

/** The words with which a finding begins, from the most to the least urgent. */
export const VERDICTS = ["Must fix", "Should fix", "Consider"] as const;

/** The question to one of several readers of a document. `path` is relative to the folder. */
export function readerQuestion({ task, words }: Pick<Reader, "task" | "words">, path: string): string {
  const verdicts = VERDICTS.map((verdict) => `"${verdict}:"`).join(", ");
  return `Review the document ${JSON.stringify(path)}. ${task === "own" ? words.trim() : TASKS[task]}

1. Read all of it with Galley's tools (doc_read or read_file). The tool coverage says what you have not read yet. Judge nothing that you have not read.
2. Say each finding in a comment of its own: the tool comments with action add, the path, as quote the exact words that it is about, and as text the finding. \
The text begins with one of ${verdicts}, then says in a sentence or two what is wrong and what would be better, in the language of the document. Do not comment on what is right.
3. Change no text.
4. Answer with at most five sentences: how many findings of each kind, and what matters most.`;
}
