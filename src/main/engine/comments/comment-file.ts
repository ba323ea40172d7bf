import { z } from "zod";
import { MAX_COMMENT } from "../../../core/limits";
import type { CommentAnchor, CommentMessage, CommentThread, DecidedEdit, StoredLock } from "../ports/comments";
import { MAX_COMMENT_WRITES, MAX_MESSAGES, MAX_QUOTE, MAX_THREAD_EDIT, MAX_THREADS } from "../ports/limits";
import { ToolError } from "../ports/tool-error";

/** What is stored about one document. */
export type CommentFile = {
  threads: Record<string, CommentThread>;
  locks: Record<string, StoredLock>;
  path?: string | undefined;
};

const FORMAT = "Galley comments 1";

const time = z.iso.datetime();
/** What is stored of one message. */
export const message = z.object({
  author: z.object({ name: z.string().max(200), kind: z.enum(["user", "agent", "program"]) }),
  text: z.string().max(MAX_COMMENT),
  at: time,
});
/** What is stored of a passage. */
export const anchor = z.object({
  quote: z.string().max(MAX_QUOTE),
  words: z
    .string()
    .max(4 * MAX_QUOTE)
    .optional(),
  before: z.string().max(200),
  after: z.string().max(200),
  lost: z.literal(true).optional(),
  section: z.string().max(4_000).nullable(),
  paragraph_id: z.string().max(100).nullable(),
});
const longText = z.object({
  length: z.int().min(0),
  digest: z.string().max(40),
  start: z.string().max(100),
  end: z.string().max(100),
});
const edit = z.object({
  write: z.string().max(100),
  by: z.string().max(200),
  outcome: z.enum(["kept", "undone"]),
  removed: z.string().max(MAX_THREAD_EDIT),
  inserted: z.string().max(MAX_THREAD_EDIT),
  long: z.object({ removed: longText.optional(), inserted: longText.optional() }).optional(),
  taken_back: z.object({ before: z.string().max(100), after: z.string().max(100) }).optional(),
  at: time,
});
/** What is stored of one thread. */
export const thread = z.object({
  status: z.enum(["open", "resolved"]),
  needs_me: z.literal(true).optional(),
  changed: time,
  anchor,
  messages: z.array(message).min(1).max(MAX_MESSAGES),
  writes: z.array(z.string().max(100)).max(MAX_COMMENT_WRITES).optional(),
  edits: z.array(edit).max(MAX_COMMENT_WRITES).optional(),
});
/** What is stored of one protected passage. */
export const lock = z.object({
  mode: z.enum(["locked", "suggest"]),
  kind: z.enum(["document", "section", "paragraph", "cells", "slide"]),
  anchor: anchor.nullable(),
  share: z.int().min(1).max(100).optional(),
  at: time,
});
const file = z.object({
  format: z.literal(FORMAT),
  path: z.string().max(10_000).optional(),
  threads: z.record(z.string().regex(/^c_[a-z0-9]{10}$/), thread),
  locks: z.record(z.string().regex(/^l_[a-z0-9]{10}$/), lock).default({}),
});

/** Reads a file of comments. If Git left both sides of a merge in it, the threads of both are read. Throws if it is damaged. */
export function readCommentFile(text: string, name: string): CommentFile {
  const sides = sidesOf(text).map((side) => parsed(side, name));
  const [first, ...others] = sides;
  return others.reduce(joined, first as CommentFile);
}

function parsed(text: string, name: string): CommentFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged(name);
  }
  const result = file.safeParse(value);
  if (!result.success || Object.keys(result.data.threads).length > MAX_THREADS) throw damaged(name);
  const { path, threads, locks } = result.data;
  if (Object.keys(locks).length > MAX_THREADS) throw damaged(name);
  return { threads, locks, path };
}

const damaged = (name: string): ToolError =>
  new ToolError("failed", `the comments of ${name} cannot be read: their file is damaged; nothing was changed`, {
    hint: "It is a JSON file in .galley/comments: mend it or take an earlier one from Git, or move it away.",
  });

/** The text, or both of its sides if Git could not merge it. */
function sidesOf(text: string): string[] {
  if (!/^<{7}/m.test(text)) return [text];
  const sides: [string[], string[]] = [[], []];
  let within: "both" | "ours" | "base" | "theirs" = "both";
  for (const line of text.split("\n")) {
    if (line.startsWith("<<<<<<<")) within = "ours";
    else if (line.startsWith("|||||||")) within = "base";
    else if (line.startsWith("=======") && within !== "both") within = "theirs";
    else if (line.startsWith(">>>>>>>")) within = "both";
    else {
      if (within !== "theirs" && within !== "base") sides[0].push(line);
      if (within !== "ours" && within !== "base") sides[1].push(line);
    }
  }
  return sides.map((lines) => lines.join("\n"));
}

/** The threads of both; of one that both have the messages of both, and the rest of the one that changed last. */
export function joined(a: CommentFile, b: CommentFile): CommentFile {
  const threads = { ...a.threads };
  for (const [id, theirs] of Object.entries(b.threads)) {
    const ours = threads[id];
    if (ours === undefined) threads[id] = theirs;
    else {
      const later = ours.changed >= theirs.changed ? ours : theirs;
      threads[id] = { ...later, messages: joinedMessages(ours.messages, theirs.messages) };
    }
  }
  return { ...a, threads, locks: { ...b.locks, ...a.locks } };
}

function joinedMessages(a: readonly CommentMessage[], b: readonly CommentMessage[]): CommentMessage[] {
  const known = new Set(a.map((each) => JSON.stringify([each.author, each.at, each.text])));
  const all = [...a, ...b.filter((each) => !known.has(JSON.stringify([each.author, each.at, each.text])))];
  return all.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)).slice(0, MAX_MESSAGES);
}

/** The file's text: threads by id, which are random, so that those added in two branches are rarely next to each other. */
export function writeCommentFile({ threads, locks, path }: CommentFile): string {
  const sorted = Object.keys(threads).sort();
  const sortedLocks = Object.keys(locks).sort();
  const value = {
    format: FORMAT,
    ...(path !== undefined && { path }),
    threads: Object.fromEntries(sorted.map((id) => [id, ordered(threads[id] as CommentThread)])),
    ...(sortedLocks.length > 0 && {
      locks: Object.fromEntries(sortedLocks.map((id) => [id, orderedLock(locks[id] as StoredLock)])),
    }),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** A thread with its fields in one order, whatever order they were set in. */
export function ordered({
  status,
  needs_me,
  changed,
  anchor: at,
  messages,
  writes,
  edits,
}: CommentThread): CommentThread {
  return {
    status,
    ...(needs_me && { needs_me }),
    changed,
    anchor: orderedAnchor(at),
    messages: messages.map(({ author: { name, kind }, text, at }) => ({ author: { name, kind }, text, at })),
    ...(writes !== undefined && writes.length > 0 && { writes }),
    ...(edits !== undefined && edits.length > 0 && { edits: edits.map(orderedEdit) }),
  };
}

const orderedEdit = ({ write, by, outcome, removed, inserted, long, taken_back, at }: DecidedEdit): DecidedEdit => ({
  write,
  by,
  outcome,
  removed,
  inserted,
  ...(long !== undefined && { long }),
  ...(taken_back !== undefined && { taken_back }),
  at,
});

/** The same of a lock. */
export const orderedLock = ({ mode, kind, anchor: at, share, at: when }: StoredLock): StoredLock => ({
  mode,
  kind,
  anchor: at === null ? null : orderedAnchor(at),
  ...(share !== undefined && { share }),
  at: when,
});

/** The same of a passage. */
export const orderedAnchor = ({
  quote,
  words,
  before,
  after,
  lost,
  section,
  paragraph_id,
}: CommentAnchor): CommentAnchor => ({
  quote,
  ...(words !== undefined && { words }),
  before,
  after,
  ...(lost && { lost }),
  section,
  paragraph_id,
});
