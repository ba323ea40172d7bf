/** White space, including the ideographic space, and invisible characters. */
const showsNothing = /^[\s\p{Cf}\p{Cc}\u115f\u1160\u2800\u3164\uffa0]*$/u;

/** Whether a line shows nothing. A blank line counts in the index, and is never assigned or given as context. */
export const isBlankLine = (line: string): boolean => showsNothing.test(line);
