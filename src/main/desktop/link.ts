/** What a mail may be begun with by a link; a mail program may take others for files to attach. */
const MAIL_FIELDS = new Set(["subject", "body", "to", "cc", "bcc", "in-reply-to", "references"]);

/** The address, if it is one that may be offered. */
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
