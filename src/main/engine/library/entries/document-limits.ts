/** The limits of a document. A larger one is rejected with an error. */
export const limits = {
  /** Bytes of a file. */
  file: 64 * 1024 * 1024,
  entries: 200_000,
  /** Characters of all strings and names in one entry. */
  entry: 1024 * 1024,
  /** Levels of nested lists and objects. */
  depth: 16,
  /** Values in one entry, at any depth. */
  values: 20_000,
  name: 300,
  documentKey: 100,
  /** Kinds that a document declares, fields of each, values that a field offers, and characters of their names. */
  kinds: 20,
  fields: 40,
  offers: 50,
  label: 60,
  /** Values of declared fields in a document by which its entries are found, and characters of their rows. */
  declaredValues: 1_000_000,
  declaredSize: 128 * 1024 * 1024,
  /** Characters of all declarations of a document, as JSON. */
  declarations: 64 * 1024,
} as const;

const validKey = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._:+'()&-]*$/u;

/** Why a document cannot have this key, to follow "the key …"; null if it can. */
export function keyError(key: string): string | null {
  const shown = JSON.stringify(key.length > 60 ? `${key.slice(0, 57).toWellFormed()}...` : key);
  if (key.length > limits.documentKey)
    return `${shown} is too long: ${key.length} characters of at most ${limits.documentKey}`;
  if (key !== key.trim() || !validKey.test(key))
    return `${shown} cannot name a document: a key begins with a letter or digit, followed only by letters, digits, blanks and . _ - : + ' & ( )`;
  return null;
}
