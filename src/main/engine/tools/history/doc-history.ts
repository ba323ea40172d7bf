import { z } from "zod";
import type { VersionEntry, Writer } from "../../../../core/review/writer";
import { holdsSecrets } from "../../../../core/text/holds-secrets";
import { printableName } from "../../../../core/text/printable-name";
import { ALL_VERSIONS } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import { nameOf, pluralize } from "../kit/sentences";
import { defineTool } from "../kit/tool";
import { countPending, pendingLine } from "./count-pending";

/** The maximum number of rows in a message; `data` has all of them. */
const MAX_ROWS = 10;

/** Lists the versions of one file that landed, newest first. */
export const docHistory = defineTool({
  name: "doc_history",
  set: "documents",
  title: "Document history",
  description: `Versions of a document, newest first: when, by whom, why.`,
  changes: "nothing",
  answers: `\`path\`, \`versions\` (\`[{version_id, version, at, by: {kind: "you" | "agent" | "program", name}, reason, note?, size}]\`, newest first), \`version\` (today's; null for a file that is gone or no text), \`pending\` (how many edits wait for the user's review).`,
  input: z.strictObject({
    path: z.string().describe("Document"),
    limit: z.int().min(1).optional().describe("How many"),
  }),
  async run({ path, limit }, ctx) {
    const { caller, documents, history, locate } = ctx;
    const absolute = await locate(path);
    const realPath = await documents.realPath(absolute, caller.roots);
    const known = (await history.list(realPath, ALL_VERSIONS)).map(listedEntry);
    const versions = known.slice(0, limit);
    const current = await currentOf(() => documents.read(absolute, caller.roots));
    if (versions.length === 0 && current.status === "gone")
      throw new ToolError("not_found", `${printableName(path)} does not exist and has no history`);
    const count = pluralize(versions.length, "version");
    const pending = await countPending(realPath, ctx);
    const notes = pendingLine(pending);
    if (known.length > versions.length) notes.push(`these are the newest of ${known.length}`);
    if (current.status === "gone" && !holdsSecrets(realPath))
      notes.push("the file is gone; doc_restore brings a version back");
    const isElse = current.status === "text" && versions.length > 0 && versions[0]?.version !== current.version;
    if (isElse && !holdsSecrets(realPath))
      notes.push("the file has changed on disk since; what is there now is kept before anything replaces it");
    if (holdsSecrets(realPath))
      notes.push("a file of secrets: who wrote when is kept, its texts are not, so doc_restore has none to bring back");
    const today = current.status === "text" ? current.version : null;
    const rows = versions.slice(0, MAX_ROWS).map((entry) => rowOf(entry, today));
    const more = versions.length > MAX_ROWS ? [`... and ${versions.length - MAX_ROWS} more`] : [];
    return {
      message: [`${printableName(path)} ${count}`, ...notes, ...rows, ...more].join("\n"),
      summary: `listed ${count} of ${nameOf(path)}`,
      data: { path, versions, version: today, pending },
    };
  },
});

/** What the user asked another agent for is not shown to this one. */
const listedEntry = ({ version_id, version, at, by, reason, note, size }: VersionEntry): VersionEntry => ({
  version_id,
  version,
  at,
  by,
  reason,
  ...(note !== undefined && { note }),
  size,
});

type CurrentState = { status: "text"; version: string } | { status: "gone" } | { status: "not text" };

/** Files that are not text also have versions; only the current version is unknown here. */
async function currentOf(read: () => Promise<{ version: string }>): Promise<CurrentState> {
  try {
    return { status: "text", version: (await read()).version };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    if (error.code === "not_found") return { status: "gone" };
    if (error.code === "binary" || error.code === "too_large") return { status: "not text" };
    throw error;
  }
}

function rowOf({ version_id, version, at, by, reason, note, size }: VersionEntry, today: string | null): string {
  const mark = version === today ? " (this is what is there now)" : "";
  return `${version_id}  ${at}  ${describeWriter(by)}  ${reason}${note === undefined ? "" : ` (${note})`}  ${size} bytes${mark}`;
}

const describeWriter = ({ kind, name }: Writer): string => (kind === "you" ? "the user" : `${kind} ${name}`);
