import { hostname } from "node:os";
import { type SharedNames, userName } from "../../engine/comments";
import type { CommentAuthor } from "../../engine/ports/comments";

/** The name by which others see this machine's member, such as `ann@desk`. */
export function memberName(): string {
  const name = userName() || (process.env["USER"] ?? process.env["USERNAME"] ?? "");
  return [name, hostname()].filter((part) => part !== "").join("@") || "Galley";
}

/** The maximum number of characters of an author's name. */
const MAX_NAME = 200;
/** After the name of whoever writes under the name of this machine's user from elsewhere. */
const ELSEWHERE = " (shared folder)";

/**
 * Names of the authors of comments. The others know this machine's user as its member (`ann@desk`), and agents here by the name of the agent and of the
 * member. What arrives under the user's own name was not written by the user here.
 */
export function commentNames(user: string, member: string): SharedNames {
  const qualified = ({ name, kind }: CommentAuthor): CommentAuthor => {
    if (kind === "user" && (name === user || name === "")) return { name: member.slice(0, MAX_NAME), kind };
    if (kind !== "agent" || name.includes("@")) return { name, kind };
    return { name: `${name.slice(0, MAX_NAME / 2)} (${member.slice(0, MAX_NAME / 2 - 3)})`, kind };
  };
  return {
    shared(author) {
      const isMarked = author.kind === "user" && author.name.endsWith(ELSEWHERE);
      const plain = isMarked ? [{ ...author, name: author.name.slice(0, -ELSEWHERE.length) }] : [];
      return [qualified(author), author, ...plain];
    },
    local: (author) =>
      author.kind === "user" && author.name === user && user !== ""
        ? { ...author, name: `${user.slice(0, MAX_NAME - ELSEWHERE.length)}${ELSEWHERE}` }
        : author,
  };
}
