/** What an agent sends during a turn, bounded and made safe to show. */
import type {
  ContentBlock,
  SessionConfigOption,
  SessionModeState,
  SessionUpdate,
  ToolCallContent,
  ToolCallUpdate,
} from "@agentclientprotocol/sdk";
import { difference } from "../../../core/diff/difference";
import { unifiedDiff } from "../../../core/diff/unified-diff";
import type { AgentChoice, AgentOption, Money, PlanEntry } from "../../../shared/conversation";
import { escapeInvisibles } from "../../../shared/escape-invisibles";
import { shownJson, shownLine, shownText } from "./shown-text";

const MAX_NAME = 100;
const MAX_TITLE = 200;
const MAX_INPUT = 100_000;
const MAX_RESULT = 60_000;
const MAX_LOCATIONS = 20;
const MAX_LISTED = 100;

/** A tool call of an agent as it is now. */
export type AgentCall = {
  /** The agent's own id. */
  id: string;
  title: string;
  /** Such as `edit` or `execute`. */
  tool: string;
  status: "pending" | "running" | "done" | "failed";
  /** Its input as JSON. */
  input: string;
  /** What it has answered so far, as text. */
  result: string;
  /** Files that it works on, as the agent names them; not checked. */
  locations: { path: string; line: number | null }[];
};

export type AgentUpdate =
  | { kind: "text" | "thinking"; text: string }
  | { kind: "call"; call: AgentCall }
  | { kind: "plan"; entries: PlanEntry[] }
  /** `cost` is that of the session so far; null if the agent does not say. */
  | { kind: "usage"; used: number; limit: number; cost: Money | null };

/** The codes of ISO 4217 that `Intl` knows; made on first use. */
let currencies: ReadonlySet<string> | null = null;

/** A cost that an agent names; null if it is not an amount of money. */
export function moneyNamed(cost: { amount: unknown; currency: unknown } | null | undefined): Money | null {
  const { amount, currency } = cost ?? {};
  if (typeof amount !== "number" || !Number.isFinite(amount) || amount < 0 || typeof currency !== "string") return null;
  currencies ??= new Set(Intl.supportedValuesOf("currency"));
  return currencies.has(currency) ? { amount, currency } : null;
}

/** The call with what an update says of it. */
export function withCallUpdate(call: AgentCall | null, update: ToolCallUpdate): AgentCall {
  const { toolCallId: id, title, kind, status, rawInput, rawOutput, content, locations } = update;
  const before: AgentCall = call ?? {
    id,
    title: "",
    tool: "other",
    status: "pending",
    input: "",
    result: "",
    locations: [],
  };
  const shownTitle = typeof title === "string" ? shownLine(title, MAX_TITLE) : "";
  return {
    id,
    title: shownTitle || before.title || shownLine(kind ?? before.tool, MAX_NAME),
    tool: kind === undefined || kind === null ? before.tool : shownLine(kind, MAX_NAME),
    status: status === undefined || status === null ? before.status : statuses[status],
    input: rawInput === undefined || rawInput === null ? before.input : shownJson(rawInput, MAX_INPUT),
    result: content ? resultOf(content) : before.result || shownJson(rawOutput, MAX_RESULT),
    locations: locationsOf(locations, content) ?? before.locations,
  };
}

/** The files that an update names; those of its diffs if it names no others, and null if it names none. */
function locationsOf(
  locations: ToolCallUpdate["locations"],
  content: ToolCallUpdate["content"],
): AgentCall["locations"] | null {
  const diffs = (content ?? []).flatMap((part) => (part.type === "diff" ? [{ path: part.path, line: null }] : []));
  const named = locations?.length ? locations : diffs;
  if (!locations && named.length === 0) return null;
  return named.slice(0, MAX_LOCATIONS).map(({ path, line }) => ({ path, line: line ?? null }));
}

const statuses = { pending: "pending", in_progress: "running", completed: "done", failed: "failed" } as const;

function resultOf(content: readonly ToolCallContent[]): string {
  const texts: string[] = [];
  let length = 0;
  for (const each of content.slice(0, MAX_LISTED)) {
    if (length > MAX_RESULT) break;
    const text =
      each.type === "content"
        ? textOfBlock(each.content)
        : each.type === "diff"
          ? diffText(each.path, each.oldText ?? "", each.newText)
          : "";
    texts.push(text.slice(0, MAX_RESULT));
    length += text.length;
  }
  return shownText(texts.filter((text) => text !== "").join("\n\n"), MAX_RESULT);
}

/** A long text is not compared: what an agent claims is only shown, and what it writes is seen in the review. */
function diffText(path: string, before: string, after: string): string {
  if (before.length + after.length > 500_000) return escapeInvisibles(path.slice(0, 1000));
  return unifiedDiff(escapeInvisibles(path.slice(0, 1000)), before, difference(before, after));
}

/** The text of a block; other kinds are named, since an answer is shown as text. */
export function textOfBlock(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "resource_link":
      return shownLine(block.name, MAX_TITLE);
    case "resource":
      return "text" in block.resource ? block.resource.text : "";
    default:
      return "";
  }
}

export const planEntries = (
  entries: readonly { content: string; status: "pending" | "in_progress" | "completed" }[],
): PlanEntry[] =>
  entries.slice(0, MAX_LISTED).map(({ content, status }) => ({
    text: shownLine(content, 500),
    status: status === "in_progress" ? "in progress" : status === "completed" ? "done" : "pending",
  }));

/** Ids are the agent's and are sent back, so one that is too long is left out rather than cut. */
const isId = (id: unknown): id is string => typeof id === "string" && id.length > 0 && id.length <= 200;

const choice = ({ id, name, description }: { id: string; name: string; description?: string | null }): AgentChoice => ({
  id,
  name: shownLine(name, MAX_NAME) || shownLine(id, MAX_NAME),
  description: shownLine(description ?? "", 300),
});

export function modesOf(modes: SessionModeState | null | undefined): { current: string; all: AgentChoice[] } | null {
  const all = (modes?.availableModes ?? []).filter(({ id }) => isId(id)).slice(0, MAX_LISTED);
  return modes && all.length > 0 ? { current: modes.currentModeId, all: all.map(choice) } : null;
}

/** The options that are a choice; one that only repeats the modes is left out. */
export function optionsOf(
  options: readonly SessionConfigOption[] | null | undefined,
  hasModes: boolean,
): AgentOption[] {
  return (options ?? []).slice(0, 20).flatMap((option): AgentOption[] => {
    if (!isId(option.id) || (hasModes && option.category === "mode")) return [];
    const name = shownLine(option.name, MAX_NAME) || option.id;
    if (option.type === "boolean") {
      const choices = ["true", "false"].map((id) => ({ id, name: id, description: "" }));
      return [{ id: option.id, name, current: String(option.currentValue), choices }];
    }
    const values = option.options.flatMap((each) => ("options" in each ? each.options : [each]));
    const choices = values
      .filter(({ value }) => isId(value))
      .slice(0, MAX_LISTED)
      .map(({ value, name: label, description }) =>
        choice({ id: value, name: label, description: description ?? null }),
      );
    return [{ id: option.id, name, current: option.currentValue, choices }];
  });
}

export const commandsOf = (
  update: Extract<SessionUpdate, { sessionUpdate: "available_commands_update" }>,
): { name: string; description: string }[] =>
  update.availableCommands
    .slice(0, MAX_LISTED)
    .filter(({ name }) => /^[^\s\p{Cc}\p{Cf}]{1,100}$/u.test(name))
    .map(({ name, description }) => ({ name, description: shownLine(description, 300) }));
