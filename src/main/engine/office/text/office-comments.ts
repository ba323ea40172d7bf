import { createHash } from "node:crypto";
import { type Anchor, anchorAt } from "../../../../core/comments/anchor";
import { AGENT_INITIALS, initialsOf } from "../../../../core/comments/initials";

/** A message of a thread in a package; `at` is ISO 8601, or empty if the file does not say. */
export type OfficeMessage = { author: string; initials: string; at: string; text: string };

/** A comment of a package with its answers. */
export type OfficeThread = {
  /** The same for as long as its author and time are, whatever names a program gives to comments when it saves. */
  key: string;
  isResolved: boolean;
  /** The cell (`Sheet1!B2`) or the slide (`slide 3`) that it is on; null in a text document. */
  address: string | null;
  /**
   * In the text that `readPackage` returns; null if the document no longer refers to the comment. Empty for a cell without text, where its text
   * would be.
   */
  range: { from: number; to: number } | null;
  /** The words at the range with those around them, by which a deleted comment is put back. */
  anchor: Anchor | null;
  /** The comment, then its answers in order. */
  messages: OfficeMessage[];
};

/** What a new comment is on: words, or a cell or slide by its address. */
export type CommentTarget = { range: { from: number; to: number }; address?: string | undefined };

/** A change of the comments of a package. A thread is named by its key, a message by its index. */
export type CommentChange =
  | ({ kind: "add"; message: OfficeMessage } & CommentTarget)
  | { kind: "reply"; thread: string; message: OfficeMessage; resolve: boolean }
  | { kind: "resolve"; thread: string }
  | { kind: "reopen"; thread: string }
  | { kind: "edit"; thread: string; index: number; text: string }
  /** The first message takes the whole thread with it. */
  | { kind: "delete"; thread: string; index: number };

/** The comments of a package by thread, each comment before its answers. */
export function threadsOf<C extends { parent: C | null; message: OfficeMessage }>(
  comments: readonly C[],
): { key: string; comments: C[] }[] {
  const roots = new Map<C, C>();
  const rootOf = (comment: C): C => {
    const path = new Set<C>();
    let at = comment;
    for (; at.parent !== null && !path.has(at) && !roots.has(at); at = at.parent) path.add(at);
    const root = roots.get(at) ?? (at.parent === null ? at : null);
    // A file may say that comments answer each other: then each is its own thread.
    for (const each of path) roots.set(each, root ?? each);
    return root ?? comment;
  };
  const groups = [...Map.groupBy(comments, rootOf)];
  const keys = threadKeys(groups.map(([{ message }]) => message));
  return groups.map(([root, all], index) => ({
    key: keys[index] ?? "",
    comments: [root, ...all.filter((each) => each !== root)],
  }));
}

/**
 * The keys of threads, in order. Those with one author and time have their texts in their keys: a number would go from one to another when one of them is
 * deleted, or a new one comes before them.
 */
function threadKeys(first: readonly OfficeMessage[]): string[] {
  const counts = new Map<string, number>();
  const next = (name: string): number => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    return count;
  };
  const nameOf = ({ author, at }: OfficeMessage): string => `${author}\0${at}`;
  const groups = Map.groupBy(first, nameOf);
  return first.map((message) => {
    const name = nameOf(message);
    const unique = groups.get(name)?.length === 1 ? name : `${name}\0${message.text}`;
    return shortHash(`${unique}\0${next(unique)}`);
  });
}

/** Five letters and digits for a text. */
export const shortHash = (text: string): string =>
  [...createHash("sha256").update(text).digest().subarray(0, 5)].map((byte) => (byte % 36).toString(36)).join("");

/** A range of a text, with the anchor that it has there. */
export const anchored = (
  range: OfficeThread["range"],
  { text }: { text: string },
): Pick<OfficeThread, "range" | "anchor"> => ({ range, anchor: range && anchorAt(text, range) });

/** A time of a package as ISO 8601; without a zone it is local, or of `zone`. Empty if it is none. */
export function isoTime(written: string, zone: "local" | "UTC" = "local"): string {
  const plain = written.trim().replace(/(\.\d{3})\d+/, "$1");
  const time = new Date(zone === "UTC" && /T[\d:.]+$/.test(plain) ? `${plain}Z` : plain);
  return Number.isNaN(time.getTime()) ? "" : time.toISOString();
}

/** An agent signs so where a format has no initials. */
const OF_AGENT = " (AI)";

/** The author of a message as formats without initials have it. */
export const signature = ({ author, initials }: Pick<OfficeMessage, "author" | "initials">): string =>
  initials === AGENT_INITIALS ? `${author}${OF_AGENT}` : author;

/** Who signed so. */
export function signedBy(author: string): Pick<OfficeMessage, "author" | "initials"> {
  const isAgent = author.endsWith(OF_AGENT);
  const name = isAgent ? author.slice(0, -OF_AGENT.length) : author;
  return { author: name, initials: isAgent ? AGENT_INITIALS : initialsOf({ name, kind: "user" }) };
}
