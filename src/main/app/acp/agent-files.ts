import { relative } from "node:path";
import { RequestError } from "@agentclientprotocol/sdk";
import { difference } from "../../../core/diff/difference";
import { mergeChanges } from "../../../core/diff/merge";
import { applyChanges, type Change } from "../../../core/text/change";
import { readLineEndings } from "../../../core/text/line-endings";
import { escapeInvisibles } from "../../../shared/escape-invisibles";
import type { Engine } from "../../engine";
import {
  agentWriter,
  type Caller,
  type Envelope,
  type ToolCall,
  type ToolDescription,
} from "../../engine/ports/caller";
import type { TextDocument } from "../../engine/ports/documents";
import { ToolError } from "../../engine/ports/tool-error";
import { MAX_AGENT_TEXT } from "../core/limits";

/** Most documents whose versions are known as what an agent has read. */
const MAX_BASES = 500;

const READ = "fs/read_text_file";
const WRITE = "fs/write_text_file";

/** What reading and writing for an agent needs. */
export type AgentFilesDeps = {
  engine(): Promise<Engine>;
  /** Runs a call within the access that the user allows this agent, and records it; see `Agents.run`. */
  run(
    call: Pick<ToolCall, "name" | "arguments" | "signal"> & { caller: Caller; rejection?(): Envelope | null },
    engine: () => Promise<Pick<Engine, "tools" | "run">>,
  ): Promise<Envelope>;
  called(id: string, description: string): void;
  /** A document was shown to the agent. */
  read(caller: Caller, realPath: string): void;
};

/** The files of a session: an agent reads the live texts, and what it writes is an edit of the document under its name. */
export type AgentFiles = {
  read(asked: { path: string; line?: number | null; limit?: number | null }, signal: AbortSignal): Promise<string>;
  write(wanted: { path: string; content: string }, caller: Caller, signal: AbortSignal): Promise<void>;
};

export function createAgentFiles(deps: AgentFilesDeps, caller: Caller): AgentFiles {
  /** The version of each document that the agent read or wrote last, by real path. */
  const bases = new Map<string, string>();
  const remember = (realPath: string, version: string): void => {
    bases.delete(realPath);
    bases.set(realPath, version);
    for (const oldest of bases.keys()) if (bases.size > MAX_BASES) bases.delete(oldest);
  };
  const nameOf = (path: string): string =>
    escapeInvisibles(relative(caller.roots[0] ?? "", path) || path).slice(0, 200);

  /** Runs `work` as a call, so that pauses and limits of this agent hold and the call is listed. */
  async function call<T>(
    asked: { name: typeof READ | typeof WRITE; path: string; signal: AbortSignal; caller: Caller },
    work: (engine: Engine, made: ToolCall) => Promise<{ value: T; summary: string }>,
  ): Promise<T> {
    let done: { value: T } | null = null;
    deps.called(caller.id, `${asked.name} ${nameOf(asked.path)}`);
    const envelope = await deps.run(
      { name: asked.name, arguments: { path: asked.path }, caller: asked.caller, signal: asked.signal },
      async () => {
        const engine = await deps.engine();
        return {
          tools: async () => fileTools,
          async run(made) {
            try {
              const { value, summary } = await work(engine, made);
              done = { value };
              return { ok: true, message: summary, summary };
            } catch (error) {
              return errorEnvelope(error);
            }
          },
        };
      },
    );
    if (done !== null) return (done as { value: T }).value;
    throw requestError(envelope);
  }

  return {
    read: ({ path, line, limit }, signal) =>
      call({ name: READ, path, signal, caller }, async ({ documents, history }, made) => {
        const document = await documents.read(path, caller.roots);
        const text = linesOf(document.text, line ?? 1, limit ?? null);
        if (text.length > MAX_AGENT_TEXT)
          throw new ToolError(
            "too_large",
            `${nameOf(path)} has ${text.length} characters; at most ${MAX_AGENT_TEXT} are read at once`,
            {
              hint: "Read it in parts, with line and limit.",
            },
          );
        remember(document.realPath, document.version);
        documents.keepText(document.text);
        history.retain(document.realPath, document.version);
        deps.read(made.caller, document.realPath);
        return { value: text, summary: `Read ${nameOf(path)}` };
      }),
    write: ({ path, content }, writer, signal) =>
      call({ name: WRITE, path, signal, caller: writer }, async ({ documents }, { guard, caller: who }) => {
        if (content.length > MAX_AGENT_TEXT)
          throw new ToolError(
            "too_large",
            `a text of ${content.length} characters is not written at once; the limit is ${MAX_AGENT_TEXT}`,
          );
        const named = await documents.realPath(path, caller.roots);
        const base = bases.get(named) ?? null;
        const baseText = base === null ? null : await documents.textOf(base);
        const done = await documents.change(path, caller.roots, {
          by: agentWriter(who),
          reason: "write",
          request: who.request,
          signal,
          edit(current) {
            const isAllowed = guard?.allows(named, current?.version ?? null) !== false;
            if (!isAllowed) throw new ToolError("denied", "the user does not allow this agent to write");
            if (current === null) return { content };
            return { changes: changesFor(current, content, { name: nameOf(path), base, baseText }) };
          },
        });
        remember(done.after.realPath, done.after.version);
        if (done.write !== null) {
          const { before, after, write } = done;
          guard?.landed({ id: write, realPath: after.realPath, from: before?.version ?? null, to: after.version });
        }
        return {
          value: undefined,
          summary: done.status === "written" ? `Wrote ${nameOf(path)}` : `${nameOf(path)} is unchanged`,
        };
      }),
  };
}

/**
 * The changes that put the agent's text into the document, with what others wrote since the agent read it. Throws if
 * that touches what the agent changed, or if it is not known what the agent has read.
 */
function changesFor(
  current: TextDocument,
  content: string,
  { name, base, baseText }: { name: string; base: string | null; baseText: string | null },
): Change[] {
  const { text } = readLineEndings(content);
  if (current.text === text) return [];
  if (!current.text.isWellFormed())
    throw new ToolError(
      "encoding",
      `${name} has bytes that are not text, and a whole text would damage them; nothing was written`,
      {
        hint: "Edit it with Galley's own tools.",
      },
    );
  const readAgain = { hint: `Read it again with ${READ}, then write.` };
  if (base === null || baseText === null)
    throw new ToolError(
      "stale",
      `${name} exists, and you have not read it in this session; nothing was written`,
      readAgain,
    );
  if (base === current.version) return difference(current.text, text);
  const mine = difference(baseText, text);
  const { mineToMerged, theirsToMerged, conflicts } = mergeChanges({
    base: baseText,
    mine,
    theirs: difference(baseText, current.text),
  });
  if (conflicts.length > 0)
    throw new ToolError("stale", `${name} changed where you edit it since you read it; nothing was written`, readAgain);
  // Both ways lead to the same text; if they did not, a merge would lose words.
  if (applyChanges(text, mineToMerged) !== applyChanges(current.text, theirsToMerged))
    throw new ToolError("stale", `${name} changed since you read it; nothing was written`, readAgain);
  return theirsToMerged;
}

/** Lines from the 1-based `from` on, at most `count` of them, with their line breaks. */
function linesOf(text: string, from: number, count: number | null): string {
  if (from <= 1 && count === null) return text;
  let start = 0;
  for (let line = 1; line < from; line++) {
    const end = text.indexOf("\n", start);
    if (end < 0) return "";
    start = end + 1;
  }
  if (count === null) return text.slice(start);
  let end = start;
  for (let line = 0; line < count; line++) {
    const next = text.indexOf("\n", end);
    if (next < 0) return text.slice(start);
    end = next + 1;
  }
  return text.slice(start, end);
}

const describeTool = (name: string, changes: ToolDescription["changes"]): ToolDescription => ({
  name,
  set: "documents",
  aliases: [],
  title: name,
  description: "",
  inputSchema: {},
  changes,
});
const fileTools = [describeTool(READ, "nothing"), describeTool(WRITE, "documents")];

function errorEnvelope(error: unknown): Envelope {
  const { message, hint, code } =
    error instanceof ToolError ? error : { message: String(error), hint: undefined, code: "failed" as const };
  const error_ = { code, message, ...(hint === undefined ? {} : { hint }) };
  return { ok: false, message: [message, hint].filter(Boolean).join("\n"), summary: message, error: error_ };
}

/** The protocol's codes: a file that does not exist is -32002. */
const requestError = ({ message, error }: Envelope): RequestError =>
  new RequestError(error?.code === "not_found" ? -32002 : -32602, message);
