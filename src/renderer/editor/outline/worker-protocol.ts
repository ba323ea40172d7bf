import { readParagraphs } from "../../../core/markdown/paragraphs";
import type { LineRange } from "../../../core/text/line-ranges";
import { OutlineService, type PackedCoverage, type SectionEdit, type SectionResult } from "./outline-service";

/** Requests to the worker: a text in slices, the first of which starts a new text; then work on it. */
export type ToWorker =
  | { type: "slice"; text: string; first: boolean }
  | { type: "section"; edit: SectionEdit }
  | { type: "coverage"; readers: LineRange[][] };

/** Every request except a slice has one response, in order. */
export type FromWorker =
  | { type: "section"; answer: SectionResult }
  | { type: "coverage"; coverage: PackedCoverage }
  | { type: "failed"; why: string };

/** Creates the worker's message handler. `respond` sends a response with the buffers to transfer. */
export function createHandler(
  respond: (response: FromWorker, moved: ArrayBuffer[]) => void,
): (request: ToWorker) => void {
  let slices: string[] = [];
  let service: OutlineService | null = null;
  const opened = () => {
    service ??= new OutlineService(slices.join(""));
    return service;
  };
  return (request) => {
    try {
      if (request.type === "slice") {
        if (request.first) slices = [];
        service = null;
        slices.push(request.text);
      } else if (request.type === "coverage") {
        const coverage = opened().coverage(request.readers, readParagraphs);
        respond({ type: "coverage", coverage }, [coverage.buffer]);
      } else {
        const answer = opened().answer(request.edit);
        respond({ type: "section", answer }, answer.status === "moved" ? [answer.outline.numbers.buffer] : []);
      }
    } catch (error) {
      respond({ type: "failed", why: error instanceof Error ? error.message : String(error) }, []);
    }
  };
}
