import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Provider } from "../../../../shared/assistant-setup";
import {
  asKind,
  defaultService,
  draftOf,
  formErrors,
  formOf,
  isChanged,
  newForm,
  type ProviderForm,
  readCount,
  readPrice,
  services,
  withModel,
} from "./setup-form";

const anthropic: ProviderForm = newForm(defaultService("anthropic"), []);

describe("a provider's form", () => {
  test("starts with the default address of its protocol and an unused name", () => {
    expect(anthropic).toMatchObject({ name: "Anthropic", baseUrl: "https://api.anthropic.com/v1", model: "" });
    expect(newForm(defaultService("ollama"), ["Ollama", "Ollama 2"]).name).toBe("Ollama 3");
    for (const service of services) expect(formErrors(newForm(service, []))).toEqual([]);
  });

  test("keeps what the user typed and replaces defaults when the protocol changes", () => {
    expect(asKind(anthropic, "ollama", [])).toMatchObject({ name: "Ollama", baseUrl: "http://127.0.0.1:11434/v1" });
    const own = { ...anthropic, baseUrl: "https://gateway.example/v1", name: "Work", model: "m" };
    expect(asKind(own, "openai-compatible", [])).toEqual({ ...own, kind: "openai-compatible" });
    expect(asKind({ ...anthropic, name: "Mine" }, "openai-compatible", []).name).toBe("Mine");
  });

  test("lists its errors in the order of the fields, and has none if only optional fields are empty", () => {
    expect(formErrors(anthropic)).toEqual([]);
    const bad = { ...anthropic, name: " ", baseUrl: "api.example", contextLimit: "many", priceIn: "3", priceOut: "" };
    expect(formErrors(bad)).toEqual(["name", "baseUrl", "contextLimit", "price"]);
    expect(formErrors({ ...anthropic, contextLimit: "0" })).toEqual(["contextLimit"]);
    expect(formErrors({ ...anthropic, priceIn: "-1", priceOut: "2" })).toEqual(["price"]);
  });

  test("takes the limits that the endpoint reports, and keeps what the user typed", () => {
    const small = { id: "small", name: "Small", contextLimit: 8000, price: { input: 1, output: 2 } };
    const large = { id: "large", name: "Large", contextLimit: 200_000, price: null };
    const chosen = withModel(anthropic, small, null);
    expect(chosen).toMatchObject({ model: "small", contextLimit: "8000", priceIn: "1", priceOut: "2" });
    expect(withModel(chosen, large, small)).toMatchObject({ model: "large", contextLimit: "200000", priceIn: "" });
    const own = { ...chosen, contextLimit: "5000" };
    expect(withModel(own, large, small).contextLimit).toBe("5000");
  });

  test("is unchanged after saving and loading", () => {
    const number = fc.double({ min: 0, max: 1e5, noNaN: true }).map((value) => Math.round(value * 100) / 100);
    const provider: fc.Arbitrary<Provider> = fc.record({
      id: fc.uuid(),
      kind: fc.constantFrom("anthropic", "openai-compatible", "ollama"),
      name: fc.string({ minLength: 1 }).map((name) => name.trim() || "x"),
      baseUrl: fc.webUrl(),
      model: fc.option(fc.stringMatching(/^[a-z0-9:/.-]{1,20}$/)),
      contextLimit: fc.option(fc.integer({ min: 1, max: 1e8 })),
      price: fc.option(fc.record({ input: number, output: number })),
      key: fc.constant("none"),
    });
    fc.assert(
      fc.property(provider, (saved) => {
        const form = formOf(saved);
        const { key: _, ...kept } = saved;
        expect(formErrors(form)).toEqual([]);
        expect(draftOf(form, { change: "keep" })).toEqual({ ...kept, key: { change: "keep" } });
        expect(isChanged(form, saved)).toBe(false);
      }),
      { numRuns: process.env["GALLEY_LONG"] ? 1000 : 25 },
    );
  });
});

test("numbers are parsed as people write them", () => {
  const counts = ["", " ", "200000", "200,000", "200 000", "128k", "1M", "1.5m", "many", "-5"].map(readCount);
  expect(counts).toEqual([null, null, 200_000, 200_000, 200_000, 128_000, 1e6, 1.5e6, Number.NaN, Number.NaN]);
  const prices = ["", "3", "$3", "0,25", ".5", "1e3", "free"].map(readPrice);
  expect(prices).toEqual([null, 3, 3, 0.25, 0.5, Number.NaN, Number.NaN]);
});
