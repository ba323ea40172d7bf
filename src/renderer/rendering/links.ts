/** Link addresses as written in documents. */

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers take these out of an address before they read it; written as %0A they mean no better.
const DROPPED = /(?:[\u0000-\u0020\u007f-\u00a0\u2028\u2029]|%[01][0-9a-f])+/gi;

/** What kind of target an address has. Ignores spaces and control characters that hide its scheme. */
export function linkKind(
  address: string,
): "web" | "mail" | "fragment" | "file" | "data image" | "remote host" | "other" {
  const plain = address.replace(DROPPED, "");
  if (/^https?:/i.test(plain)) return "web";
  if (/^mailto:/i.test(plain)) return "mail";
  if (/^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i.test(plain)) return "data image";
  if (SCHEME.test(plain)) return "other";
  if (/^(?:[\\/]|%5c|%2f){2}/i.test(plain)) return "remote host";
  return plain.startsWith("#") ? "fragment" : "file";
}

/** Whether a document may use the address in a link or image; if not, it stays text. */
export function isLink(address: string): boolean {
  return !["other", "remote host"].includes(linkKind(address));
}

/** The decoded address without fragment and query, which is a file path; null if it cannot be decoded. */
export function filePart(address: string): string | null {
  try {
    return decodeURIComponent(address.replace(/[?#].*$/s, ""));
  } catch {
    return null;
  }
}
