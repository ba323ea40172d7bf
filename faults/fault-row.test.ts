import { expect, test } from "vitest";
import { type FaultRow, type Outcome, witnessed } from "./fault-row";

const rowOf = (outcomes: Outcome[], more: Partial<FaultRow> = {}): FaultRow => ({
  ...{ name: "a fault", covers: ["F1"], how: "by hand", bound: 1000, ...more },
  async run({ saw }) {
    for (const outcome of outcomes) saw(outcome);
  },
});
const tallyOf = (outcomes: Outcome[], more?: Partial<FaultRow>) =>
  witnessed(rowOf(outcomes, more), { mode: "sample", folder: "" });

test("a row whose runs all went well is held, with its worst time", async () => {
  expect(
    await tallyOf([
      { what: "one", ms: 7 },
      { what: "two", ms: 3 },
    ]),
  ).toMatchObject({
    ...{ status: "held", runs: 2, torn: 0, lost: 0, falseAnswers: 0, leftBehind: 0, worstMs: 7 },
    fallen: [],
  });
});

test.each([["torn"], ["lost"], ["isFalse"], ["left"]] as const)(
  "one run that is %s makes the row fall",
  async (wrong) => {
    const tally = await tallyOf([{ what: "one" }, { what: "two", [wrong]: true, seen: "this" }]);
    expect(tally).toMatchObject({ status: "fell", runs: 2 });
    expect(tally.fallen.join()).toContain("two: ");
    expect(tally.fallen.join()).toContain("(this)");
  },
);

test("what takes too long, was never run, or ends early has fallen", async () => {
  const slow = (ms: number, mode: "full" | "sample") => witnessed(rowOf([{ what: "slow", ms }]), { mode, folder: "" });
  expect(await slow(1001, "full")).toMatchObject({ status: "fell" });
  expect(await slow(1001, "sample")).toMatchObject({ status: "held" });
  expect(await slow(4001, "sample")).toMatchObject({ status: "fell" });
  expect(await tallyOf([])).toMatchObject({ status: "fell", fallen: ["nothing was run"] });
  const ended = await witnessed(
    { ...rowOf([]), run: () => Promise.reject(new Error("no disk")) },
    { mode: "full", folder: "" },
  );
  expect(ended).toMatchObject({ status: "fell", fallen: ["the run itself ended: no disk"] });
});

test("a loss that nothing can prevent is counted, up to its limit", async () => {
  const known = { lost: () => 1, why: "it cannot" };
  const lost = { what: "round", lost: true };
  expect(await tallyOf([lost, { what: "round" }], { known })).toMatchObject({ status: "held", lost: 1 });
  expect(await tallyOf([lost, lost], { known })).toMatchObject({ status: "fell", lost: 2 });
});

test("what cannot be run here says why and counts nothing", async () => {
  const tally = await tallyOf([{ what: "one" }], { missing: () => "no root" });
  expect(tally).toMatchObject({ status: "skipped", runs: 0, reason: "no root" });
});
