/**
 * An imported memory of a book, or another book of the folder whose accepted translations are matches; `file` is null for a book. `isWhole`: all of its
 * entries are searched; otherwise there is too much text.
 */
export type MemoryInfo = {
  name: string;
  file: string | null;
  entries: number;
  isWhole: boolean;
  from: string;
  into: string;
};
