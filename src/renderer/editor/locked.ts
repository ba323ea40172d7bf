/** Whether nobody can write in a document, whatever its place: it has none, and says why. */
export const isLocked = ({ path, readOnly }: { path: string | null; readOnly: string | null }): boolean =>
  path === null && readOnly !== null;
