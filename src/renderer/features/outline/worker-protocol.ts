import { readParagraphs } from "../../../core/markdown/paragraphs";
import type { LineRange } from "../../../core/text/line-ranges";
import { OutlineDesk, type PackedCoverage, type SectionAnswer, type SectionAsk } from "./outline-service";

/** Requests to the worker: a text in slices, the first of which starts a new text; then work on it. */
export type ToWorker =
  | { say: "slice"; text: string; first: boolean }
  | { say: "section"; ask: SectionAsk }
  | { say: "coverage"; readers: LineRange[][] };

/** Every request except a slice has one response, in order. */
export type FromWorker =
  | { say: "section"; answer: SectionAnswer }
  | { say: "coverage"; coverage: PackedCoverage }
  | { say: "failed"; why: string };

/** Creates the worker's message handler. `respond` sends a response with the buffers to transfer. */
export function answering(tell: (told: FromWorker, moved: ArrayBuffer[]) => void): (asked: ToWorker) => void {
  let slices: string[] = [];
  let desk: OutlineDesk | null = null;
  const opened = () => {
    desk ??= new OutlineDesk(slices.join(""));
    return desk;
  };
  return (asked) => {
    try {
      if (asked.say === "slice") {
        if (asked.first) slices = [];
        desk = null;
        slices.push(asked.text);
      } else if (asked.say === "coverage") {
        const coverage = opened().coverage(asked.readers, readParagraphs);
        tell({ say: "coverage", coverage }, [coverage.buffer]);
      } else {
        const answer = opened().answer(asked.ask);
        tell({ say: "section", answer }, answer.status === "moved" ? [answer.outline.numbers.buffer] : []);
      }
    } catch (trouble) {
      tell({ say: "failed", why: trouble instanceof Error ? trouble.message : String(trouble) }, []);
    }
  };
}
