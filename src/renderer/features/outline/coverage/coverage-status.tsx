import { useStore } from "@nanostores/react";
import type { ReadableAtom } from "nanostores";
import { useShell } from "../../../ui/shell-context";
import { type Coverage, readersIn } from "./outline-coverage";
import "./coverage-bar.css";
import { readingWords } from "../../../editor/coverage/messages";
import { namesInWords, percentOf } from "./in-words";

/** How much of the document agents have read, with a button to reset it. Hidden while nothing has been read. */
export function ReadingFoot({ $coverage }: { $coverage: ReadableAtom<Coverage | null> }) {
  const { run } = useShell();
  const coverage = useStore($coverage);
  if (!coverage || coverage.whole.read === 0) return null;
  const names = readersIn(coverage, coverage.whole);
  const sentence = readingWords.overall(namesInWords(names), names.length, percentOf(coverage.whole));
  return (
    <div className="reading-foot">
      <span className="reading-sentence" title={`${sentence}\n${names.join("\n")}`}>
        {sentence}
      </span>
      <button
        type="button"
        className="status-button"
        title={readingWords.clearHint}
        onClick={() => run("clear-reading-marks")}
      >
        {readingWords.clear}
      </button>
    </div>
  );
}
