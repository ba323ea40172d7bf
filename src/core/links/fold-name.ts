/** Folds letter case and Unicode form, which do not matter in a link's file name. */
export const foldName = (text: string): string => text.normalize("NFC").toLowerCase();
