import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import type { ShownLock } from "../../../shared/comments";
import { setMarks, showMarks } from "./comment-marks";

test("a thousand locks on a whole long text do not keep the window", () => {
  const state = EditorState.create({ doc: "line\n".repeat(10_000) });
  const locks = Array.from(
    { length: 1_000 },
    (_, at): ShownLock => ({
      lock: `l_${at}`,
      kind: "section",
      address: null,
      page: null,
      mode: "locked",
      from: 0,
      to: state.doc.length,
      words: "line",
      isLost: false,
      isGoing: false,
      share: null,
    }),
  );
  const started = performance.now();
  const specs = showMarks(state, [], locks, []);
  expect(performance.now() - started).toBeLessThan(1000);
  const [marks] = specs.flatMap(({ effects }) =>
    [effects ?? []].flat().flatMap((effect) => (effect.is(setMarks) ? [effect.value] : [])),
  );
  // Each line has its bar, by the first of them.
  expect(marks?.locks.size).toBe(10_001);
});
