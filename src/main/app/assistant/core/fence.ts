import { randomBytes } from "node:crypto";

/** Separates data from instructions in a prompt. Each conversation has its own token, which is never shown or written. */
export type Fence = {
  token: string;
  wrap(kind: string, label: string, text: string): string;
  /** Around a text that the user has agreed to as rules. */
  rules(label: string, text: string): string;
};

/** A token that no document can contain. */
export const newFenceToken = (): string => randomBytes(12).toString("hex");

/**
 * Puts data between two lines with the token, and removes the token from the data: a model that was tricked into
 * writing it somewhere cannot close the fence by reading it.
 */
export const createFence = (token: string): Fence => ({
  token,
  wrap(kind, label, text) {
    const inside = text.replaceAll(token, "[…]");
    return `<data ${token} kind=${quoted(kind, token)} from=${quoted(label, token)}>\n${inside}\n</data ${token}>`;
  },
  rules(label, text) {
    const inside = text.replaceAll(token, "[…]");
    return `<rules ${token} from=${quoted(label, token)}>\n${inside}\n</rules ${token}>`;
  },
});

/** Names the edits of the last answer that the user undid, for a model or an agent. */
export const undoneText = (undone: readonly string[], fence: Fence): string =>
  `Since your last answer the user undid these edits of yours; do not make them again unless asked.\n${fence.wrap("undone edits", "review", undone.join("\n\n"))}`;

const quoted = (name: string, token: string): string =>
  JSON.stringify(name.replaceAll(token, "[…]").toWellFormed()).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
