/** Characters that hide, turn or break a line: none of them may act in what a user is told or asked about. */
const acting = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\u{115f}\u{1160}\u{3164}\u{ffa0}\u{2800}]|(?! )\p{Zs}/gu;

const written = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** A text that somebody else wrote, such as the name of a file, on one line, with every character that could act written out. */
export const plainly = (text: string): string => text.replace(acting, written);
