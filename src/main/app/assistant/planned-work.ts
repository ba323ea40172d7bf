import type { PlannedWrite } from "../../../shared/conversation";
import { plainly } from "../../../shared/plainly";
import type { PlannedWork } from "../../engine/books";
import { assistantTold } from "./messages";
import { realTarget } from "./real-target";

const mostDiff = 100_000;

/** A change of the work on a book, as shown for approval: sentences, and a diff of the submitted translations. */
export function plannedWork({ realPath, title, newFolder, opens, moves, translations }: PlannedWork): {
  write: PlannedWrite;
  about: string[];
} {
  const say = assistantTold.work;
  const target = realTarget(realPath, realPath);
  const replaced = translations.filter(({ before }) => before !== null).length;
  const about = [
    ...(opens === null ? [] : [say.opens(opens.type, plainly(opens.language), opens.paragraphs)]),
    ...(opens === null || opens.translated === 0 ? [] : [say.translated(opens.translated)]),
    ...moves.map(({ type, from, to }) => say.moves(type, from, to)),
    ...(translations.length === 0 ? [] : [say.handsIn(translations.length, replaced)]),
    ...(newFolder === null ? [] : [say.newFolder(plainly(newFolder))]),
  ];
  const lines = translations.flatMap(({ before, after }) => [
    "@@ @@",
    ...(before === null ? [] : linesOf("-", before)),
    ...linesOf("+", after),
  ]);
  const diff = lines.length === 0 ? "" : [`--- ${plainly(title)}`, `+++ ${plainly(title)}`, ...lines, ""].join("\n");
  return {
    about,
    write: {
      ...{ target, isNew: false, diff: diff.slice(0, mostDiff), isCut: diff.length > mostDiff },
      added: lines.filter((line) => line.startsWith("+")).length,
      removed: lines.filter((line) => line.startsWith("-")).length,
    },
  };
}

const linesOf = (sign: "+" | "-", text: string): string[] =>
  text
    .toWellFormed()
    .split("\n")
    .map((line) => `${sign}${line}`);
