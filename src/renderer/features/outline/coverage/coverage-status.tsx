import { useStore } from "@nanostores/react";
import type { ReadableAtom } from "nanostores";
import { StatusButton } from "../../../ui/kit/button";
import { useRun } from "../../../workbench/api/parts";
import { type Coverage, readersIn } from "./outline-coverage";
import "./coverage-bar.css";
import { coverageMessages } from "../../../editor/coverage/messages";
import { formatNames, percentOf } from "./describe-coverage";

/** How much of the document agents have read, with a button to reset it. Hidden while nothing has been read. */
export function CoverageStatus({ $coverage }: { $coverage: ReadableAtom<Coverage | null> }) {
  const run = useRun();
  const coverage = useStore($coverage);
  if (!coverage || coverage.total.read === 0) return null;
  const names = readersIn(coverage, coverage.total);
  const sentence = coverageMessages.overall(formatNames(names), names.length, percentOf(coverage.total));
  return (
    <div className="line-above sides-small ends-small spaced toolbar soft small">
      <span className="grow clip" title={`${sentence}\n${names.join("\n")}`}>
        {sentence}
      </span>
      <StatusButton title={coverageMessages.clearHint} onClick={() => run("clear-reading-marks")}>
        {coverageMessages.clear}
      </StatusButton>
    </div>
  );
}
