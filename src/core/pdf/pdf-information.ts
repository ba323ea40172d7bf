/** What a PDF says about itself. `created` is a moment as ISO 8601 writes it, in UTC. */
export type PdfInformation = {
  title: string;
  authors: readonly string[];
  created: string | null;
  /** What it is about, in a sentence; absent or empty if it does not say. */
  subject?: string | undefined;
};

/** How much of the end of a PDF is searched for its trailer. */
const TAIL = 4096;

/**
 * Appends what a PDF says about itself, as an update: nothing before it changes. A file that is not built as Chromium builds it is returned
 * as it is.
 */
export function withPdfInformation(
  bytes: Uint8Array,
  { title, authors, created, subject = "" }: PdfInformation,
): Uint8Array {
  if (authors.length === 0 && created === null && subject === "") return bytes;
  const start = Math.max(0, bytes.length - TAIL);
  const tail = new TextDecoder("latin1").decode(bytes.subarray(start));
  const trailer = /trailer\s*<<([\s\S]*?)>>\s*startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail);
  const size = Number(/\/Size\s+(\d+)/.exec(trailer?.[1] ?? "")?.[1] ?? 0);
  const root = /\/Root\s+\d+\s+\d+\s+R/.exec(trailer?.[1] ?? "")?.[0];
  if (!trailer || size === 0 || root === undefined) return bytes;
  const date = created?.replace(/[-:TZ]/g, "");
  const fields = [
    `/Title ${pdfText(title)}`,
    authors.length > 0 ? `/Author ${pdfText(authors.join(", "))}` : "",
    subject === "" ? "" : `/Subject ${pdfText(subject)}`,
    date ? `/CreationDate (D:${date}Z)` : "",
    "/Creator (Galley)",
  ].filter(Boolean);
  const object = `\n${size} 0 obj\n<<${fields.join("\n")}>>\nendobj\n`;
  const place = bytes.length + 1;
  const table = bytes.length + object.length;
  const entry = `${String(place).padStart(10, "0")} 00000 n \n`;
  const rest = /\/ID\s*\[[^\]]*\]/.exec(trailer[1] ?? "")?.[0] ?? "";
  const end = `xref\n${size} 1\n${entry}trailer\n<</Size ${size + 1}\n${root}\n/Info ${size} 0 R\n/Prev ${trailer[2]}\n${rest}>>\nstartxref\n${table}\n%%EOF\n`;
  const update = new TextEncoder().encode(object + end);
  const whole = new Uint8Array(bytes.length + update.length);
  whole.set(bytes);
  whole.set(update, bytes.length);
  return whole;
}

/** A text as a hexadecimal string of UTF-16, which needs no escapes. */
function pdfText(text: string): string {
  let hex = "FEFF";
  for (let at = 0; at < text.length; at++) hex += text.charCodeAt(at).toString(16).padStart(4, "0");
  return `<${hex}>`;
}
