/** The field of a paragraph's translation, if the table shows it. */
export const fieldOf = (paragraph: string): HTMLTextAreaElement | null =>
  document.querySelector<HTMLTextAreaElement>(`.book [data-id="${CSS.escape(paragraph)}"] textarea`);
