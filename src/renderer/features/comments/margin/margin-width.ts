/** From this width of the editor or the preview on, in rem, there is room beside the text. */
export const MIN_WIDTH_REM = 56;
