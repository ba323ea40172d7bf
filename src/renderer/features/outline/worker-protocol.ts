import { readParagraphs } from "../../../core/markdown/paragraphs";
import type { LineRange } from "../../../core/text/line-ranges";
import { OutlineDesk, type PackedCoverage, type SectionAnswer, type SectionAsk } from "./outline-service";

/** To the worker: a text in slices, begun anew by `first`; then what is to be done with it. */
export type ToWorker =
  | { say: "slice"; text: string; first: boolean }
  | { say: "section"; ask: SectionAsk }
  | { say: "coverage"; readers: LineRange[][] };

/** Each request but a slice has one answer, in order. */
export type FromWorker =
  | { say: "section"; answer: SectionAnswer }
  | { say: "coverage"; coverage: PackedCoverage }
  | { say: "failed"; why: string };

/** What the worker does with each message: `tell` gets the answers, with the buffers that they hand over. */
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
