import { expect, it } from "vitest";
import { answers, questions } from "./library-questions";

it("there are at least 60 questions, none twice, half of each group held back", () => {
  expect(questions.length).toBeGreaterThanOrEqual(60);
  expect(new Set(questions.map(({ query }) => query)).size).toBe(questions.length);
  const heldBack = questions.filter(({ half }) => half === "held back");
  expect(heldBack.length).toBe(questions.length / 2);
});

it("an answer is known by its name, in any letter case, and by its kind where one is named", () => {
  const asked = { query: "", group: "theme", half: "tuning", answers: ["Torch", "spell: Light"] } as const;
  expect(answers(asked, { kind: "equipment", name: "torch" })).toBe("Torch");
  expect(answers(asked, { kind: "spell", name: "Light" })).toBe("spell: Light");
  expect(answers(asked, { kind: "rule", name: "Light" })).toBeUndefined();
});
