import { withTools } from "../call-tool";
import { type Command, CommandError, exitCode, type OptionValues, UsageError } from "../command";
import { commandHelp } from "../help";
import { folderOptionHelp, folderOptions } from "../shared-options";
import { type Flag, flagHelp, flagOptions, flagValues, number, propertiesOfTool } from "../tool-flags";

const tool = "read_file";

/** The tokens of one call; all of them are printed. */
const PAGE_TOKENS = 50_000;

const flags: Record<string, Flag> = {
  offset: number("offset"),
  limit: number("limit"),
  ids: { argument: "node_ids", kind: "list", value: "ID" },
};

/** The parts of the tool's `data` that are printed. */
type ReadData = {
  paragraphs: { id: string; text: string }[];
  next_offset: number | null;
  version: string;
  unknown?: string[];
};

/** Prints a document by paragraph, each with its id: all of it, a range, or the paragraphs named by id. */
export const read: Command = {
  name: "read",
  takes: "FILE [--offset N] [--limit N] [--ids ID]",
  summary: "Print a document by paragraph, with ids.",
  details: `FILE is Markdown, text, or an Office document (docx, odt, xlsx, pptx, ods, odp). Each paragraph is printed as "[id] text".
The whole document is printed unless --offset, --limit or --ids say which part; a negative offset is written --offset=-3.
Several ids may be given as --ids A --ids B, or --ids A,B. Exit codes: 0 done, 1 refused, 2 wrong usage.`,
  options: { ...folderOptions, ...flagOptions(flags), json: { type: "boolean" } },
  optionHelp: helpRows({}),
  arity: [1, 1],
  async help() {
    return commandHelp({ ...read, optionHelp: helpRows(flagHelp(flags, await propertiesOfTool(tool))) });
  },

  async run({ positionals: [path], values, print, complain }) {
    const given = withSeparateIds(flagValues(flags, values, await propertiesOfTool(tool)));
    const data = await readAll(values, { path, max_tokens: PAGE_TOKENS, ...given });
    if (values.json === true) await print(`${JSON.stringify(data, null, 2)}\n`);
    else {
      for (const id of data.unknown ?? []) complain(`no paragraph of ${path} has the id ${id}`);
      const rows = data.paragraphs.map(({ id, text }) => `[${id}] ${text}\n`);
      await print(rows.join(""));
    }
    return (data.unknown?.length ?? 0) > 0 ? exitCode.failed : exitCode.ok;
  },
};

function helpRows(ofFlags: Record<string, string>): Record<string, string> {
  return { ...ofFlags, json: "Print the answer's data as JSON.", ...folderOptionHelp };
}

function withSeparateIds({ node_ids, ...given }: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(node_ids)) return given;
  const ids = node_ids.flatMap((each) => String(each).split(",")).filter((id) => id !== "");
  if (ids.length === 0) throw new UsageError("--ids needs the id of a paragraph, such as jr_para_abc234defghi.");
  return { ...given, node_ids: ids };
}

/** One answer holds as much as a model reads at once. The user asked for everything, so this reads on until the end. */
function readAll(values: OptionValues, given: Record<string, unknown>): Promise<ReadData> {
  return withTools(values, async (call) => {
    const paragraphs: ReadData["paragraphs"] = [];
    let version: string | null = null;
    for (let next = given; ; ) {
      const { ok, message, data } = await call(tool, next);
      if (!ok) throw new CommandError(message);
      const part = data as unknown as ReadData;
      version ??= part.version;
      if (part.version !== version)
        throw new CommandError(`${String(given.path)} changed while it was read; try again`);
      paragraphs.push(...part.paragraphs);
      const left = typeof given.limit === "number" ? given.limit - paragraphs.length : Number.POSITIVE_INFINITY;
      if (part.next_offset === null || left <= 0 || given.node_ids !== undefined) return { ...part, paragraphs };
      next = { ...given, offset: part.next_offset, ...(Number.isFinite(left) && { limit: left }) };
    }
  });
}
