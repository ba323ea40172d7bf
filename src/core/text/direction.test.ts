import fc from "fast-check";
import { expect, test } from "vitest";
import { directedPieces, directionOf } from "./direction";

test("the first letter decides the direction of a text", () => {
  expect(directionOf("1. (שלום) world")).toBe("rtl");
  expect(directionOf("مرحبا")).toBe("rtl");
  expect(directionOf("12 – Hello שלום")).toBe("ltr");
  expect(directionOf("漢字 שלום")).toBe("ltr");
  expect(directionOf("12, 34!")).toBeNull();
});

test("words of the other direction are pieces of their own, with what is between them", () => {
  const pieces = (text: string, direction: "ltr" | "rtl") =>
    directedPieces(text, direction).map((piece) => [piece.text, piece.direction]);
  expect(pieces("Say שלום עולם!", "ltr")).toEqual([
    ["Say ", "ltr"],
    ["שלום עולם", "rtl"],
    ["!", "ltr"],
  ]);
  expect(pieces("قال Hello there.", "rtl")).toEqual([
    ["قال ", "rtl"],
    ["Hello there", "ltr"],
    [".", "rtl"],
  ]);
  expect(pieces("12", "rtl")).toEqual([["12", "rtl"]]);
});

test("the pieces are the whole text", () => {
  const letters = fc.array(fc.constantFrom("a", "ש", " ", "!", "1", "é", "بَ", "\ud800")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(letters, fc.constantFrom("ltr" as const, "rtl" as const), (text, direction) => {
      expect(
        directedPieces(text, direction)
          .map((piece) => piece.text)
          .join(""),
      ).toBe(text);
    }),
  );
});
