import { resolve } from "node:path";
import {
  type BookView,
  type Checks,
  checkKinds,
  describeFlag,
  describeMissing,
  exportFormats,
  flaggedRows,
  standardChecks,
} from "../../engine/books";
import { ToolError } from "../../engine/ports/tool-error";
import { type Command, type CommandContext, CommandError, exitCode, UsageError } from "../command";
import { openEngine } from "../open-engine";
import { formatHelp, outputFormat } from "../output-format";
import { dataDirOf, folderOptionHelp, folderOptions, rootsOf } from "../shared-options";

const options = { ...folderOptions, format: { type: "string" } } as const;

const optionHelp = {
  ...formatHelp,
  ...folderOptionHelp,
};

const status: Command = {
  name: "book status",
  takes: "BOOK",
  summary: "Show how far the translation of a book is, and its tasks.",
  details: `BOOK is a folder of Markdown or text chapters, or one file, inside a --root. Prints chapters with how much of each is translated, the tasks,
paragraphs whose source has changed since they were translated, translations with a flag (docs/quality.md), checks that the user has changed, and where translations do not follow the book's glossary (.galley/glossary.md in its folder). The tools for the work itself: galley call open_task --help`,
  options,
  optionHelp,
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
        ...inconsistencies.map((each) => `${each.paragraph}  ${each.term} is not ${each.translation}`),
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
  takes: "BOOK [--as markdown|docx|epub] [--to PATH]",
  summary: "Write the translation of a book beside its source.",
  details: `The same files, headings and blank lines as in the source, under the book's name with the language: novel.English beside novel. What has no translation stays
as in the source and is reported by chapter, as are translations whose source has changed since. Existing files are replaced, and stay in their history.`,
  options: { ...options, to: { type: "string" }, language: { type: "string" }, as: { type: "string" } },
  optionHelp: {
    "as markdown|docx|epub": "Files as the source has them (the default), one Word document, or one EPUB.",
    "to PATH": "The target: a folder, or for a book in one file a file; inside a --root.",
    "language NAME":
      "Which translation is meant, as it was called when its tasks were opened. Default: the one worked on last.",
    ...optionHelp,
  },
  arity: [1, 1],
  run: (ctx) =>
    withBook(ctx, async (view) => {
      const { language, to, as } = ctx.values;
      const format = exportFormats.find((each) => each === (as ?? "markdown"));
      if (format === undefined) throw new UsageError(`--as is one of ${exportFormats.join(", ")}.`);
      const exported = await view.exportTo({
        format,
        ...(typeof language === "string" && { language }),
        ...(typeof to === "string" && { target: resolve(to) }),
      });
      const { target, files, total, translated, missing, sourceChanged } = exported;
      const missingNote = describeMissing(exported);
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

const memory: Command = {
  name: "book memory",
  takes: "BOOK [--accepted] [--to PATH]",
  summary: "Write a translation memory of a book (TMX).",
  details: `Each paragraph that is translated from its source as it is now is a unit, with its state. OmegaT, memoQ and other programs for translators
read it. The default is a file under the book's name with the language beside it: novel.German.tmx. An existing file is replaced, and stays in its history.`,
  options: { ...options, to: { type: "string" }, language: { type: "string" }, accepted: { type: "boolean" } },
  optionHelp: {
    accepted: "Only what the user has accepted.",
    "to PATH": "The file to write; inside a --root.",
    "language NAME":
      "Which translation is meant, as it was called when its tasks were opened. Default: the one worked on last.",
    ...optionHelp,
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

/** Runs `work` on the view of one book: overview, table and export, which are not tools. */
export const bookCommands: readonly Command[] = [status, exportTo, memory];

async function withBook(ctx: CommandContext, work: (view: BookView) => Promise<void>): Promise<number> {
  const { values, positionals } = ctx;
  outputFormat(values);
  const roots = await rootsOf(values);
  const engine = await openEngine(dataDirOf(values));
  try {
    const caller = { id: "command line", name: "command line", roots };
    await work(engine.bookView(positionals[0] ?? "", caller));
    return exitCode.ok;
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new CommandError(error.hint === undefined ? error.message : `${error.message}\n${error.hint}`);
  } finally {
    await engine.close();
  }
}

const printAs = (ctx: CommandContext, data: Record<string, unknown>, rows: readonly string[]): Promise<void> =>
  ctx.print(
    outputFormat(ctx.values) === "text" ? rows.map((row) => `${row}\n`).join("") : `${JSON.stringify(data, null, 2)}\n`,
  );
