import { expect, it } from "vitest";
import { createNameFinder, givenForm, nameForm, otherForm } from "./names";

const otherLines = Array.from({ length: 12 }, (_, at) => `第${at}天下着雨，他没有出门，先生说要等一等。`);

/** The form of Collins in a Chinese book in which he is nearly always 柯林斯先生. */
const collins = nameForm(
  "Collins",
  ["柯林斯先生来了。", "老柯林斯先生走了。", "柯林斯先生没有说话。", "她看见柯林斯先生。", "他没有回答。"],
  otherLines,
);

const asked = (translation: string, known: string[] = []) =>
  collins && otherForm(collins, { source: "Collins came.", translation, known });

it("a name is a capitalised word in mid-sentence that is never written otherwise", () => {
  const finder = createNameFinder();
  for (let at = 0; at < 4; at++)
    finder.add(
      String(at),
      "In the end it was Rose who came with a single rose in her hand for the old aunt of Jane’s. Jane saw nobody on the way to the house of Mr. Hill at the foot of the hill.",
    );
  expect([...finder.names().keys()]).toEqual(["Jane"]);
  const german = createNameFinder();
  for (let at = 0; at < 4; at++) german.add(String(at), "Da kam der Mann mit dem Hund und Anna.");
  expect(german.names().size).toBe(0);
});

it("a form with another sign, a Latin one and one of several others is found; the usual form and a pronoun are not", () => {
  expect(collins?.form).toBe("柯林斯");
  expect(asked("科林斯先生来了。")).toBe("科林斯");
  expect(asked("Collins先生来了。")).toBe("Collins");
  for (const good of ["柯林斯小姐来了。", "他来了。", "林斯先生来了。"]) expect(asked(good)).toBeNull();
  expect(asked("科林斯来了。", ["科林斯"])).toBeNull();
  const rivals = nameForm("Tom", [...Array(7).fill("汤姆走了。"), "唐姆笑了。", "他看见唐姆。", "唐姆？"], otherLines);
  expect(rivals?.rivals).toEqual(["唐姆"]);
});

it("endings of other cases are the same form, and a name of the source beside it is no other form", () => {
  const anna = givenForm("Catherine", "Екатерина");
  const ask = (source: string, translation: string) => otherForm(anna, { source, translation, known: [] });
  expect(ask("Catherine", "Он видел Екатерину.")).toBeNull();
  expect(ask("Catherine", "Он видел Экатерину.")).toBe("Экатерину");
  expect(ask("Catherine", "Il a vu Catherine.")).toBe("Catherine");
  const margaret = givenForm("Margaret", "Margaret");
  const seen = { translation: "Er sah Margrit.", known: [] };
  expect(otherForm(margaret, { ...seen, source: "He saw Margaret." })).toBe("Margrit");
  expect(otherForm(margaret, { ...seen, source: "He saw Margaret and Margrit." })).toBeNull();
});
