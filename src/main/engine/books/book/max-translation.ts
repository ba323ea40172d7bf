/** The longest translation of a paragraph that is imported or made by replacing, in characters. */
export const MAX_TRANSLATION = 20_000;
