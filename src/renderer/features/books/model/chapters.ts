import type { BookOverview } from "../../../../shared/book";

/** The chapters of a book, in order. */
export const chaptersOf = ({ volumes }: BookOverview) => volumes.flatMap(({ chapters }) => chapters);
