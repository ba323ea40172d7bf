/** Whether a document cannot be edited at all: it has no file, and a reason to be read-only. */
export const isLocked = ({ path, readOnly }: { path: string | null; readOnly: string | null }): boolean =>
  path === null && readOnly !== null;
