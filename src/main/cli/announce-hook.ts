/** What Claude Code's hooks say about its own tools, as announcements to the running app. */
import { readFile, stat } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { version } from "../../../package.json";
import { versionOf } from "../engine/storage";
import type { HookAnnouncement } from "../mcp/local-socket-protocol";
import { readStdin } from "./read-stdin";

/** All of it, from the end of the program's start. The agent waits for this. */
const MAX_MS = 700;
const MAX_INPUT = 32 * 1024 * 1024;
const MAX_FILE = 16 * 1024 * 1024;
const NAME = "Claude Code";

const text = z.string();
const edit = z.object({ old_string: text, new_string: text, replace_all: z.boolean().optional() });

/** Other fields are ignored: the format grows with the client. */
const hookInput = z.object({
  session_id: text.max(200).catch("unknown"),
  cwd: text.max(4096),
  hook_event_name: z.enum(["PreToolUse", "PostToolUse"]),
  tool_name: text.max(200),
  tool_input: z
    .object({
      file_path: text.max(4096).optional().catch(undefined),
      notebook_path: text.max(4096).optional().catch(undefined),
      content: text.optional().catch(undefined),
      edits: z.array(edit).max(10_000).optional().catch(undefined),
    })
    .and(edit.partial().catch({}))
    .catch({}),
});

type HookInput = z.infer<typeof hookInput>;

/** Never takes longer than `MAX_MS`; may reject. */
export async function announceHook({ input, dataDir }: { input: Readable; dataDir: string }): Promise<void> {
  const end = wait(MAX_MS, undefined, { ref: false });
  await Promise.race([announce(input, dataDir), end]);
}

async function announce(input: Readable, dataDir: string): Promise<void> {
  const given = hookInput.safeParse(JSON.parse(await readStdin(input, MAX_INPUT)));
  if (!given.success || !isAbsolute(given.data.cwd)) return;
  const { findSocket } = await import("../mcp/local-socket-path");
  // Without an app nobody is notified, and no text needs to be read.
  if ((await findSocket(dataDir)) === null) return;
  const { LocalAppConnection } = await import("../mcp/local-socket-client");
  const announcement = await announcementOf(given.data);
  // Without folders it is not listed as a connected agent.
  const agent = { name: NAME, kind: "command line" as const, roots: [] };
  const app = new LocalAppConnection({ dataDir, version, agent });
  try {
    await app.announce(announcement);
  } finally {
    app.close();
  }
}

/** What a hook announces: the file and its next version, or only that the agent is at work. */
export async function announcementOf(given: HookInput): Promise<HookAnnouncement> {
  const { session_id: session, cwd: folder, hook_event_name: event, tool_input: tool } = given;
  const named = tool.file_path ?? tool.notebook_path;
  const phase = event === "PreToolUse" ? ("before" as const) : ("after" as const);
  if (named === undefined) return { by: NAME, session, folder, phase, path: null, version: null };
  const path = resolve(folder, named);
  const next = phase === "after" ? await contentOf(path) : await nextContent(path, given);
  return { by: NAME, session, folder, phase, path, version: next === null ? null : versionOf(next) };
}

/** The content that the tool is about to write, if it is known. */
async function nextContent(path: string, { tool_name, tool_input: tool }: HookInput): Promise<Buffer | null> {
  if (tool_name === "Write") return tool.content === undefined ? null : Buffer.from(tool.content);
  const single = edit.safeParse(tool);
  const edits = tool.edits ?? (single.success ? [single.data] : []);
  if (edits.length === 0) return null;
  let now = (await contentOf(path))?.toString("utf8") ?? "";
  for (const { old_string: before, new_string: after, replace_all: isAll } of edits) {
    if (before === "" ? now !== "" : !now.includes(before)) return null;
    // Functions, since a dollar sign in a text would be a pattern.
    now = isAll ? now.replaceAll(before, () => after) : now.replace(before, () => after);
  }
  return Buffer.from(now);
}

async function contentOf(path: string): Promise<Buffer | null> {
  const info = await stat(path).catch(() => null);
  if (!info?.isFile() || info.size > MAX_FILE) return null;
  return readFile(path).catch(() => null);
}
