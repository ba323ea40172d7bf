import type { Text } from "@codemirror/state";
import { atom } from "nanostores";
import type { OutlineRow } from "../../../editor/outline/outline-rows";
import type { OutlineSource } from "../../../editor/outline/outline-source";
import { MAX_INLINE_LENGTH } from "../../../ui/limits";
import type { TabEditor } from "../../../workbench/api/tabs";
import { type Coverage, coverageRows, followCoverage, readersOf } from "./outline-coverage";

/** The shortest time between two computations of the coverage, in milliseconds; longer for texts that go to a worker. */
const COVERAGE_DEBOUNCE_MS = { short: 120, long: 500 };

type Deps = {
  editor: TabEditor;
  /** Null while the outline is not shown. */
  source(): OutlineSource | null;
  /** The rows, and the text that they belong to. */
  shown(): { doc: Text | null; rows: readonly OutlineRow[] };
};

/** How much of each section agents have read, computed again when they read more or the outline changes. */
export function createCoverageStore({ editor, source, shown }: Deps) {
  const $coverage = atom<Coverage | null>(null);
  let covering: ReturnType<typeof setTimeout> | undefined;
  const coverSoon = () => {
    if (editor.$readRanges.get().length === 0) $coverage.set(null);
    else if (source())
      covering ??= setTimeout(
        () => void cover(),
        COVERAGE_DEBOUNCE_MS[editor.content().length > MAX_INLINE_LENGTH ? "long" : "short"],
      );
  };
  const cover = async (): Promise<void> => {
    const currentSource = source();
    const { doc } = shown();
    const readRanges = editor.$readRanges.get();
    // If the text has changed, the next outline computes the coverage.
    if (currentSource && doc !== null && editor.content() === doc) {
      const { names, lines } = readersOf(readRanges);
      const packed = names.length > 0 ? await currentSource.coverage(doc, lines).catch(() => null) : null;
      if (source() === currentSource && shown().doc === doc)
        $coverage.set(packed && coverageRows(packed, names, shown().rows));
    }
    covering = undefined;
    if (source() === currentSource && (shown().doc !== doc || editor.$readRanges.get() !== readRanges)) coverSoon();
  };

  return {
    $coverage,
    coverSoon,
    /** The outline has changed: `newRows` has the new index of each row, among `count`. */
    follow(newRows: readonly number[], count: number): void {
      const coverage = $coverage.get();
      if (coverage) $coverage.set(followCoverage(coverage, newRows, count));
    },
    stop(): void {
      clearTimeout(covering);
      covering = undefined;
    },
  };
}
