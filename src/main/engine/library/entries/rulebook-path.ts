const start = "library:";

/** The pseudo path of a library rulebook among document paths. It never equals a file's path. */
export const rulebookPath = (document: string): string => `${start}${document}`;

/** The rulebook key in such a path; null for file paths. */
export const rulebookAt = (path: string): string | null => (path.startsWith(start) ? path.slice(start.length) : null);
