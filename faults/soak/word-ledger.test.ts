import { expect, test } from "vitest";
import { WordLedger, wordsIn } from "./word-ledger";

test("a word that is in no text is lost, and a cut word is not found", () => {
  const ledger = new WordLedger();
  const [kept, cut, gone] = [ledger.next(), ledger.next(), ledger.next()];
  ledger.confirm("program", kept, cut, gone);
  expect(ledger.lostIn([`a ${kept} b ${cut.slice(0, -1)}`]).map(({ word }) => word)).toEqual([cut, gone]);
});

test("only the last words before a kill may be missing", () => {
  const ledger = new WordLedger();
  const [typed, called] = [ledger.next(), ledger.next()];
  ledger.confirm("window 1", typed);
  ledger.confirm("server 1", called);
  ledger.forgive((by) => by === "window 1", 0);
  expect(ledger.lostIn([]).map(({ word }) => word)).toEqual([called]);
});

test("words are found inside what stores write around them", () => {
  const word = new WordLedger().next();
  expect(wordsIn(`{"insert":"${word} and\\n"}`)).toEqual([word]);
});

test("a word is found after the rest of a cut one", () => {
  const [cut, whole] = [new WordLedger().next(), new WordLedger().next()];
  expect(wordsIn(`${cut.slice(0, -2)}${whole}`)).toEqual([whole]);
});
