/** White space, the ideographic space among it, and signs that show nothing. */
const showsNothing = /^[\s\p{Cf}\p{Cc}\u115f\u1160\u2800\u3164\uffa0]*$/u;

/** Whether a reader sees nothing in this line: it counts in the index, and is never assigned or given as context. */
export const isBlankLine = (line: string): boolean => showsNothing.test(line);
