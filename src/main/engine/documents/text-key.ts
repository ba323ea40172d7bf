import { hash } from "node:crypto";

/** Equal for equal texts, and for practical purposes only for them: tells whether a paragraph is still the one that was read. */
export const textKey = (text: string): string => hash("sha1", text, "base64").slice(0, 12);
