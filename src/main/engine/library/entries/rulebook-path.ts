const start = "library:";

/** The pseudo path of a library rulebook among document paths. It never equals a file's path. */
export const rulebookPlace = (document: string): string => `${start}${document}`;

/** The rulebook key in such a path; null for file paths. */
export const rulebookAt = (place: string): string | null =>
  place.startsWith(start) ? place.slice(start.length) : null;
