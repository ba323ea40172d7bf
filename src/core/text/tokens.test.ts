import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cropToTokens, estimateTokens } from "./tokens";

describe("tokens", () => {
  it("are estimated by script", () => {
    expect(estimateTokens("")).toBe(0);
    expect(estimateTokens("a")).toBe(1);
    expect(estimateTokens("four".repeat(10))).toBe(10);
    expect(estimateTokens("привет")).toBe(3);
    expect(estimateTokens("你".repeat(10))).toBe(11);
    expect(estimateTokens("안".repeat(10))).toBe(11);
    expect(estimateTokens("😀")).toBe(3);
  });

  it("are limited by cropping the text", () => {
    expect(cropToTokens("abcdefgh", 2)).toBe("abcdefgh");
    expect(cropToTokens("abcdefghi", 2)).toBe("abcdefgh...");
    expect(cropToTokens("你好世界", 3)).toBe("你好...");
    expect(cropToTokens("a😀", 2)).toBe("a...");
  });

  it("of a cropped text fit, and no character is split", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat({ max: 20 }), (text, limit) => {
        const cropped = cropToTokens(text, limit);
        if (estimateTokens(text) <= limit) expect(cropped).toBe(text);
        else {
          const kept = cropped.slice(0, -3);
          expect(text.startsWith(kept)).toBe(true);
          expect(estimateTokens(kept)).toBeLessThanOrEqual(limit);
          expect(kept.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});
