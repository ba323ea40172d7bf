import { expect, test } from "vitest";
import { textRuns, trimmed } from "./docx-runs";

test("a line begins and ends without blanks, as a browser shows it", () => {
  const runs = [
    ...textRuns(" Roses are red, ", {}),
    { kind: "break" as const },
    ...textRuns("\nviolets are blue\n", {}),
  ];
  expect(trimmed(runs).map((run) => (run.kind === "text" ? run.text : run.kind))).toEqual([
    "Roses are red,",
    "break",
    "violets are blue",
  ]);
});
