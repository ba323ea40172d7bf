/** What a permission that an agent asks for would change, according to its request. */
import type { ToolCallUpdate } from "@agentclientprotocol/sdk";
import { difference } from "../../../core/diff/difference";
import type { Change } from "../../../core/text/change";
import { MAX_AGENT_TEXT, MAX_PLANNED_EDITS } from "../core/limits";

/** A claimed edit: one passage, or the whole text if `before` is null. */
export type ClaimedEdit = { path: string; before: string | null; after: string; isEveryPlace: boolean };

/** An edit, applied to the current document. `isFound`: the document has the passage that it replaces. */
export type PlannedEdit = { path: string; text: string | null; changes: Change[]; isFound: boolean };

/**
 * The edits in a request: its diffs, or else what its input has under the usual names. `names` are those of its tool and may say anything: the
 * text of a comment edits nothing, while diffs and replaced words do.
 */
export function claimedEdits(
  { content, rawInput }: Pick<ToolCallUpdate, "content" | "rawInput">,
  names: readonly string[] = [],
): ClaimedEdit[] {
  const isComment = names.some((name) => galleyToolName(name) === "comments");
  const diffs = (content ?? []).flatMap((each) => (each.type === "diff" ? [each] : []));
  const edits =
    diffs.length > 0
      ? diffs.map(({ path, oldText, newText }) => ({
          path,
          before: oldText ?? null,
          after: newText,
          isEveryPlace: false,
        }))
      : editsOfInput(rawInput, isComment);
  return edits
    .filter(
      ({ path, before, after }) =>
        isPath(path) && (before?.length ?? 0) <= MAX_AGENT_TEXT && after.length <= MAX_AGENT_TEXT,
    )
    .slice(0, MAX_PLANNED_EDITS);
}

/** The input in a permission. Gemini CLI has that of a tool of a server as text: only for Galley's is it known to be just that. */
export function permissionInput(
  { content, rawInput }: Pick<ToolCallUpdate, "content" | "rawInput">,
  names: readonly string[],
): unknown {
  if (rawInput !== undefined && rawInput !== null) return rawInput;
  const [block, ...others] = content ?? [];
  if (block?.type !== "content" || block.content.type !== "text" || others.length > 0) return rawInput;
  const { text } = block.content;
  if (text.length > MAX_AGENT_TEXT || !names.some((name) => galleyToolName(name) !== null)) return rawInput;
  try {
    const input: unknown = JSON.parse(text);
    return isRecord(input) ? input : rawInput;
  } catch {
    return rawInput;
  }
}

/** Claude Code, Gemini CLI, Codex, opencode and Galley's own tools name their arguments so. */
function editsOfInput(rawInput: unknown, isComment: boolean): ClaimedEdit[] {
  if (typeof rawInput !== "object" || rawInput === null) return [];
  const input = rawInput as Record<string, unknown>;
  const text = (...names: string[]): string | null => {
    const name = names.find((each) => typeof input[each] === "string");
    return name === undefined ? null : (input[name] as string);
  };
  const path = text("file_path", "filePath", "path", "abs_path", "absolute_path", "file", "notebook_path");
  if (path === null) return [];
  const isEveryPlace = input["replace_all"] === true || input["replaceAll"] === true;
  const before = text("old_string", "oldString", "old_str", "old_text", "oldText");
  const after = text("new_string", "newString", "new_str", "new_text", "newText");
  if (before !== null && after !== null) return [{ path, before: before === "" ? null : before, after, isEveryPlace }];
  if (Array.isArray(input["edits"]))
    return input["edits"].flatMap((edit) => editsOfInput({ path, ...(isRecord(edit) ? edit : {}) }, isComment));
  const content = isComment ? null : text("content", "contents", "file_text", "text");
  return content === null ? [] : [{ path, before: null, after: content, isEveryPlace: false }];
}

/**
 * Puts the edits of one document together, on its text as it is now (null: no such file): the later ones find the text
 * of the earlier ones. An edit that is not found is shown as it was claimed.
 */
export function plannedEdits(path: string, text: string | null, edits: readonly ClaimedEdit[]): PlannedEdit[] {
  let now = text;
  let planned = false;
  const lost: PlannedEdit[] = [];
  for (const { before, after, isEveryPlace } of edits) {
    if (before === null || before === now) {
      now = after;
      planned = true;
      continue;
    }
    if (now?.includes(before)) {
      now = isEveryPlace ? now.replaceAll(before, () => after) : now.replace(before, () => after);
      planned = true;
    } else lost.push({ path, text: before, changes: difference(before, after), isFound: false });
  }
  const whole = planned ? [{ path, text, changes: difference(text ?? "", now ?? ""), isFound: true }] : [];
  return [...whole, ...lost];
}

/** A command that the request would run; null if its input names none. */
export function claimedCommand(rawInput: unknown): string | null {
  if (!isRecord(rawInput)) return null;
  const command = rawInput["command"] ?? rawInput["cmd"];
  if (typeof command === "string") return command;
  return Array.isArray(command) && command.every((word) => typeof word === "string") ? command.join(" ") : null;
}

/** The tool of Galley's server that a call names; each known agent writes the name in its own way. Null for another tool. */
export function galleyTool(names: readonly string[], rawInput: unknown): { name: string; arguments: unknown } | null {
  for (const named of names) {
    const name = galleyToolName(named);
    if (name !== null && isRecord(rawInput)) return { name, arguments: rawInput };
  }
  return null;
}

/**
 * The name of Galley's tool in `mcp__galley__doc_read`, `galley_doc_read`, `galley.doc_read`, or `doc_read (galley MCP Server)`; else null, also for one of
 * a server whose name only ends so.
 */
export function galleyToolName(named: string): string | null {
  const [, after, before] =
    /(?:^|[^\w./-]|(?<![\w./-])mcp[\W_]+)galley[\W_]+(\w+)\W*$|^(\w+) \(galley[ )]/i.exec(named) ?? [];
  return after ?? before ?? null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isPath = (path: string): boolean => path !== "" && path.length <= 4096 && !path.includes("\0");
