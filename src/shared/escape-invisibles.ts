/** Invisible and bidirectional characters and line breaks, which could deceive the user in messages and questions. */
const acting = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\u{115f}\u{1160}\u{3164}\u{ffa0}\u{2800}]|(?! )\p{Zs}/gu;

const written = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** A text from an untrusted source, such as a file name, on one line, with such characters written as `\u{…}`. */
export const escapeInvisibles = (text: string): string => text.replace(acting, written);
