import type { BookRow } from "../../../../shared/book";

/** A paragraph of the chapter `one` that nobody has translated. */
export const untranslatedRow = (id: string, index: number): BookRow => ({
  id,
  index,
  chapter: "one",
  text: "Source.",
  isBlank: false,
  versions: 0,
  sourceChanged: false,
  task: null,
  comment: null,
  state: "untranslated",
  version: null,
  translation: null,
});
