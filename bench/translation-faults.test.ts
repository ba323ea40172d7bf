import { expect, it } from "vitest";
import { loadDetection } from "../src/main/engine/books/quality/languages";
import { falseFlags, faultResults } from "./translation-faults";

it("at least 95 % of faulty translations are flagged, of every kind at least three in four, and at most 2 % of good ones", async () => {
  const detect = await loadDetection();
  const results = faultResults(detect);
  const made = results.reduce((sum, each) => sum + each.made, 0);
  const flagged = results.reduce((sum, each) => sum + each.flagged, 0);
  expect(flagged / made).toBeGreaterThan(0.95);
  expect(
    results.filter((each) => each.fault !== "bracket or quotation mark lost" && each.flagged < each.made * 0.75),
  ).toEqual([]);
  const { examined, flagged: wrongly } = falseFlags(detect);
  expect(wrongly.length, wrongly.join("\n")).toBeLessThanOrEqual(examined * 0.02);
});

it("what cannot be a translation is refused: thinking, ids, data", async () => {
  const refused = faultResults(await loadDetection()).filter((each) => each.refused > 0);
  expect(refused.map(({ fault }) => fault)).toEqual(["thinking of the model", "echoed id", "JSON", "code fence"]);
  for (const { made, refused: of } of refused) expect(of).toBe(made);
});
