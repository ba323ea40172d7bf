import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import { officeFormatOf } from "../../core/text/format";
import { readStoredComments } from "../engine/comments";
import type { Envelope } from "../engine/ports/caller";
import type { CommentThread } from "../engine/ports/comments";
import { readDecisions, reviewRequestsFile } from "../engine/review";
import { versionOf } from "../engine/storage";
import { MAX_HASHED_BYTES } from "../limits";

/** What a resource consists of, as digests by name: a document's text, each thread of its comments. What does not exist is not in it. */
export type ResourceState = ReadonlyMap<string, string>;

/** The state of a resource, and the paths whose change may mean that it has changed. */
export type ObservedResource = { state: ResourceState; watch: readonly string[] };

/** Who observes: the client's name, Galley's data folder, and the client's calls. */
export type Observer = {
  dataDir: string;
  name(): string;
  run(call: { name: string; arguments: Record<string, unknown> }): Promise<Envelope>;
};

/** Under this name a document's state has the time when the user last kept an edit of the observer. */
export const KEPT = "kept";
/** How many answers the comments of one Office document may take. */
const MAX_PAGES = 50;

let unhashed = 0;

/** The text of a document, and when the user last kept an edit that the observer has made in it. */
export async function observeDocument(realPath: string, { dataDir, name }: Observer): Promise<ObservedResource> {
  const state = new Map<string, string>();
  try {
    const { size } = await stat(realPath);
    state.set("text", size > MAX_HASHED_BYTES ? `unhashed ${++unhashed}` : versionOf(await readFile(realPath)));
  } catch {
    // A document that does not exist has no text.
  }
  const decisions = await readDecisions(dataDir).catch(() => []);
  const agent = name();
  const kept = decisions.findLast(
    (each) => each.realPath === realPath && each.agent === agent && each.outcome === "kept",
  );
  if (kept !== undefined) state.set(KEPT, kept.at);
  return { state, watch: [realPath, reviewRequestsFile(dataDir)] };
}

/** The threads of a document. Throws if they cannot be read now. */
export async function observeComments(realPath: string, observer: Observer): Promise<ObservedResource> {
  if (officeFormatOf(realPath) !== null)
    return { state: await officeThreads(realPath, observer.run), watch: [realPath] };
  const { threads, watch } = await readStoredComments(realPath, observer.dataDir);
  const state = new Map(Object.entries(threads).map(([id, thread]) => [id, threadDigest(id, thread)]));
  return { state, watch };
}

/** The threads that an Office document holds. Only the engine can read them. */
async function officeThreads(realPath: string, run: Observer["run"]): Promise<ResourceState> {
  const state = new Map<string, string>();
  let since = "";
  for (let page = 0; page < MAX_PAGES; page++) {
    const args = { action: "list", path: realPath, status: "all", limit: 1_000, ...(since !== "" && { since }) };
    const { ok, message, data } = await run({ name: "comments", arguments: args });
    if (!ok) throw new Error(message);
    const threads = threadsOf(data);
    for (const thread of threads) state.set(thread.thread, threadDigest(thread.thread, thread));
    const cursor = String(data?.["cursor"] ?? "");
    if (threads.length >= Number(data?.["total"]) || cursor === since) break;
    since = cursor;
  }
  return state;
}

/** The digests that an answer has shown to its client: of the version of a document, and of threads. */
export function shownDigests({ data }: Envelope): string[] {
  const version = data?.["version"];
  return [
    ...(typeof version === "string" ? [version] : []),
    ...threadsOf(data).map((thread) => threadDigest(thread.thread, thread)),
  ];
}

type ShownThread = Pick<CommentThread, "status" | "needs_me" | "messages"> & { thread: string };

/** The threads in the data of an answer: of a list, of a review, or the one that was changed. */
function threadsOf(data: Envelope["data"]): ShownThread[] {
  const { threads, comments } = data ?? {};
  return [threads, comments, data].flat().filter(isThread);
}

const isThread = (value: unknown): value is ShownThread =>
  typeof value === "object" &&
  value !== null &&
  "thread" in value &&
  typeof value.thread === "string" &&
  "messages" in value &&
  Array.isArray(value.messages);

/** What was said in a thread and whether it is open. Where its passage is does not count: that changes with each edit of the text. */
const threadDigest = (id: string, { status, needs_me, messages }: Omit<ShownThread, "thread">): string =>
  createHash("sha256")
    .update(
      JSON.stringify([
        id,
        status,
        needs_me === true,
        messages.map(({ author: { name, kind }, text, at }) => [name, kind, text, at]),
      ]),
    )
    .digest("hex");
