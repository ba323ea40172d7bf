const start = "library:";

/** Where a rulebook of the library stands among documents: no path of any file. */
export const rulebookPlace = (document: string): string => `${start}${document}`;

/** The key of the rulebook that a place names; null for paths of files. */
export const rulebookAt = (place: string): string | null =>
  place.startsWith(start) ? place.slice(start.length) : null;
