import { expect, test } from "vitest";
import { ExpectedWords, wordsIn } from "./expected-words";

test("a word that is in no text is lost, and a cut word is not found", () => {
  const expectedWords = new ExpectedWords();
  const [kept, cut, gone] = [expectedWords.next(), expectedWords.next(), expectedWords.next()];
  expectedWords.confirm("program", kept, cut, gone);
  expect(expectedWords.lostIn([`a ${kept} b ${cut.slice(0, -1)}`]).map(({ word }) => word)).toEqual([cut, gone]);
});

test("only the last words before a kill may be missing", () => {
  const expectedWords = new ExpectedWords();
  const [typed, called] = [expectedWords.next(), expectedWords.next()];
  expectedWords.confirm("window 1", typed);
  expectedWords.confirm("server 1", called);
  expectedWords.forgive((by) => by === "window 1", 0);
  expect(expectedWords.lostIn([]).map(({ word }) => word)).toEqual([called]);
});

test("words are found inside what stores write around them", () => {
  const word = new ExpectedWords().next();
  expect(wordsIn(`{"insert":"${word} and\\n"}`)).toEqual([word]);
});

test("a word is found after the rest of a cut one", () => {
  const [cut, whole] = [new ExpectedWords().next(), new ExpectedWords().next()];
  expect(wordsIn(`${cut.slice(0, -2)}${whole}`)).toEqual([whole]);
});
