/**
 * A file's name or path for use in a message. Line breaks, control characters and characters that change the writing direction are escaped
 * (`\n`, `\u001b`), so that no name can start a new line, colour a terminal or pass for another name. `data` contains the names unchanged.
 */
export const printableName = (name: string): string =>
  name.replace(/[\p{Cc}\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, (sign) =>
    sign === "\n" ? "\\n" : `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
