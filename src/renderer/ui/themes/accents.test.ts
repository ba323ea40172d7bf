import fc from "fast-check";
import { expect, test } from "vitest";
import { ACCENTS, accentOf, contrastOf } from "./accents";

const grounds = {
  standard: { light: ["#fdfcfa", "#f2f0eb", "#e7e4dd", "#ffffff"], dark: ["#1c1c1e", "#151517", "#242427", "#29292d"] },
  high: { light: ["#ffffff", "#ececec"], dark: ["#000000", "#0b0b0b", "#1c1c1c"] },
};

test("contrast is measured as WCAG defines it", () => {
  expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21);
  expect(contrastOf("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
});

test("any colour becomes readable on every background, and readable text can be put on it", () => {
  const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(...Object.keys(ACCENTS)), hex), (name) => {
      for (const contrast of ["standard", "high"] as const) {
        const accent = accentOf(name, contrast);
        if (!accent) continue;
        for (const theme of ["light", "dark"] as const) {
          const { colour, ink } = accent[theme];
          const least = contrast === "high" ? 7 : 4.5;
          for (const ground of grounds[contrast][theme])
            expect(contrastOf(colour, ground)).toBeGreaterThanOrEqual(least);
          expect(contrastOf(colour, ink)).toBeGreaterThanOrEqual(4.5);
        }
      }
    }),
  );
});

test("the hue is kept: a red is still red in the dark theme", () => {
  const { light, dark } = accentOf("#ff0000", "standard") ?? {};
  for (const { colour } of [light, dark].flatMap((each) => each ?? [])) {
    const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    expect(r).toBeGreaterThan(g + 40);
    expect(r).toBeGreaterThan(b + 40);
  }
});

test("blue is the default, and an invalid colour is ignored", () => {
  expect(accentOf("blue", "standard")).toBeNull();
  expect(accentOf("mauve", "standard")).toBeNull();
});
