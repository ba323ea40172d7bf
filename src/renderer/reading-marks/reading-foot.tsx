import { useStore } from "@nanostores/react";
import type { ReadableAtom } from "nanostores";
import type { DocumentId } from "../../shared/contract";
import { type Coverage, readersIn } from "../outline/outline-coverage";
import { useShell } from "../ui/shell-context";
import "./coverage-bar.css";
import { namesInWords, percentOf } from "./in-words";
import { readingWords } from "./words";

type ReadingFootProps = { doc: DocumentId; $coverage: ReadableAtom<Coverage | null> };

/** How much of the whole document agents have read, and a way to begin anew. Nothing while they have read nothing. */
export function ReadingFoot({ doc, $coverage }: ReadingFootProps) {
  const { bridge, notices } = useShell();
  const coverage = useStore($coverage);
  if (!coverage || coverage.whole.read === 0) return null;
  const names = readersIn(coverage, coverage.whole);
  const sentence = readingWords.overall(namesInWords(names), names.length, percentOf(coverage.whole));
  const clear = async () => {
    await bridge.request("document:clear-readings", doc);
    notices.announce(readingWords.cleared);
  };
  return (
    <div className="reading-foot">
      <span className="reading-sentence" title={`${sentence}\n${names.join("\n")}`}>
        {sentence}
      </span>
      <button type="button" className="status-button" title={readingWords.clearHint} onClick={() => void clear()}>
        {readingWords.clear}
      </button>
    </div>
  );
}
