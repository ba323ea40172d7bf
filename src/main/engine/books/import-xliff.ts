import { basename } from "node:path";
import { languageFit } from "../office/bilingual/language-match";
import type { ReadUnit } from "../office/bilingual/read-xliff";
import type { Packages } from "../office/jobs/packages";
import type { Caller } from "../ports/caller";
import type { Documents } from "../ports/documents";
import { MAX_TRANSLATION } from "../ports/limits";
import { ToolError } from "../ports/tool-error";
import type { Book } from "./book/book";
import { paragraphAt } from "./book/neighbours";
import { plainBlanks } from "./book/repeated-sources";
import { sourceHash } from "./book/source-hash";
import type { OpenBook } from "./books";
import { type Checks, isCheckedIn, isRejected } from "./quality/checks";
import type { Flag } from "./quality/flags";
import { intrusions } from "./quality/intrusions";
import type { WorkStore } from "./work/work-store";
import { tagOf } from "./write-export";
import { targetStamp } from "./xliff/write-xliff";

export type XliffImportOptions = {
  /** An absolute path. */
  file: string;
  /** The language worked in last, unless given. */
  language?: string;
};

/**
 * What came of a unit that is not simply the translation now. `beside` an accepted translation, or one that may have changed since the export, it is a
 * version to choose; the others are not stored: its paragraph is not in the book, its source is another one now, it is longer than a translation may
 * be, or it cannot be one. `id` and `target` are shortened.
 */
export type ImportedUnit = {
  id: string;
  outcome: "beside accepted" | "beside changed" | "unknown" | "source changed" | "too long" | "rejected";
  /** Why it was rejected; empty for the others. */
  reasons: Flag[];
  target: string;
};

export type XliffImport = {
  name: string;
  units: number;
  /** The paragraphs that have a new translation. */
  translated: string[];
  /** Units that were not edited, or have no target. */
  unchanged: number;
  /** At most 1000. */
  others: ImportedUnit[];
  othersTotal: number;
};

/** How many units are listed by themselves, and how much of their ids and targets, in characters. */
const MAX_LISTED = 1000;
const MAX_LISTED_ID = 100;
const MAX_LISTED_TARGET = 300;

/** Takes what was changed in an XLIFF as translations, in one transaction. */
export async function importXliff(
  open: OpenBook,
  { file, language = open.language }: XliffImportOptions,
  { documents, packages, caller }: { documents: Documents; packages: Packages; caller: Caller },
): Promise<XliffImport> {
  const name = basename(file);
  if (language === "")
    throw new ToolError("wrong_state", `${open.name} has no target language yet; nothing was imported`, {
      hint: "Choose the language that the file is in first.",
    });
  const path = await documents.realPath(file, caller.roots);
  const bytes = open.memories(language).isOnDisk ? null : (await documents.readBytes(path, caller.roots)).bytes;
  const { units, into } = await packages.run("xliff", { path, name, bytes });
  if (into !== "" && into !== "und" && languageFit(into, tagOf(language) ?? language) === 0)
    throw new ToolError(
      "not_found",
      `${name} is a translation into ${into}, and the book is now worked on in ${language}; nothing was imported`,
    );
  if (units.length === 0) throw new ToolError("not_found", `${name} has no units; nothing was imported`);
  const edited = units.filter(({ target, stamp }) => target !== null && stamp !== targetStamp(target));
  const changed = onePerParagraph(edited, open.book, name);
  const result: XliffImport = {
    name,
    units: units.length,
    translated: [],
    unchanged: units.length,
    others: [],
    othersTotal: 0,
  };
  if (changed.length === 0) return result;
  return open.write((work, book) => {
    const rows = work.rowFacts(language, {});
    const checks = work.checks();
    for (const unit of changed) {
      const outcome = take(unit, { work, book, language, name, rows, checks });
      if (outcome === "translated") result.translated.push(unit.id);
      else if (outcome !== "unchanged") {
        result.othersTotal++;
        if (result.others.length < MAX_LISTED) result.others.push(outcome);
      }
    }
    result.unchanged = units.length - result.translated.length - result.othersTotal;
    return result;
  });
}

/** Each paragraph's unit once. Rejects a file with different targets for one: only its author knows which of them is the translation. */
function onePerParagraph(units: readonly ReadUnit[], { positions }: Book, name: string): ReadUnit[] {
  const targets = new Map<string, string | null>();
  return units.filter(({ id, target }) => {
    if (!positions.has(id)) return true;
    const before = targets.get(id);
    targets.set(id, target);
    if (before === undefined || before === target) return before === undefined;
    throw new ToolError("unsupported", `${name} has different targets for the paragraph ${id}; nothing was imported`, {
      hint: "Delete the units that do not count, and import it again.",
    });
  });
}

type Taking = {
  work: WorkStore;
  book: Book;
  language: string;
  name: string;
  rows: ReturnType<WorkStore["rowFacts"]>;
  checks: Checks;
};

function take(
  { id, source, target: read, stamp }: ReadUnit,
  { work, book, language, name, rows, checks }: Taking,
): ImportedUnit | "translated" | "unchanged" {
  const target = read?.trim() ?? "";
  const other = (outcome: ImportedUnit["outcome"], reasons: Flag[] = []): ImportedUnit => ({
    id: cropped(id, MAX_LISTED_ID),
    outcome,
    reasons,
    target: cropped(target, MAX_LISTED_TARGET),
  });
  const position = book.positions.get(id);
  const paragraph = position === undefined ? null : paragraphAt(book, position);
  const selected = rows.selected.get(id);
  if (target === "" || plainBlanks(selected?.text ?? "") === plainBlanks(target)) return "unchanged";
  if (paragraph === null || paragraph.isBlank) return other("unknown");
  if (asInXml(paragraph.text) !== asInXml(source)) return other("source changed");
  if (target.length > MAX_TRANSLATION) return other("too long");
  const pair = { source: paragraph.text, translation: target, language: "" };
  const reasons = intrusions(pair, isCheckedIn(checks)).filter((flag) => isRejected(flag, checks));
  if (reasons.length > 0) return other("rejected", reasons);
  // The user may have turned it down when it was imported before.
  if (work.versions(id).some((version) => version.language === language && version.text === target)) return "unchanged";
  const hash = sourceHash(paragraph);
  work.add({
    paragraph: id,
    language,
    text: target,
    source: hash,
    task: null,
    writer: name,
    at: new Date().toISOString(),
  });
  const isAccepted = rows.accepted.has(id);
  // Without a stamp nobody knows what the file was made from.
  const isOther = stamp === null || stamp !== targetStamp(selected?.text ?? null);
  if (selected !== undefined && (isAccepted || isOther)) {
    work.select(id, selected.id);
    return other(isAccepted ? "beside accepted" : "beside changed");
  }
  const held = rows.held.get(id);
  if (held?.type === "translation" && !held.isDone) work.mark(held.task, [id], "done");
  return "translated";
}

const cropped = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1).toWellFormed()}…` : text;

/** A text as it comes back from XML: without what XML cannot contain, and whatever its blanks. */
const asInXml = (text: string): string =>
  plainBlanks(text.toWellFormed().replace(/(?![\n\r\t\u0080-\u009f])\p{Cc}|[\ufffe\uffff]/gu, ""));
