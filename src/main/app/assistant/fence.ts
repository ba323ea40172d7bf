import { randomBytes } from "node:crypto";

/** Marks off what is text to work on from what is said to the model. One for each conversation, never shown or written. */
export type Fence = { token: string; around(kind: string, label: string, text: string): string };

/** A token that no document can know. */
export const newFenceToken = (): string => randomBytes(12).toString("hex");

/**
 * Puts data between two lines that hold the token. The token itself is taken out of the data: a model that was talked into
 * writing it down somewhere cannot close the fence by reading it back.
 */
export const createFence = (token: string): Fence => ({
  token,
  around(kind, label, text) {
    const inside = text.replaceAll(token, "[…]");
    return `<data ${token} kind=${quoted(kind, token)} from=${quoted(label, token)}>\n${inside}\n</data ${token}>`;
  },
});

const quoted = (name: string, token: string): string =>
  JSON.stringify(name.replaceAll(token, "[…]").toWellFormed()).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
