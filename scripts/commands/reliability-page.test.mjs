import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inProject } from "../set-up/project.mjs";
import { figuresOf, listed, reliabilityPage, testsOutsideTable } from "./reliability-page.mjs";

const run = { version: "1.2.3", date: "2030-01-02", machine: "2 cores" };
const row = (more) => ({
  order: 0,
  part: "files",
  mode: "full",
  name: "A fault",
  covers: ["F1"],
  how: "by hand",
  bound: 1000,
  why: "",
  status: "held",
  runs: 1200,
  torn: 0,
  lost: 0,
  unmeasured: 0,
  falseAnswers: 0,
  leftBehind: 0,
  worstMs: 1234,
  reason: "",
  fallen: [],
  ...more,
});
const results = [
  row({}),
  row({ name: "A | pipe", status: "fell", torn: 2, fallen: ["EIO at /tmp/galley-fault-x1/a.md: torn"] }),
  row({ name: "A race", lost: 3, why: "Nothing can prevent it." }),
  row({ name: "Not here", status: "skipped", runs: 0, worstMs: 0, reason: "only root may" }),
];

test("the page has the version, the date, the machine, and each fault with its figures", () => {
  const page = reliabilityPage(results, run);
  expect(page).toContain("Galley 1.2.3, 2030-01-02, a full run on 2 cores.");
  expect(page).toContain("| fault | runs | torn | lost | false answers | worst time |");
  expect(page).toContain("| A fault | 1,200 | 0 | 0 | 0 | 1.2 s | 0 |");
  expect(page).toContain("**3,600 runs of 4 faults: 2 torn, 3 lost, 0 false answers, 0 left behind.**");
});

test("a sampled fault is marked as a sample", () => {
  const page = reliabilityPage([...results, row({ name: "Half", mode: "sample" })], run);
  expect(page).toContain("a full run except 1 of 5 faults, which are marked as samples, on 2 cores.");
  expect(page).toContain("| Half (sample) | 1,200 |");
});

test("faults that were not held, lost something or did not run are listed", () => {
  const page = reliabilityPage(results, run);
  expect(page).toContain("| A pipe **(not held)** |");
  expect(page).toContain("  - EIO at …/a.md: torn");
  expect(page).toContain("- A race: 3 of 1,200. Nothing can prevent it.");
  expect(page).toContain("| Not here | not run |");
  expect(page).toContain("- Not here: only root may.");
});

test("a fault with losses is never called held, and unmeasured losses are never shown as 0", () => {
  expect(reliabilityPage([row({})], run)).toContain("0 left behind.** Every fault was held.\n");
  const page = reliabilityPage(
    [
      row({}),
      row({ name: "A race", lost: 2, why: "Nothing can prevent it." }),
      row({ name: "Reads", unmeasured: 1200 }),
      row({ name: "Some", unmeasured: 200 }),
      row({ name: "Not held", status: "fell", torn: 1 }),
    ],
    run,
  );
  expect(page).not.toContain("Every fault was held");
  expect(page).toContain(
    "3 of 5 were held; 1 lost something, for a reason given below; 1 of the faults were not held.",
  );
  expect(reliabilityPage([row({ areCalls: true }), row({})], run)).toContain(
    "Every fault was held. 1,200 of the runs are ordinary calls of concurrent agents.\n",
  );
  expect(page).toContain("Losses were not measured in 1,400 of the runs.");
  expect(page).toContain("| Reads | 1,200 | 0 | not measured | 0 |");
  expect(page).toContain("| Some | 1,200 | 0 | 0 in 1,000 | 0 |");
  expect(page).toContain("| **all** | **6,000** | **1** | **2 in 4,600** |");
});

test("the app has the same figures as the page", () => {
  const figures = figuresOf(results, run);
  expect(figures).toMatchObject({ version: "1.2.3", mode: "full", runs: 3600, torn: 2, lost: 3 });
  expect(figures.faults[1]).toMatchObject({ fault: "A | pipe", mode: "full", status: "fell", torn: 2 });
});

test("a correct but slow fault is shown as slow, with the load of the machine", () => {
  const page = reliabilityPage([row({ status: "slow", load: 7.5 })], run);
  expect(page).toContain("| A fault (slow) | 1,200 |");
  expect(page).toContain("- A fault: 1.2 s, limit 1.0 s, with 7.5 processes waiting for each core");
  expect(page).not.toContain("not held");
});

test("other measurements are on the page", () => {
  expect(reliabilityPage([row({ note: "half a second" })], run)).toContain("- A fault: half a second.");
});

test("every fault shows what covers it, or that nothing does", () => {
  const page = reliabilityPage([row({}), row({ name: "Not held", covers: ["F1", "F8"], status: "fell" })], run);
  expect(page).toContain("| F1 | kill -9 in a loop of saves | 2 (1 not held) | `");
  expect(page).toMatch(/\| F38 \| [^|]+ \| – \| \*\*not shown\*\* \|/);
  for (const letter of Object.keys(listed)) expect(page).toContain(`| ${letter} | `);
});

test("the tests listed for faults exist in their files", () => {
  const missing = testsOutsideTable.filter(
    ([letter, file, name]) =>
      !(letter in listed) || !existsSync(inProject(file)) || !readFileSync(inProject(file), "utf8").includes(name),
  );
  expect(missing).toEqual([]);
});
