import { ToolError } from "../../ports/tool-error";
import { readPart } from "../package/package-parts";
import { XmlError } from "../package/scan-xml";
import { openZip } from "../package/zip";
import { documentParts, type ShownPart } from "./document-segments";
import { packageDocument } from "./package-document";

/** An e-book: the documents of its reading order, each as Markdown headings and paragraphs. */
export type EpubText = {
  /** The title in the package; null if it has none. */
  title: string | null;
  chapters: EpubChapter[];
};

/** A document of the package. `plain` is `text` without the marks of inline elements (see `MarkedLine`), line by line. */
export type EpubChapter = {
  /** The document's path in the package. */ path: string;
  title: string | null;
  text: string;
  plain: string;
};

/** Reads an EPUB 2 or 3. Skips documents without text and those that are not in the spine. Rejects damaged packages and zip bombs. */
export function readEpub(bytes: Uint8Array, name: string): EpubText {
  try {
    const zip = openZip(bytes, name);
    const found = packageDocument(zip);
    if (found === null) throw new XmlError("it has no package document");
    const chapters = found.documents.flatMap((path): EpubChapter[] => {
      const part = readPart(zip, path);
      const text = part === null ? null : documentText(documentParts(part));
      return text === null || text.text === "" ? [] : [{ path, ...text }];
    });
    return { title: found.title, chapters };
  } catch (error) {
    const isDamaged = error instanceof XmlError || (error instanceof ToolError && error.code === "unsupported");
    if (!isDamaged) throw error;
    const why = error.message.replace(/^.*cannot be read as an Office package: /, "");
    throw new ToolError("unsupported", `${name} cannot be read as an EPUB: ${why}`, {
      hint: "A copy-protected book cannot be read; to repair another one, save it again in an EPUB editor.",
    });
  }
}

/** A document as Markdown: each segment is a paragraph with blank lines around it; a line break in it starts a new line. */
function documentText(parts: readonly ShownPart[]): Omit<EpubChapter, "path"> {
  let title: string | null = null;
  const written = parts.map((part) => {
    if (part.kind === "rule") return { text: "***", plain: "***" };
    const { level, lines } = part.segment;
    const head = level > 0 ? `${"#".repeat(level)} ` : "";
    const plain = lines.map((line) => line.plain).join("\n");
    if (level > 0) title ??= plain;
    return { text: head + lines.map((line) => line.marked).join("\n"), plain: head + plain };
  });
  const joined = (which: "text" | "plain") => written.map((each) => `${each[which]}\n`).join("\n");
  return { title, text: joined("text"), plain: joined("plain") };
}

/** Where each line of a document's text is: its segment and its line in that; null for blank lines and rules. */
export function lineSources(parts: readonly ShownPart[]): ({ part: number; line: number } | null)[] {
  const found: ({ part: number; line: number } | null)[] = [];
  for (const [at, part] of parts.entries()) {
    if (at > 0) found.push(null);
    if (part.kind === "rule") found.push(null);
    else for (const line of part.segment.lines.keys()) found.push({ part: at, line });
  }
  return found;
}
