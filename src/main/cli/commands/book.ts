import { dirname, resolve } from "node:path";
import {
  type Checks,
  checkKinds,
  describeFlag,
  describeMissing,
  exportFormats,
  exportLayouts,
  flaggedRows,
  type ImportedUnit,
  standardChecks,
} from "../../engine/books";
import { type Command, CommandError, UsageError } from "../command";
import { statistics } from "./book-statistics";
import { bookOptionHelp, bookOptions, languageHelp, printAs, withBook } from "./with-book";

const status: Command = {
  name: "book status",
  takes: "BOOK",
  summary: "Show how far the translation of a book is, and its tasks.",
  details: `BOOK is a folder of Markdown or text chapters, or one file, inside a --root. Prints chapters with how much of each is translated, the tasks,
paragraphs whose source has changed since they were translated, translations with a flag (docs/quality.md), checks that the user has changed, and where translations do not follow the book's glossary (.galley/glossary.md in its folder). The tools for the work itself: galley call open_task --help`,
  options: bookOptions,
  optionHelp: bookOptionHelp,
  arity: [1, 1],
  run: (ctx) =>
    withBook(ctx, async (view) => {
      const [{ volumes, tasks, title, language, warnings }, inconsistencies] = await Promise.all([
        view.overview(),
        view.inconsistencies(),
      ]);
      const open = await view.open();
      const { rows } = await flaggedRows(open);
      const checks = open.read((work) => work.checks());
      const flagged = rows.map(({ flags, ...row }) => ({
        ...row,
        flags: flags.filter(({ ignored }) => ignored === null),
      }));
      const chapters = volumes.flatMap((volume) => volume.chapters);
      await printAs(ctx, { title, language, warnings, volumes, tasks, inconsistencies, flagged, checks }, [
        `${title}${language === "" ? "" : ` (${language})`}`,
        ...warnings,
        ...changedChecks(checks),
        ...chapters.map(
          (each) =>
            `${each.translated} of ${each.paragraphs}  ${each.title} (${each.id})${each.sourceChanged.length === 0 ? "" : `, ${each.sourceChanged.length} with a changed source`}`,
        ),
        ...tasks.map((each) => `${each.id}  ${each.type}, ${each.status}, ${each.done} of ${each.assigned} done`),
        ...chapters.flatMap((each) =>
          each.sourceChanged.map((id) => `${id}  the source has changed since it was translated`),
        ),
        ...flagged.flatMap(({ id, flags }) =>
          flags.filter(({ kind }) => kind !== "glossary").map((flag) => `${id}  check: ${describeFlag(flag)}`),
        ),
        ...(checks.glossary === "off" ? [] : inconsistencies).map(
          (each) => `${each.paragraph}  ${each.term} is not ${each.translation}`,
        ),
      ]);
    }),
};

/** A line for each level that some checks have in this book and not in others. */
function changedChecks(checks: Checks): string[] {
  const changed = checkKinds.filter((kind) => checks[kind] !== standardChecks[kind]);
  const named = { off: "off", flag: "that only flag", reject: "that reject what agents hand in" };
  return (["off", "flag", "reject"] as const).flatMap((level) => {
    const kinds = changed.filter((kind) => checks[kind] === level);
    return kinds.length === 0 ? [] : [`checks ${named[level]}: ${kinds.join(", ")}`];
  });
}

const exportTo: Command = {
  name: "book export",
  takes: "BOOK [--as FORMAT] [--layout LAYOUT] [--to PATH]",
  summary: "Write the translation of a book beside its source.",
  details: `The same files, headings and blank lines as in the source, under the book's name with the language: novel.English beside novel. What has no translation stays
as in the source and is reported by chapter, as are translations whose source has changed since. Existing files are replaced, and stay in their history.`,
  options: {
    ...bookOptions,
    to: { type: "string" },
    language: { type: "string" },
    as: { type: "string" },
    layout: { type: "string" },
    accepted: { type: "boolean" },
  },
  optionHelp: {
    "as markdown|docx|epub|html|xliff|xliff-1.2":
      "Files as the source has them (the default), one Word document, one EPUB, one web page, or XLIFF 2.1 or 1.2 with all paragraphs, states and notes, which book import reads again.",
    "layout translation|side-by-side|alternating":
      "The translation alone (the default), source and translation in two columns, or each paragraph followed by its translation.",
    accepted: "Only what the user has accepted; the rest is as in the source.",
    "to PATH": "The target: a folder, or for a book in one file a file; inside a --root.",
    ...languageHelp,
    ...bookOptionHelp,
  },
  arity: [1, 1],
  run: (ctx) =>
    withBook(ctx, async (view) => {
      const { language, to, as, accepted } = ctx.values;
      const layout = exportLayouts.find((each) => each === (ctx.values.layout ?? "translation"));
      if (layout === undefined) throw new UsageError(`--layout is one of ${exportLayouts.join(", ")}.`);
      const which = accepted === true ? "accepted" : "all";
      const where = {
        ...(typeof language === "string" && { language }),
        ...(typeof to === "string" && { target: resolve(to) }),
      };
      if (as === "xliff" || as === "xliff-1.2") {
        if (ctx.values.layout !== undefined || accepted === true)
          throw new UsageError("An XLIFF has all paragraphs: leave --layout and --accepted out.");
        const written = await view.exportXliff({ version: as === "xliff" ? "2.1" : "1.2", ...where });
        await printAs(ctx, written, [`Written to ${written.target}: ${written.units} paragraphs`]);
        return;
      }
      const format = exportFormats.find((each) => each === (as ?? "markdown"));
      if (format === undefined) throw new UsageError(`--as is one of ${exportFormats.join(", ")}, xliff, xliff-1.2.`);
      const exported = await view.exportTo({
        format,
        layout,
        which,
        ...where,
      });
      const { target, files, total, translated, missing, sourceChanged } = exported;
      const missingNote = describeMissing(exported, which);
      await printAs(
        ctx,
        {
          target,
          files: format === "markdown" ? files.map(({ path }) => path) : [],
          total,
          translated,
          missing,
          sourceChanged,
        },
        [`Written to ${target}`, ...missingNote],
      );
    }),
};

const importFrom: Command = {
  name: "book import",
  takes: "BOOK FILE",
  summary: "Import an edited XLIFF of a book.",
  details: `FILE was written by book export --as xliff and edited in OmegaT, memoQ or another program. Targets that were changed become translations, for the user to
accept. Beside an accepted translation, or one that may have changed since the export, a target is kept as a version that is not selected. What is not stored is
listed: another source, a paragraph that is not in the book, a text that is too long or cannot be a translation. All of it is one step: if it fails, nothing is changed.`,
  options: { ...bookOptions, language: { type: "string" } },
  optionHelp: {
    ...languageHelp,
    ...bookOptionHelp,
  },
  arity: [2, 2],
  run: (ctx) => {
    const file = resolve(ctx.positionals[1] ?? "");
    return withBook(
      ctx,
      async (view) => {
        const { language } = ctx.values;
        const imported = await view.importXliff({ file, ...(typeof language === "string" && { language }) });
        const { translated, unchanged, others, othersTotal } = imported;
        await printAs(ctx, imported, [
          `${translated.length} new translations, ${unchanged} unchanged, ${othersTotal} others`,
          ...others.map(
            ({ id, outcome, reasons }) => `${id}  ${[outcomes[outcome], ...reasons.map(describeFlag)].join(": ")}`,
          ),
          ...(others.length < othersTotal ? [`and ${othersTotal - others.length} more`] : []),
        ]);
      },
      [dirname(file)],
    );
  },
};

const outcomes: Record<ImportedUnit["outcome"], string> = {
  "beside accepted": "kept as a version beside the accepted translation",
  "beside changed": "kept as a version beside a translation that may have changed since the export",
  unknown: "not stored, no paragraph of the book has this id",
  "source changed": "not stored, the source is another one now",
  "too long": "not stored, it has more than 20,000 characters",
  rejected: "not stored",
};

const memory: Command = {
  name: "book memory",
  takes: "BOOK [--accepted] [--to PATH]",
  summary: "Write a translation memory of a book (TMX).",
  details: `Each paragraph that is translated from its source as it is now is a unit, with its state. OmegaT, memoQ and other programs for translators
read it. The default is a file under the book's name with the language beside it: novel.German.tmx. An existing file is replaced, and stays in its history.`,
  options: { ...bookOptions, to: { type: "string" }, language: { type: "string" }, accepted: { type: "boolean" } },
  optionHelp: {
    accepted: "Only what the user has accepted.",
    "to PATH": "The file to write; inside a --root.",
    ...languageHelp,
    ...bookOptionHelp,
  },
  arity: [1, 1],
  run: (ctx) =>
    withBook(ctx, async (view) => {
      const { language, to, accepted } = ctx.values;
      const written = await view.exportMemory({
        which: accepted === true ? "accepted" : "all",
        ...(typeof language === "string" && { language }),
        ...(typeof to === "string" && { target: resolve(to) }),
      });
      const { target, paragraphs } = written;
      await printAs(ctx, written, [
        `Written to ${target}: ${paragraphs} ${paragraphs === 1 ? "paragraph" : "paragraphs"}`,
      ]);
    }),
};

const memoryImport: Command = {
  name: "book memory import",
  takes: "BOOK FILE [--from LANGUAGE]",
  summary: "Import a translation memory (TMX 1.1 to 1.4) into a book.",
  details: `Its entries in the book's languages, whatever their regions, are matches beside the paragraphs and examples in the prompts of jobs. They are kept in
.galley/memories in the book's folder. A memory from a file of the same name into the same language is replaced. If the file is damaged or has nothing in these languages, nothing is
imported.`,
  options: { ...bookOptions, from: { type: "string" }, language: { type: "string" } },
  optionHelp: {
    "from LANGUAGE": "The language of the sources. Default: detected from the book.",
    ...languageHelp,
    ...bookOptionHelp,
  },
  arity: [2, 2],
  run: (ctx) => {
    const file = resolve(ctx.positionals[1] ?? "");
    return withBook(
      ctx,
      async (view) => {
        const { from, language } = ctx.values;
        const imported = await view.importMemory({
          file,
          ...(typeof from === "string" && { from }),
          ...(typeof language === "string" && { language }),
        });
        const { name, entries, skipped, status } = imported;
        await printAs(ctx, imported, [
          `${status === "added" ? "Imported" : "Replaced"} ${name}: ${counted(entries)} from ${imported.from} into ${imported.into}`,
          ...(skipped === 0 ? [] : [`${skipped} left out: repeated, too long, or not in both languages`]),
        ]);
      },
      [dirname(file)],
    );
  },
};

const memoryList: Command = {
  name: "book memory list",
  takes: "BOOK",
  summary: "List what a book has matches from.",
  details: `Imported memories, and other books. Accepted translations of other books in the same folder, into the same language, are matches, too. "otherBooks": false in .galley/book.json switches that off.`,
  options: bookOptions,
  optionHelp: bookOptionHelp,
  arity: [1, 1],
  run: (ctx) =>
    withBook(ctx, async (view) => {
      const memories = await view.memories();
      await printAs(ctx, { memories }, [
        ...memories.map(({ name, file, entries, isWhole, from, into }) =>
          [
            `${name}  ${counted(entries)}`,
            file === null ? "a book" : `${from} to ${into}`,
            ...(isWhole ? [] : ["too much text to search all of it"]),
          ].join(", "),
        ),
        ...(memories.length === 0 ? ["No memory was imported, and no other book has accepted translations."] : []),
      ]);
    }),
};

const memoryRemove: Command = {
  name: "book memory remove",
  takes: "BOOK NAME",
  summary: "Remove an imported memory from a book.",
  details: "NAME is the file that it was imported from, as book memory list prints it.",
  options: bookOptions,
  optionHelp: bookOptionHelp,
  arity: [2, 2],
  run: (ctx) =>
    withBook(ctx, async (view) => {
      const wanted = ctx.positionals[1] ?? "";
      const found = (await view.memories()).find(({ name, file }) => file !== null && name === wanted);
      if (found?.file == null) throw new CommandError(`No imported memory of this book is called ${wanted}.`);
      await view.removeMemory(found.file);
      await printAs(ctx, { removed: found.name }, [`Removed ${found.name}`]);
    }),
};

const counted = (entries: number): string => `${entries} ${entries === 1 ? "entry" : "entries"}`;

/** What the user does with a book and is not a tool: overview, figures, export, memories. Of several names, the longer one comes first. */
export const bookCommands: readonly Command[] = [
  status,
  statistics,
  exportTo,
  importFrom,
  memoryImport,
  memoryList,
  memoryRemove,
  memory,
];
