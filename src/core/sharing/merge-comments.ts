/** Merges what is stored about a text here with what is shared: two branches of what both last had in common. */
import { type CommentEntries, readEntryName } from "./comment-list";

export type CommentBranches = {
  common: CommentEntries;
  local: CommentEntries;
  shared: CommentEntries;
  /** Whether this member may make a change of the shared entries. What it may not stays as it is on both sides. */
  may(entry: string, before: string | undefined, after: string | undefined): boolean;
  /** The ids of threads and locks that are more than can be stored here: they stay as they are on both sides, unless the user deletes them. */
  beyond?: ReadonlySet<string>;
};

export type MergedComments = {
  /** What will be stored here. */
  local: Map<string, string>;
  /** Changes of the shared entries; null removes one. */
  toShared: Map<string, string | null>;
  /** What both sides have in common after that. */
  common: Map<string, string>;
};

/** If more threads than this are gone here at once, an older file is there again (as from Git) rather than the user's wish: they come back. */
const MAX_THREADS_DELETED_AT_ONCE = 5;

/** A protected passage that is gone together with anything else is no longer the user's wish: nothing that agents may not touch is opened by a file. */
const isOlderFile = (threads: number, locks: number): boolean =>
  threads > MAX_THREADS_DELETED_AT_ONCE || (locks > 0 && threads + locks > 1);

/**
 * Messages of both sides are kept. What one side deletes and the other has not changed is deleted; a thread that one side deletes while the other answers
 * in it comes back as a whole. Of a status that both have changed, the later one stands.
 */
export function mergeComments({ common, local, shared, may, beyond = new Set() }: CommentBranches): MergedComments {
  const merged = new Map(local);
  const toShared = new Map<string, string | null>();
  const owners = [common, local, shared].map(byOwner);
  const send = (entry: string, content: string | undefined): void => {
    if (may(entry, shared.get(entry), content)) toShared.set(entry, content ?? null);
  };
  const take = (entry: string, content: string | undefined): void => {
    if (content === undefined) merged.delete(entry);
    else merged.set(entry, content);
  };
  // What this member may not delete for the others stays there, and is gone here at each comparison.
  const mayDelete = (entry: string): boolean => may(entry, shared.get(entry), undefined);
  const isLiftedHere = (lock: string): boolean =>
    common.has(lock) && common.get(lock) === shared.get(lock) && mayDelete(lock);
  const all = [...new Set(owners.flatMap((each) => [...each.keys()]))].map((owner) => {
    const [before = [], here = [], there = []] = owners.map((each) => each.get(owner) ?? []);
    const isHeld = beyond.has(owner);
    const outcome = isHeld
      ? heldOutcome({ before, here })
      : owner.startsWith("c_")
        ? threadOutcome({ common, local, shared }, { here, there })
        : "merged";
    return { owner, outcome, isHeld, before, here, there, entries: new Set([...before, ...here, ...there]) };
  });
  const deleted = all.filter(({ outcome, there }) => outcome === "deleted here" && there.some(isMessage));
  const news = deleted.filter(({ there }) => there.every(mayDelete));
  const lifted = all.filter(({ owner, here }) => here.length === 0 && isLiftedHere(owner));
  if (isOlderFile(news.length, lifted.length))
    for (const each of [...news, ...lifted]) each.outcome = each.isHeld ? "waits" : "comes back";
  for (const { outcome, here, there, entries } of all) {
    // With what may be left of a thread that is gone on both sides.
    if (outcome === "deleted here" || outcome === "deleted there") for (const entry of there) send(entry, undefined);
    if (outcome === "deleted there") for (const entry of here) take(entry, undefined);
    if (outcome === "completed here") {
      for (const entry of here) if (!shared.has(entry)) send(entry, local.get(entry));
      for (const entry of there) if (!local.has(entry)) take(entry, shared.get(entry));
    }
    if (outcome === "comes back") for (const entry of there) take(entry, shared.get(entry));
    if (outcome !== "merged") continue;
    for (const entry of entries) {
      const [c, l, s] = [common.get(entry), local.get(entry), shared.get(entry)];
      if (l === s) continue;
      if (s === c) send(entry, l);
      else if (l === c || l === undefined) take(entry, s);
      else if (s === undefined || isLater(entry, l, s)) send(entry, l);
      else {
        take(entry, s);
        if (!isMessage(entry)) continue;
        const [further, content] = furtherMessage(entry, l);
        take(further, content);
        send(further, content);
      }
    }
  }
  const next = changedEntries(shared, toShared);
  // What was not taken over is not in common: once it is complete, it would look like deleted here.
  for (const { outcome, before, here, there } of all) {
    if (outcome !== "waits") continue;
    for (const entry of there) next.delete(entry);
    // What is here of it was in common, and still is.
    if (here.length > 0) for (const entry of before) next.set(entry, common.get(entry) ?? "");
  }
  return { local: merged, toShared, common: next };
}

/** Entries after changes of them; null removes one. */
export function changedEntries(
  entries: CommentEntries,
  changes: ReadonlyMap<string, string | null>,
): Map<string, string> {
  const after = new Map(entries);
  for (const [entry, content] of changes)
    if (content === null) after.delete(entry);
    else after.set(entry, content);
  return after;
}

type Sides = Pick<CommentBranches, "common" | "local" | "shared">;

type Outcome = "merged" | "deleted here" | "deleted there" | "comes back" | "completed here" | "waits";

/** Of what is more than can be stored here, a deletion is sent: nobody could make room otherwise. */
const heldOutcome = ({ before, here }: { before: readonly string[]; here: readonly string[] }): Outcome =>
  before.length > 0 && here.length === 0 ? "deleted here" : "waits";

/** What has become of a thread on the two sides. */
function threadOutcome(
  { common, local, shared }: Sides,
  { here, there }: { here: readonly string[]; there: readonly string[] },
): Outcome {
  const messages = there.filter(isMessage);
  const hasHead = ["status", "anchor"].every((kind) => there.some((entry) => readEntryName(entry)?.kind === kind));
  if (here.length === 0) {
    const isKnown = there.every((entry) => !isMessage(entry) || common.get(entry) === shared.get(entry));
    if (isKnown) return "deleted here";
    // Members that still have the whole thread send the missing part.
    return hasHead ? "comes back" : "waits";
  }
  if (messages.length > 0) return hasHead ? "merged" : "completed here";
  const isUnchanged = here.every((entry) => !isMessage(entry) || common.get(entry) === local.get(entry));
  return isUnchanged ? "deleted there" : "completed here";
}

const isMessage = (entry: string): boolean => readEntryName(entry)?.kind === "message";

const isLater = (entry: string, mine: string, theirs: string): boolean =>
  readEntryName(entry)?.kind === "status" && changedOf(mine) > changedOf(theirs);

const changedOf = (status: string): string => String((JSON.parse(status) as { changed?: unknown }).changed);

/** This side's version of a message that both sides have changed, as a message of its own. */
function furtherMessage(entry: string, content: string): [entry: string, content: string] {
  const message: Record<string, unknown> = JSON.parse(content);
  const at = new Date(Date.parse(String(message["at"])) + 1).toISOString();
  const [owner, kind, , tag] = entry.split("/");
  return [[owner, kind, at, tag].join("/"), JSON.stringify({ ...message, at })];
}

function byOwner(entries: CommentEntries): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const entry of entries.keys()) {
    const owner = readEntryName(entry)?.owner;
    if (owner !== undefined) found.set(owner, [...(found.get(owner) ?? []), entry]);
  }
  return found;
}
