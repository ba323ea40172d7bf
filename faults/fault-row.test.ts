import { expect, test } from "vitest";
import { type FaultRow, type Outcome, runFaultRow } from "./fault-row";

const rowOf = (outcomes: Outcome[], more: Partial<FaultRow> = {}): FaultRow => ({
  name: "a fault",
  covers: ["F1"],
  how: "by hand",
  bound: 1000,
  ...more,
  async run({ report }) {
    for (const outcome of outcomes) report(outcome);
  },
});
const tallyOf = (outcomes: Outcome[], more?: Partial<FaultRow>) =>
  runFaultRow(rowOf(outcomes, more), { mode: "sample", folder: "", load: () => 0 });

test("a row whose runs all went well is held, with its worst time", async () => {
  expect(
    await tallyOf([
      { what: "one", ms: 7 },
      { what: "two", ms: 3 },
    ]),
  ).toMatchObject({
    status: "held",
    runs: 2,
    torn: 0,
    lost: 0,
    unmeasured: 2,
    falseAnswers: 0,
    leftBehind: 0,
    worstMs: 7,
    fallen: [],
  });
});

test.each([["torn"], ["lost"], ["isFalse"], ["leftBehind"]] as const)(
  "one run that is %s makes the row fail",
  async (wrong) => {
    const tally = await tallyOf([{ what: "one" }, { what: "two", [wrong]: true, seen: "this" }]);
    expect(tally).toMatchObject({ status: "fell", runs: 2 });
    expect(tally.fallen.join()).toContain("two: ");
    expect(tally.fallen.join()).toContain("(this)");
  },
);

test("a run that did not check for losses is counted as unmeasured", async () => {
  const outcomes = [{ what: "one" }, { what: "two", lost: false }, { what: "three", lost: true }];
  expect(await tallyOf(outcomes)).toMatchObject({ runs: 3, lost: 1, unmeasured: 1 });
});

test("a row that ran nothing, ended early, or did not end has failed", async () => {
  expect(await tallyOf([])).toMatchObject({ status: "fell", fallen: ["nothing was run"] });
  const ended = (run: FaultRow["run"]) =>
    runFaultRow({ ...rowOf([]), run, patience: 0.01 }, { mode: "full", folder: "", load: () => 0 });
  expect(await ended(() => Promise.reject(new Error("no disk")))).toMatchObject({
    status: "fell",
    fallen: ["the run itself ended: no disk"],
  });
  expect(await ended(() => new Promise(() => {}))).toMatchObject({
    status: "fell",
    fallen: ["the run itself ended: not over after 0 s"],
  });
});

test("a row that takes too long is slow but not lost, and a busy machine gives it more time", async () => {
  const slow = (ms: number, { mode = "full", load = 0, torn = false }: Record<string, unknown> = {}) =>
    runFaultRow(rowOf([{ what: "slow", ms, torn: torn as boolean }]), {
      mode: mode as "full",
      folder: "",
      load: () => load as number,
    });
  expect(await slow(1001)).toMatchObject({ status: "slow", fallen: ["took 1001 ms, more than 1000 ms"] });
  expect(await slow(1001, { torn: true })).toMatchObject({ status: "fell" });
  expect(await slow(3000, { load: 3 })).toMatchObject({ status: "held", load: 3 });
  expect(await slow(1001, { mode: "sample" })).toMatchObject({ status: "held" });
  expect(await slow(4001, { mode: "sample" })).toMatchObject({ status: "slow" });
});

test("an unavoidable loss is counted and allowed up to its limit", async () => {
  const known = { lost: () => 1, why: "it cannot" };
  const lost = { what: "round", lost: true };
  expect(await tallyOf([lost, { what: "round" }], { known })).toMatchObject({ status: "held", lost: 1 });
  expect(await tallyOf([lost, lost], { known })).toMatchObject({ status: "fell", lost: 2 });
});

test("a row that cannot run here gives the reason and counts nothing", async () => {
  const tally = await tallyOf([{ what: "one" }], { missing: () => "no root" });
  expect(tally).toMatchObject({ status: "skipped", runs: 0, reason: "no root" });
});
