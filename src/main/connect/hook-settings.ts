/** Galley's hooks in the settings of Claude Code: added to the user's own, and taken out again. */
import { isDeepStrictEqual } from "node:util";
import { applyEdits, type FormattingOptions, type JSONPath, modify } from "jsonc-parser";
import { HOOK_TIMEOUT_S } from "../limits";
import { ConfigError } from "./config-error";
import { jsonEntry } from "./json-entry";

type Group = { matcher?: unknown; hooks?: unknown };

/** The tools that write files, and before commands, which may write anything, only that the agent is at work. */
const events = [
  { name: "PreToolUse", matcher: "Bash|Edit|MultiEdit|Write|NotebookEdit" },
  { name: "PostToolUse", matcher: "Edit|MultiEdit|Write|NotebookEdit" },
] as const;

/** The shell command of a hook. It ends with 0 even if Galley is gone, since other codes would stop the agent's tool. */
export function hookCommand({ command, args }: { command: string; args: readonly string[] }): string {
  return `${[command, ...args].map(quoted).join(" ")} || true`;
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** The text with the hooks that call this command; the same text if they are there. Throws `ConfigError` if it cannot be edited. */
export function withHooks(text: string, command: string): string {
  let now = text;
  for (const { name, matcher } of events) {
    const groups = groupsIn(now, name);
    if (groups?.some((group) => isOurs(group, command))) continue;
    const group = { matcher, hooks: [{ type: "command", command, timeout: HOOK_TIMEOUT_S }] };
    const next =
      groups === null
        ? edited(now, ["hooks", name], [group])
        : edited(now, ["hooks", name, groups.length], group, "inserted");
    check(next, name, [...(groups ?? []), group]);
    now = next;
  }
  return now;
}

/** The text without the hooks that call this command. */
export function withoutHooks(text: string, command: string): string {
  let now = text;
  for (const { name } of events) {
    const groups = groupsIn(now, name);
    if (groups === null) continue;
    const others = groups.filter((group) => !isOurs(group, command));
    if (others.length === groups.length) continue;
    let next = now;
    if (others.length === 0) next = edited(next, ["hooks", name], undefined);
    else
      for (let at = groups.length - 1; at >= 0; at--)
        if (isOurs(groups[at], command)) next = edited(next, ["hooks", name, at], undefined);
    check(next, name, others.length === 0 ? null : others);
    now = next;
  }
  const left = jsonEntry(now, ["hooks"]);
  const isEmpty = now !== text && isDeepStrictEqual(plain(left), {});
  return isEmpty ? edited(now, ["hooks"], undefined) : now;
}

/** Null if there is no list for this event. */
function groupsIn(text: string, event: string): Group[] | null {
  const hooks = jsonEntry(text, ["hooks"]);
  if (hooks === undefined) return null;
  const groups = jsonEntry(text, ["hooks", event]);
  if (groups === undefined) return null;
  if (!Array.isArray(groups)) throw new ConfigError(`hooks.${event} in it is not a list`);
  return groups as Group[];
}

/** Only a group with nothing but Galley's command: the user may have added others to it. */
const isOurs = (group: Group | undefined, command: string): boolean =>
  Array.isArray(group?.hooks) &&
  group.hooks.length === 1 &&
  (group.hooks[0] as { command?: unknown } | null)?.command === command;

function edited(text: string, path: JSONPath, value: unknown, how?: "inserted"): string {
  const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
  const body = text.slice(mark.length);
  if (body.trim() === "") return `${mark}${JSON.stringify({ hooks: { [String(path[1])]: value } }, null, 2)}\n`;
  const options = { formattingOptions: layoutOf(body), ...(how && { isArrayInsertion: true }) };
  return mark + applyEdits(body, modify(body, path, value, options));
}

function layoutOf(text: string): FormattingOptions {
  const unit = /\n([ \t]+)"/.exec(text)?.[1] ?? "  ";
  return {
    insertSpaces: !unit.startsWith("\t"),
    tabSize: unit.startsWith("\t") ? 4 : unit.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}

/** Holds only if a parser reads exactly the wanted change. */
function check(text: string, event: string, groups: readonly unknown[] | null): void {
  if (!isDeepStrictEqual(plain(jsonEntry(text, ["hooks", event])), plain(groups)))
    throw new ConfigError("it is written in a way that Galley cannot edit without changing more");
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
