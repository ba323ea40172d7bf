import type { BookView } from "../../engine/books";
import { ToolError } from "../../engine/ports/tool-error";
import { type CommandContext, CommandError, exitCode } from "../command";
import { openEngine } from "../open-engine";
import { formatHelp, outputFormat } from "../output-format";
import { dataDirOf, folderOptionHelp, folderOptions, rootsOf } from "../shared-options";

/** The options of every command on a book. */
export const bookOptions = { ...folderOptions, format: { type: "string" } } as const;

export const bookOptionHelp = {
  ...formatHelp,
  ...folderOptionHelp,
};

export const languageHelp = {
  "language NAME":
    "Which translation is meant, as it was called when its tasks were opened. Default: the one worked on last.",
};

/** Runs `work` on the view of the book that the command names first. `others` are folders that the command may read beside those of `--root`. */
export async function withBook(
  ctx: CommandContext,
  work: (view: BookView) => Promise<void>,
  others: readonly string[] = [],
): Promise<number> {
  const { values, positionals } = ctx;
  outputFormat(values);
  const roots = [...(await rootsOf(values)), ...others];
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

/** Prints data as JSON, or rows as text. */
export const printAs = (ctx: CommandContext, data: Record<string, unknown>, rows: readonly string[]): Promise<void> =>
  ctx.print(
    outputFormat(ctx.values) === "text" ? rows.map((row) => `${row}\n`).join("") : `${JSON.stringify(data, null, 2)}\n`,
  );
