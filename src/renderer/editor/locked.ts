type Editable = { path: string | null; readOnly: string | null; mayOnlyRead?: true };

/** Whether a document cannot be edited at all: the user may only read it, or it has no file and a reason to be read-only. */
export const isLocked = ({ path, readOnly, mayOnlyRead }: Editable): boolean =>
  mayOnlyRead === true || (path === null && readOnly !== null);
