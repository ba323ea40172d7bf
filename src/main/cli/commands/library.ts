import { resolve } from "node:path";
import { loadAddFile, loadDocumentData, loadLibrary } from "../../engine";
import type { ContentLibrary } from "../../engine/library";
import { ToolError } from "../../engine/ports/tool-error";
import { type Command, type CommandContext, CommandError, exitCode, UsageError } from "../command";
import { formatHelp, outputFormat } from "../output-format";
import { dataDirOf } from "../shared-options";
import { many } from "../tool-flags";

const options = { data: { type: "string" }, format: { type: "string" } } as const;

const optionHelp = {
  ...formatHelp,
  "data DIR": "Where the library is stored. Default: GALLEY_DATA, else the system's folder for such things.",
};

const exitCodes = "Exit codes: 0 done, 1 refused, 2 wrong usage.";

const list: Command = {
  name: "library list",
  takes: "[--format json|text]",
  summary: "List the documents of the content library.",
  details: `Each with its key, title, number of entries, kinds, licence and publisher; most entries first. Prints JSON. ${exitCodes}`,
  options,
  optionHelp,
  arity: [0, 0],
  run: (ctx) =>
    withLibrary(ctx, "reads", async (library) => {
      const { documentData, documentRow } = await loadDocumentData();
      const documents = library.documents();
      await printAs(ctx, { documents: documents.map(documentData) }, documents.map(documentRow));
      return exitCode.ok;
    }),
};

const add: Command = {
  name: "library add",
  takes: "FILE… [--key KEY] [--empty]",
  summary: "Add packs (JSON) and Markdown rulebooks.",
  details: `A pack is {document, title, license?, publisher?, entries: [{kind, name, key?, text?, …}]}, where kind is spell, creature, equipment, character_option
or rule; of a Markdown rulebook each section becomes a rule. A document comes in whole or not at all, and takes the place of the one with its key; running
servers see it at once. Its key is what the pack says, or the rulebook's file name, unless --key says otherwise. ${exitCodes}`,
  options: { ...options, key: { type: "string" }, empty: { type: "boolean" } },
  optionHelp: {
    "key KEY": "The key of the document, for the argument documents of the tools. For one FILE.",
    empty: "Let a file without entries replace a document that has some.",
    ...optionHelp,
  },
  arity: [1, many],
  async run(ctx) {
    const { positionals, values, complain } = ctx;
    const key = typeof values["key"] === "string" ? values["key"] : undefined;
    if (key !== undefined && positionals.length > 1) throw new UsageError("--key names one document: give one FILE.");
    return withLibrary(ctx, "writes", async (library) => {
      const [{ addFile }, { documentData, documentRow }] = await Promise.all([loadAddFile(), loadDocumentData()]);
      const added: { data: Record<string, unknown>; row: string }[] = [];
      for (const file of positionals) {
        try {
          const { document, before } = await addFile(library, resolve(file), {
            key,
            mayEmpty: values["empty"] === true,
            progress: progressOf(file),
          });
          added.push({
            data: { ...documentData(document), replaced: before !== null },
            row: `${before === null ? "Added" : "Replaced"} ${documentRow(document)}`,
          });
        } catch (error) {
          if (!(error instanceof ToolError)) throw error;
          complain(error.hint === undefined ? error.message : `${error.message}\n${error.hint}`);
        }
      }
      const data = { documents: added.map((each) => each.data) };
      const rows = added.map(({ row }) => row);
      if (added.length > 0) await printAs(ctx, data, rows);
      return added.length === positionals.length ? exitCode.ok : exitCode.failed;
    });
  },
};

const remove: Command = {
  name: "library remove",
  takes: "KEY…",
  summary: "Remove documents from the library.",
  details: `KEY is a document's key from galley library list. Bundled documents can be removed too; galley library restore restores them. ${exitCodes}`,
  options,
  optionHelp,
  arity: [1, many],
  run: (ctx) =>
    eachKey(ctx, "Removed", (library, key) => {
      const removed = library.remove(key);
      if (removed !== null) return removed;
      const known = library.documents().map(({ document }) => document);
      throw new CommandError(
        `The library has no document ${JSON.stringify(key)}; ${known.length === 0 ? "it is empty" : `it has ${known.slice(0, 10).join(", ")}${known.length > 10 ? ` ... and ${known.length - 10} more` : ""}`}.`,
      );
    }),
};

const restore: Command = {
  name: "library restore",
  takes: "KEY…",
  summary: "Restore the documents bundled with Galley.",
  details: `Restores a bundled document (srd-5e), whether it was removed or replaced. ${exitCodes}`,
  options,
  optionHelp,
  arity: [1, many],
  run: (ctx) =>
    eachKey(ctx, "Restored", (library, key) => {
      const restored = library.restore(key);
      if (restored !== null) return restored;
      throw new CommandError(
        `${JSON.stringify(key)} is not bundled with Galley; bundled: ${library.shipped.join(", ")}.`,
      );
    }),
};

/** `galley library …`: manages the documents behind the lookup tools and search_dnd_content. */
export const libraryCommands: readonly Command[] = [list, add, remove, restore];

/** Opens the library, and closes it afterwards. To write, it must be stored on disk, not only in memory. */
async function withLibrary(
  { values, complain }: CommandContext,
  use: "reads" | "writes",
  task: (library: ContentLibrary) => Promise<number>,
): Promise<number> {
  outputFormat(values);
  const { openContentLibrary } = await loadLibrary();
  const library = openContentLibrary({ dataDir: dataDirOf(values), notice: complain });
  try {
    if (use === "writes" && !library.isPersistent)
      throw new CommandError("The library cannot be written. Nothing was changed.");
    return await task(library);
  } finally {
    library.close();
  }
}

/** Does the same with each key. Stops at the first error, after reporting what was done so far. */
const eachKey = (
  ctx: CommandContext,
  done: string,
  task: (library: ContentLibrary, key: string) => ReturnType<ContentLibrary["remove"]>,
): Promise<number> =>
  withLibrary(ctx, "writes", async (library) => {
    const { documentData, documentRow } = await loadDocumentData();
    const documents = [];
    let failure: unknown = null;
    for (const key of ctx.positionals) {
      try {
        const document = task(library, key);
        if (document !== null) documents.push(document);
      } catch (error) {
        failure ??= error;
      }
    }
    const rows = documents.map((document) => `${done} ${documentRow(document)}`);
    if (documents.length > 0) await printAs(ctx, { documents: documents.map(documentData) }, rows);
    if (failure !== null) throw failure;
    return exitCode.ok;
  });

const printAs = ({ values, print }: CommandContext, data: unknown, rows: readonly string[]): Promise<void> =>
  print(
    outputFormat(values) === "json" ? `${JSON.stringify(data, null, 2)}\n` : rows.map((row) => `${row}\n`).join(""),
  );

/** Shows the progress of a long import on a terminal. Prints nothing if standard error is not a terminal. */
function progressOf(file: string): (done: number, total: number) => void {
  if (!process.stderr.isTTY) return () => {};
  return (done, total) => {
    if (total < 2_000) return;
    process.stderr.write(done < total ? `\r${file}: ${done} of ${total} entries` : `\r\u001b[2K`);
  };
}
