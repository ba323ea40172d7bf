import { expect, it } from "vitest";
import { loadDetection } from "../src/main/engine/books/quality/languages";
import { qualityPage, qualityResults } from "./translation-faults";

const results = loadDetection().then(qualityResults);

it("at least 95 % of faulty translations are flagged, of nearly every kind three in four, and at most 2 % of good ones", async () => {
  const { faulty, good } = await results;
  const made = faulty.reduce((sum, each) => sum + each.made, 0);
  const flagged = faulty.reduce((sum, each) => sum + each.flagged, 0);
  expect(flagged / made).toBeGreaterThan(0.95);
  const poor = faulty.filter((each) => each.flagged < each.made * 0.75).map(({ fault }) => fault);
  expect(poor).toEqual(["bracket or quotation mark lost"]);
  expect(good.flagged.length, good.flagged.join("\n")).toBeLessThanOrEqual(good.examined * 0.02);
});

it("what cannot be a translation is rejected: thinking, ids, data", async () => {
  const refused = (await results).faulty.filter((each) => each.refused > 0);
  expect(refused.map(({ fault }) => fault)).toEqual(["thinking of the model", "echoed id", "JSON", "code fence"]);
  for (const { made, refused: of } of refused) expect(of).toBe(made);
});

it("of a corpus that was written without knowing the checks, four in five faults are flagged, and at most 2 % of good translations", async () => {
  const { faulty, good } = (await results).free;
  const flagged = faulty.reduce((sum, each) => sum + each.flagged, 0);
  expect(flagged / faulty.reduce((sum, each) => sum + each.made, 0)).toBeGreaterThan(0.8);
  expect(good.flagged.length, good.flagged.join("\n")).toBeLessThanOrEqual(good.examined * 0.02);
});

it("of names in another form two in three are flagged, in every language, and at most 2 % of good translations", async () => {
  const { faulty, good } = (await results).names;
  for (const { made, flagged, missed } of faulty) expect(flagged / made, missed.join("\n")).toBeGreaterThan(0.65);
  expect(good.flagged.length, good.flagged.join("\n")).toBeLessThanOrEqual(good.examined * 0.02);
});

it("docs/quality.md has the figures as they are now", async () => {
  await expect(qualityPage(await results)).toMatchFileSnapshot("../docs/quality.md");
});
