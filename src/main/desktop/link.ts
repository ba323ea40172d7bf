/** The header fields that a mail link may set; mail programs may read others as files to attach. */
const MAIL_FIELDS = new Set(["subject", "body", "to", "cc", "bcc", "in-reply-to", "references"]);

/** The URL, if it is one that may be offered to open. */
export function linkOf(text: string): URL | null {
  try {
    const url = new URL(text);
    if (url.protocol === "mailto:") return isHarmlessMail(url) ? url : null;
    return ["https:", "http:"].includes(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

function isHarmlessMail(url: URL): boolean {
  return [...url.searchParams.keys()].every((name) => MAIL_FIELDS.has(name.toLowerCase()));
}
