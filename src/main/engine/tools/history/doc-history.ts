import { z } from "zod";
import type { VersionEntry, Writer } from "../../history/history";
import { ToolError } from "../../tool-error";
import { defineTool } from "../tool";

const standardLimit = 20;

/** The versions of one file that landed, newest first. */
export const docHistory = defineTool({
  name: "doc_history",
  title: "Document history",
  description: `List the versions of a document that landed, newest first: when, by whom and why. Every write by the person, by agents and by other \
programs that Galley met is kept, so that nothing is lost. Give a version_id to doc_restore to bring one back.`,
  changes: "nothing",
  answers: `\`path\`, \`versions\` (\`[{version_id, version, at, by: {kind: "you" | "agent" | "program", name}, reason, size}]\`, newest first), \`version\` (today's; null for a file that is gone).`,
  input: z.strictObject({
    path: z.string().describe("The file, relative to the workspace folder, or absolute inside it. It may be gone."),
    limit: z.int().min(1).max(1000).default(standardLimit).describe("How many versions to list."),
  }),
  async run({ path, limit }, { caller, documents, history, locate }) {
    const absolute = await locate(path);
    const realPath = await documents.realPath(absolute, caller.roots);
    const versions = await history.list(realPath, limit);
    const current = await documents.read(absolute, caller.roots).catch((error: unknown) => {
      if (error instanceof ToolError && error.code === "not_found") return null;
      throw error;
    });
    if (versions.length === 0 && current === null)
      throw new ToolError("not_found", `${path} does not exist and has no history`);
    const count = `${versions.length} version${versions.length === 1 ? "" : "s"}`;
    const notes: string[] = [];
    if (current === null) notes.push("the file is gone; doc_restore brings a version back");
    else if (versions.length > 0 && versions[0]?.version !== current.version)
      notes.push("the file has changed on disk since; what is there now will be kept before anything replaces it");
    return {
      message: [`${path} ${count}`, ...notes, ...versions.map((entry) => rowOf(entry, current?.version))].join("\n"),
      summary: `listed ${count} of ${path.split(/[\\/]/).at(-1)}`,
      data: { path, versions, version: current?.version ?? null },
    };
  },
});

function rowOf({ version_id, version, at, by, reason, size }: VersionEntry, today: string | undefined): string {
  const mark = version === today ? " (this is what is there now)" : "";
  return `${version_id}  ${at}  ${writerInWords(by)}  ${reason}  ${size} bytes${mark}`;
}

const writerInWords = ({ kind, name }: Writer): string => (kind === "you" ? "the person" : `${kind} ${name}`);
