import { expect, it } from "vitest";
import { markFlags } from "./marks";

const linesOf = (source: string, translation: string) =>
  markFlags({ source, translation, language: "de" }).flatMap(({ kind, detail }) => (kind === "lines" ? [detail] : []));

it("a stanza keeps its lines; a letter may have one more or less", () => {
  const stanza =
    "The lamp is out upon the hill,\nThe boats are home, the wind is still,\nAnd no one walks the way I came\nOr calls the harbour by its name.";
  const three =
    "Die Lampe auf dem Berg ist aus,\nDie Boote fanden längst nach Haus,\nUnd niemand geht den Weg, den ich kam.";
  expect(linesOf(stanza, three)).toEqual(["4 → 3"]);
  expect(linesOf(stanza, `${three}\nUnd ruft den Hafen.`)).toEqual([]);
  expect(linesOf("One\\\ntwo\\\nthree\\\nfour\\\nfive", "Eins\\\nzwei\\\ndrei\\\nvier, fünf")).toEqual(["5 → 4"]);
  expect(linesOf("One<br>\ntwo<br>\nthree", "Eins  \nzwei  \ndrei")).toEqual([]);
  expect(linesOf("One<br>two<br>three", "Eins<br>zwei, drei")).toEqual(["3 → 2"]);
  const letter = "Harbour Office, 4 May.\nDear Sir.\nI have your letter.\nI am yours.\nJohn Hill.";
  expect(linesOf(letter, "Hafenamt, 4. Mai.\nGeehrter Herr.\nIch habe Ihren Brief.\nIhr John Hill.")).toEqual([]);
});
