/**
 * A file's name or path as it stands in a message: line breaks, control characters and signs that turn the direction of
 * writing are written as escapes (`\n`, `\u001b`), so that no name can begin a line of its own, colour a terminal or read as
 * another. `data` holds names as they are.
 */
export const spokenName = (name: string): string =>
  name.replace(/[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (sign) =>
    sign === "\n" ? "\\n" : `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
