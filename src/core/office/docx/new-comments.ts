import {
  commentReference,
  commentsPart,
  commentXml,
  entryXml,
  extendedPart,
  rangeMark,
  type WordComment,
} from "./docx-comments";
import type { PlannedThread } from "./docx-plan";

/** The maximum number of characters that are repeated of words which are not in the text. */
const MAX_QUOTED = 200;

/** The comments of a new document: the marks in its text, and the two parts. A thread's answers are on the same words. */
export class NewComments {
  readonly #threads: readonly (PlannedThread & { ids: string[] })[];
  readonly #begun = new Set<number>();
  readonly #placed = new Set<number>();

  constructor(threads: readonly PlannedThread[]) {
    let last = 0;
    this.#threads = threads.map((thread) => ({ ...thread, ids: thread.messages.map(() => String(last++)) }));
  }

  get isEmpty(): boolean {
    return this.#threads.every(({ ids }) => ids.length === 0);
  }

  /** Where the words of a thread begin or end; nothing for what would be a second or a lone mark. */
  mark(edge: "start" | "end", thread: number): string {
    const ids = this.#threads[thread]?.ids ?? [];
    if (edge === "start") {
      if (this.#begun.has(thread)) return "";
      this.#begun.add(thread);
      return ids.map((id) => rangeMark("w:", "Start", id)).join("");
    }
    if (!this.#begun.has(thread) || this.#placed.has(thread)) return "";
    this.#placed.add(thread);
    return ids.map((id) => rangeMark("w:", "End", id) + commentReference("w:", id)).join("");
  }

  /** Adds a last paragraph with the threads whose words are not in the text. */
  completed(body: string): string {
    const lost = this.#threads.filter(({ ids }, index) => ids.length > 0 && !this.#placed.has(index));
    if (lost.length === 0) return body;
    const ids = lost.flatMap((thread) => thread.ids);
    // A mark without its end would be on all that follows.
    const lone = this.#threads.flatMap(({ ids: own }, index) =>
      this.#begun.has(index) && !this.#placed.has(index) ? own : [],
    );
    const whole = lone.reduce((text, id) => text.replace(rangeMark("w:", "Start", id), ""), body);
    return `${whole}<w:p>${ids.map((id) => commentReference("w:", id)).join("")}</w:p>`;
  }

  /** The parts, by name, once the whole text is written. */
  parts(): { comments: string; commentsExtended: string } {
    const comments: string[] = [];
    const entries: string[] = [];
    for (const [index, { ids, messages, words, isResolved }] of this.#threads.entries()) {
      for (const [at, message] of messages.entries()) {
        const id = ids[at] ?? "";
        const isLost = at === 0 && !this.#placed.has(index);
        const written = isLost ? quoting(words, message) : message;
        comments.push(commentXml(written, { prefix: "w:", id, paragraphId: paragraphIdOf(id), own: "w14:" }));
        const parent = at === 0 ? null : paragraphIdOf(ids[0] ?? "");
        entries.push(entryXml("w15:", { paragraphId: paragraphIdOf(id), parent, isDone: isResolved }));
      }
    }
    return { comments: commentsPart(comments.join("")), commentsExtended: extendedPart(entries.join("")) };
  }
}

/** Eight hex digits, not zero and below 0x80000000, as Word requires. */
const paragraphIdOf = (id: string): string => (Number(id) + 0x10000001).toString(16).toUpperCase();

function quoting(words: string, message: WordComment): WordComment {
  if (words === "") return message;
  const quoted = words.length > MAX_QUOTED ? `${words.slice(0, MAX_QUOTED)}…` : words;
  return { ...message, text: `“${quoted}”\n${message.text}` };
}
