/** Longer texts are examined only so far, in characters. */
export const MAX_EXAMINED = 20_000;
