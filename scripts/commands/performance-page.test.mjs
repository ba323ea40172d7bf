import { expect, test } from "vitest";
import { performancePage } from "./performance-page.mjs";

const contestant = (name, median) => ({ name, runs: 7, min: median, median, p95: 2 * median, max: 300 });
const figure = (title, goal) => ({
  title,
  unit: "ms",
  at: "2026-01-02T03:04:05.000Z",
  contestants: [contestant("rival", 10), contestant("Galley", 12.5)],
  goal,
});

test("the page says which goals are met, missed and why, and shows each figure beside its rival", () => {
  const text = performancePage(
    [
      figure("Start", { wanted: "at most 1.25 ×", holds: true, missed: "Not shown." }),
      figure("Memory", { wanted: "at most 1.2 ×", holds: false, missed: "A process of its own." }),
      figure("Search", { wanted: "as fast", holds: false }),
      figure("Outline", { wanted: "3 × faster | than C", holds: null }),
      figure("Lookup", null),
    ],
    "2 cores",
  );
  expect(text).toContain("2 cores. 1 goals met, 2 missed, 1 not compared, because the rival is not installed.");
  expect(text).toContain("| Start | at most 1.25 × | met |  |");
  expect(text).toContain("| Memory | at most 1.2 × | **missed** | A process of its own. |");
  expect(text).toContain("| Search | as fast | **missed** | not looked into yet |");
  expect(text).toContain("| Outline | 3 × faster \\| than C | not compared |  |");
  expect(text).toContain("| Galley | 7 | 12.5 ms | 25.0 ms | 300 ms | 1.25 |");
  expect(text.split("### Lookup")).toHaveLength(2);
});
