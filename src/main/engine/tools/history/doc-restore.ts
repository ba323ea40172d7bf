import { z } from "zod";
import { listSections, parseOutline } from "../../../../core/markdown/sections";
import { withNote } from "../../../../core/review/reason-note";
import { officeFormatOf } from "../../../../core/text/format";
import { holdsSecrets } from "../../../../core/text/holds-secrets";
import { countLines } from "../../../../core/text/lines";
import { printableName } from "../../../../core/text/printable-name";
import { agentWriter } from "../../ports/caller";
import type { ChangeRequest, EditedContent, PlannedChange, TextDocument } from "../../ports/documents";
import { ALL_VERSIONS } from "../../ports/limits";
import { ToolError } from "../../ports/tool-error";
import { decodeText } from "../../storage/encodings/encoding";
import { versionOf } from "../../storage/files/version";
import { sectionAddress } from "../doc/doc-arguments";
import { requireSection } from "../doc/open-markdown";
import { followSection, openText } from "../doc/section-base";
import { dryRunReport } from "../kit/dry-run";
import { rewrapWarnings } from "../kit/rewrapped";
import { nameOf } from "../kit/sentences";
import { namedVersion, rejectStale } from "../kit/stale";
import { defineTool, type ToolContext, type ToolResult } from "../kit/tool";
import { dryRun, note, thread } from "../kit/write-arguments";
import { restoreSection, type SectionToRestore } from "./restore-section";

/** Restores the bytes of an earlier version, as a new version. */
export const docRestore = defineTool({
  name: "doc_restore",
  set: "documents",
  title: "Restore a version",
  description: `Bring back a version from doc_history, or one section of it; a deleted file, too.`,
  changes: "documents",
  answers: `\`path\`, \`status ("restored" | "unchanged")\`, \`restored\` (the version_id), \`version\`, \`previous_version\` (null where the file was gone), \`total_lines\`; with \`section\` also \`section\` (its path), \`line_start\` (where it stands now). Always \`warnings\`. With dry_run \`status\` is "planned", with \`dry_run\` (true) and \`diff\`, and \`version\` is that of the untouched file.`,
  input: z.strictObject({
    path: z.string().describe("Document"),
    version_id: z.string().describe("From doc_history"),
    section: sectionAddress.optional().describe("Only this section"),
    version: z.string().optional().describe("Base"),
    dry_run: dryRun,
    note,
    thread,
  }),
  async run({ path, version_id, section, version, dry_run, note: why }, ctx) {
    const { caller, documents, history, reads } = ctx;
    if (officeFormatOf(path) !== null)
      throw new ToolError("unsupported", `${printableName(path)} is an Office package; doc_restore restores texts`, {
        hint: "Use office_artifact with action restore_version for it.",
      });
    const absolute = await ctx.locate(path);
    const realPath = await documents.realPath(absolute, caller.roots);
    const bytes = await history.read(realPath, version_id.trim());
    if (bytes === null && holdsSecrets(realPath))
      throw new ToolError(
        "unsupported",
        `${printableName(path)} is a file of secrets, and the texts of such files are not stored`,
        {
          hint: "Undo in the page while it is open, or take it from git or a backup.",
        },
      );
    if (bytes === null)
      throw new ToolError("not_found", `history has no version of ${printableName(path)} by this version_id`, {
        hint: "doc_history lists the versions that are kept.",
      });
    const restored = section === undefined ? null : await sectionOf({ path, realPath, version_id, section }, ctx);
    let line = 0;
    const warnings: string[] = [];
    const named = namedVersion(version);
    const decide = async (current: TextDocument | null): Promise<EditedContent> => {
      if (restored === null) {
        if (current !== null) await rejectStale({ name: path, named, realPath, current }, ctx);
        return { bytes };
      }
      if (current === null)
        throw new ToolError("not_found", `${printableName(path)} does not exist, so no section of it can be restored`, {
          hint: "Leave `section` out: the whole document is created again.",
        });
      await rejectStaleSection(restored, { name: path, named, current }, ctx);
      const edit = restoreSection(restored, current.text);
      line = edit.line;
      warnings.splice(0, warnings.length, ...edit.warnings);
      return { changes: edit.changes };
    };
    if (restored === null && !isText(bytes)) {
      if (dry_run) return plannedBytes({ path, version_id, bytes });
      return restoreBytes({ path, absolute, realPath, version_id, bytes, why }, named, ctx);
    }
    const done = section === undefined ? `restored ${version_id}` : `restored section ${section} of ${version_id}`;
    const request: ChangeRequest = {
      by: agentWriter(caller),
      reason: withNote(done, why),
      signal: ctx.signal,
      edit: decide,
    };
    if (dry_run) {
      if (holdsSecrets(realPath)) throw secretsNotShown(path);
      const planned = await documents.plan(absolute, caller.roots, request);
      return plannedRestore({ path, version_id }, planned, warnings);
    }
    const { status, before, after, changes, notes } = await documents.change(absolute, caller.roots, request);
    if (before !== null) warnings.push(...rewrapWarnings({ before: before.text, after: after.text, changes }));
    // What the caller had read of a deleted file cannot be the base of its next edit.
    if (before === null) reads.forget(realPath);
    else reads.edited(realPath, before.version, after.version, status === "unchanged" ? "same" : "other");
    const target = restored?.target;
    const what = target === undefined ? "" : ` section ${target === "frontmatter" ? "@frontmatter" : target.path}`;
    const total = countLines(after.text);
    const isSame = status === "unchanged";
    const gone = before === null ? ["the file was gone and is there again"] : [];
    const name = nameOf(path);
    return {
      message: [
        isSame
          ? `${printableName(path)}${what} is at version ${version_id} already`
          : `${printableName(path)}${what} restored to version ${version_id}${what === "" ? "" : `, at line ${line}`}, ${total} lines now`,
        ...[...gone, ...warnings, ...after.warnings, ...notes].map((note) => `warning: ${note}`),
      ].join("\n"),
      summary: isSame
        ? `left ${name} as it was`
        : `restored an earlier version of ${what === "" ? "" : "a section in "}${name}`,
      data: {
        path,
        status: isSame ? "unchanged" : "restored",
        restored: version_id,
        version: after.version,
        previous_version: before?.version ?? null,
        total_lines: total,
        ...(what !== "" && { section: what.slice(" section ".length), line_start: line }),
        warnings: [...warnings, ...after.warnings, ...notes],
      },
    };
  },
});

const secretsNotShown = (path: string): ToolError =>
  new ToolError("unsupported", `${printableName(path)} is a file of secrets, so its earlier texts are not shown`);

/** The answer to a dry run. */
function plannedRestore(
  { path, version_id }: { path: string; version_id: string },
  planned: PlannedChange,
  edited: readonly string[],
): ToolResult {
  const { diff, header, rows, warnings } = dryRunReport(path, planned, `restored to version ${version_id}`);
  const all = [...edited, ...warnings];
  return {
    message: [header, ...all.map((warning) => `warning: ${warning}`), ...rows].join("\n"),
    summary: `showed what would change in ${nameOf(path)}`,
    data: {
      path,
      status: "planned",
      restored: version_id,
      version: planned.from,
      previous_version: planned.from,
      total_lines: countLines(planned.after),
      dry_run: true,
      diff,
      warnings: all,
    },
  };
}

/** The answer to a dry run with a file that is not text: its size, since there is nothing to compare. */
const plannedBytes = ({
  path,
  version_id,
  bytes,
}: Pick<BytesToRestore, "path" | "version_id" | "bytes">): ToolResult => ({
  message: `${printableName(path)} would be restored to version ${version_id}: ${bytes.length} bytes that are not text`,
  summary: `showed what would change in ${nameOf(path)}`,
  data: { path, status: "planned", restored: version_id, dry_run: true, size: bytes.length },
});

type BytesToRestore = {
  path: string;
  absolute: string;
  realPath: string;
  version_id: string;
  bytes: Uint8Array;
  /** The agent's note. */
  why: string | undefined;
};

/** Whether the bytes are text in an encoding that Galley knows. */
const isText = (bytes: Uint8Array): boolean => decodeText(bytes).status !== "binary";

/** Restores a file that is not text, such as a picture. Replaces an existing file only if the caller names its version. */
async function restoreBytes(
  { path, absolute, realPath, version_id, bytes, why }: BytesToRestore,
  named: string | undefined,
  { caller, documents, reads, signal }: ToolContext,
): Promise<ToolResult> {
  const { status, before, version, notes } = await documents.changeBytes(absolute, caller.roots, {
    by: agentWriter(caller),
    reason: withNote(`restored ${version_id}`, why),
    signal,
    edit(current) {
      if (current !== null && versionOf(bytes) !== current.version && named !== current.version)
        throw new ToolError("stale", `${printableName(path)} is there now, with other content`, {
          hint: `To replace it, name its version: ${current.version}.`,
        });
      return bytes;
    },
  });
  if (before === null) reads.forget(realPath);
  const isSame = status === "unchanged";
  const gone = before === null ? ["the file was gone and is there again"] : [];
  return {
    message: [
      `${printableName(path)} ${isSame ? `is at version ${version_id} already` : `restored to version ${version_id}`}`,
      ...[...gone, ...notes].map((note) => `warning: ${note}`),
    ].join("\n"),
    summary: isSame ? `left ${nameOf(path)} as it was` : `restored an earlier version of ${nameOf(path)}`,
    data: {
      path,
      status: isSame ? "unchanged" : "restored",
      restored: version_id,
      version,
      previous_version: before,
      total_lines: 0,
    },
  };
}

type RestoreRequest = { path: string; realPath: string; version_id: string; section: string };

/** The section in the earlier version, which must be text and contain it. */
async function sectionOf(
  { path, realPath, version_id, section }: RestoreRequest,
  ctx: ToolContext,
): Promise<SectionToRestore> {
  const entries = await ctx.history.list(realPath, ALL_VERSIONS);
  const entry = entries.find((each) => each.version_id === version_id.trim());
  const text = entry === undefined ? null : await ctx.documents.textOf(entry.version);
  if (text === null)
    throw new ToolError("unsupported", `that version of ${printableName(path)} is no text, so it has no sections`);
  const outline = parseOutline(text);
  return { name: path, old: { text, outline }, target: requireSection(outline, section) };
}

type PlannedRestore = { name: string; named: string | undefined; current: TextDocument };

/** Throws if the current section is not what the caller knows. A section that was removed can only come back. */
async function rejectStaleSection(
  { target }: SectionToRestore,
  { name, named, current }: PlannedRestore,
  ctx: ToolContext,
) {
  const open = openText(current);
  const path = target === "frontmatter" ? "@frontmatter" : target.path;
  const isThere =
    target === "frontmatter"
      ? open.outline.frontmatter !== null
      : listSections(open.outline).some((section) => section.path === path);
  if (isThere) await followSection({ name, address: path, named, includeChildren: true }, open, ctx);
}
