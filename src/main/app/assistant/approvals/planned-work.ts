import type { PlannedWrite } from "../../../../shared/conversation";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import type { PlannedWork } from "../../../engine/books";
import { MAX_APPROVED_DIFF } from "../../core/limits";
import { assistantMessages } from "../core/messages";
import { realTarget } from "../core/real-target";

/** A change of the work on a book, as shown for approval: sentences, and a diff of the submitted translations. */
export function plannedWork({ realPath, title, newFolder, opens, moves, translations }: PlannedWork): {
  write: PlannedWrite;
  about: string[];
} {
  const t = assistantMessages.work;
  const target = realTarget(realPath, realPath);
  const replaced = translations.filter(({ before }) => before !== null).length;
  const about = [
    ...(opens === null ? [] : [t.opens(opens.type, escapeInvisibles(opens.language), opens.paragraphs)]),
    ...(opens === null || opens.translated === 0 ? [] : [t.translated(opens.translated)]),
    ...moves.map(({ type, from, to }) => t.moves(type, from, to)),
    ...(translations.length === 0 ? [] : [t.handsIn(translations.length, replaced)]),
    ...(newFolder === null ? [] : [t.newFolder(escapeInvisibles(newFolder))]),
  ];
  const lines = translations.flatMap(({ before, after }) => [
    "@@ @@",
    ...(before === null ? [] : linesOf("-", before)),
    ...linesOf("+", after),
  ]);
  const diff =
    lines.length === 0
      ? ""
      : [`--- ${escapeInvisibles(title)}`, `+++ ${escapeInvisibles(title)}`, ...lines, ""].join("\n");
  return {
    about,
    write: {
      target,
      kind: "edit",
      diff: diff.slice(0, MAX_APPROVED_DIFF),
      isCut: diff.length > MAX_APPROVED_DIFF,
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
