import { z } from "zod";
import { countLines } from "../../document/lines";
import { ToolError } from "../../tool-error";
import { namedVersion, refuseStale } from "../stale";
import { defineTool } from "../tool";
import { nameOf } from "../words";

/** Brings back the bytes of an earlier version, as a version of its own. */
export const docRestore = defineTool({
  name: "doc_restore",
  title: "Restore a version",
  description: `Bring a document back to an earlier version from doc_history. The restored text is a new version, the one before stays in history, and so \
a restore can itself be undone. A deleted file is made anew.`,
  changes: "documents",
  answers: `\`path\`, \`status ("restored" | "unchanged")\`, \`restored\` (the version_id), \`version\`, \`previous_version\` (null where the file was gone), \`total_lines\`.`,
  input: z.strictObject({
    path: z.string().describe("The file, relative to the workspace folder, or absolute inside it."),
    version_id: z.string().describe("Which version, as doc_history names it."),
    version: z
      .string()
      .optional()
      .describe("The version that you take to be there now; another one is refused as stale."),
  }),
  async run({ path, version_id, version }, ctx) {
    const { caller, documents, history, reads } = ctx;
    const absolute = await ctx.locate(path);
    const realPath = await documents.realPath(absolute, caller.roots);
    const bytes = await history.read(realPath, version_id.trim());
    if (bytes === null)
      throw new ToolError("not_found", `history has no version of ${path} by this version_id`, {
        hint: "doc_history lists the versions that are kept.",
      });
    const { status, before, after, notes } = await documents.change(absolute, caller.roots, {
      by: { kind: "agent", name: caller.name },
      reason: `restored ${version_id}`,
      signal: ctx.signal,
      async edit(current) {
        if (current !== null) await refuseStale({ name: path, named: namedVersion(version), realPath, current }, ctx);
        return { bytes };
      },
    });
    // What the caller had read of a file that was gone is no base for what it does next.
    if (before === null) reads.forget(realPath);
    else reads.edited(realPath, before.version, after.version, status === "unchanged" ? "same" : "other");
    const total = countLines(after.text);
    const isSame = status === "unchanged";
    const gone = before === null ? ["the file was gone and is there again"] : [];
    const name = nameOf(path);
    return {
      message: [
        isSame
          ? `${path} is at version ${version_id} already`
          : `${path} restored to version ${version_id}, ${total} lines now`,
        ...[...gone, ...after.warnings, ...notes].map((note) => `warning: ${note}`),
      ].join("\n"),
      summary: isSame ? `left ${name} as it was` : `restored an earlier version of ${name}`,
      data: {
        path,
        status: isSame ? "unchanged" : "restored",
        restored: version_id,
        version: after.version,
        previous_version: before?.version ?? null,
        total_lines: total,
      },
    };
  },
});
