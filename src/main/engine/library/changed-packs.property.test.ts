import fc from "fast-check";
import { expect, test } from "vitest";
import { ToolError } from "../ports/tool-error";
import { changedJson, fuzzRuns, steps } from "../testing/mutations.fixture";
import { readPack } from "./packs/read-pack";

const pack = {
  document: "house-rules",
  title: "House rules",
  license: "CC0",
  entries: [
    {
      kind: "spell",
      name: "Spark",
      key: "spark",
      fields: { level: 1, school: "evocation", classes: ["wizard"] },
      text: "It *sparks*.",
    },
    { kind: "monster", name: "Owl", fields: { cr: 0.25, hp: 4, speed: { walk: 5, fly: 60 } }, text: "An owl." },
    { kind: "rule", name: "Rest", text: "Rest a while." },
  ],
};

test("a pack with a changed structure is read or rejected with an error, and nothing else happens [A19]", () => {
  fc.assert(
    fc.property(steps, fc.boolean(), (changes, isCut) => {
      const text = JSON.stringify(changedJson(pack, changes)) ?? "";
      try {
        const { entries } = readPack(isCut ? text.slice(0, changes[0]?.at) : text, { file: "pack.json" });
        expect(Array.isArray(entries)).toBe(true);
      } catch (error) {
        if (!(error instanceof ToolError)) throw error;
        expect(error.message).toContain("pack.json");
      }
    }),
    fuzzRuns(5000, 400),
  );
  expect(({} as { toString: unknown }).toString).toBe(Object.prototype.toString);
});
