/** The maximum number of cards beside the text that is visible; the side bar has all. */
export const MAX_CARDS = 100;
/** From this width of the editor or the preview on, in rem, there is room beside the text. */
export const MIN_WIDTH_REM = 56;
