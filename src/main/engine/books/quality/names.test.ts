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
  const anna = givenForm("Catherine", ["Екатерина"]);
  const ask = (source: string, translation: string) => otherForm(anna, { source, translation, known: [] });
  expect(ask("Catherine", "Он видел Екатерину.")).toBeNull();
  expect(ask("Catherine", "Он видел Экатерину.")).toBe("Экатерину");
  expect(ask("Catherine", "Il a vu Catherine.")).toBe("Catherine");
  const margaret = givenForm("Margaret", ["Margaret"]);
  const seen = { translation: "Er sah Margrit.", known: [] };
  expect(otherForm(margaret, { ...seen, source: "He saw Margaret." })).toBe("Margrit");
  expect(otherForm(margaret, { ...seen, source: "He saw Margaret and Margrit." })).toBeNull();
});

it("another form of the glossary, a name of several words, a title and an ordinary word are no other form", () => {
  const ask = (name: string, forms: readonly string[], translation: string) =>
    otherForm(givenForm(name, forms), { source: `${name} came.`, translation, known: [] });
  expect(ask("Elizabeth", ["伊丽莎白", "伊莉莎白"], "伊莉莎白来了。")).toBeNull();
  expect(ask("Elizabeth", ["伊丽莎白", "伊莉莎白"], "伊丽沙白来了。")).toBe("伊丽沙白");
  expect(ask("Anne", ["Anja", "Anne"], "Dann kam Anne.")).toBeNull();
  expect(ask("李雷", ["Li Lei"], "Dann kam Li Lei (李雷).")).toBeNull();
  expect(ask("李", ["Li"], "Dann kam Li (李).")).toBeNull();
  expect(ask("Wang Xiaoming", ["王小明"], "王小姐来了。")).toBeNull();
  expect(ask("Wang Xiaoming", ["王小明"], "王晓明来了。")).toBe("王晓明");
  expect(ask("Peter", ["Peter"], "Er lief zehn Meter.")).toBeNull();
  expect(ask("Katharina", ["Katharina"], "Da kam Catharina.")).toBe("Catharina");
});

it("a name is the same however its accents are stored", () => {
  const finder = createNameFinder();
  const each = ["E\u0301mile", "Émile", "E\u0301mile", "Émile"];
  for (const [at, name] of each.entries()) finder.add(String(at), `At the gate they met ${name} and his old dog.`);
  expect([...finder.names()]).toEqual([["Émile", ["0", "1", "2", "3"]]]);
  const gaston = givenForm("Gaston", ["ガストン"]);
  expect(otherForm(gaston, { source: "Gaston", translation: "カ\u3099ストンが来た。", known: [] })).toBeNull();
});
