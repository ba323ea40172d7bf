import { applyChanges, type Change } from "../../../core/text/change";
import {
  changeLineEndings,
  describeLineEnding,
  type LineEndings,
  readLineEndings,
  restoreLineEndings,
  withPlainBreaks,
} from "../../../core/text/line-endings";
import type { EditedContent, TextDocument } from "../ports/documents";
import type { StoredFile } from "../ports/file-store";
import { ToolError } from "../ports/tool-error";
import { decodeText, type Encoding, encodeText, utf8 } from "../storage/encodings/encoding";

/** A decoded file, with what is needed to encode an edited text in the same way. */
export type TextFile = { document: TextDocument; encoding: Encoding; endings: LineEndings };

/**
 * Decodes bytes as text. `name` is the file's name in errors; bytes that are not text are rejected as `binary`. If the encoding is `known`, it is not
 * detected.
 */
export function openTextFile(stored: StoredFile, name: string, known?: Encoding): TextFile {
  const decoded = decodeText(stored.bytes, known);
  if (decoded.status === "binary")
    throw new ToolError("binary", `${name} is a binary file (it has a NUL byte in its first 8 KiB)`);
  const { text, endings } = readLineEndings(decoded.raw);
  const lineEnding = describeLineEnding(endings);
  const warnings = [...decoded.warnings];
  if (lineEnding === "mixed") warnings.push("the file mixes line endings; every line keeps its own");
  const { realPath, version, writable } = stored;
  const document = { realPath, text, version, encoding: decoded.encoding.name, lineEnding, writable, warnings };
  return { document, encoding: decoded.encoding, endings };
}

/** The bytes of `current` (null: a new file) after `edited`. No byte outside the edited spans changes. */
export function editedBytes(current: TextFile | null, edited: EditedContent, name: string): Uint8Array {
  if ("bytes" in edited) return edited.bytes;
  const encoding = current?.encoding ?? utf8;
  const raw = "content" in edited ? fullText(current, edited.content) : changedText(current, edited.changes);
  const encoded = encodeText(raw, encoding);
  switch (encoded.status) {
    case "bytes":
      return encoded.bytes;
    case "unencodable":
      throw new ToolError(
        "encoding",
        `${name} is ${encoding.name}, which cannot hold ${described(encoded.characters)}`,
        {
          hint: "Use other characters; the file keeps its encoding.",
        },
      );
    case "not editable":
      throw new ToolError(
        "encoding",
        `${name} was read as ${encoding.name}, but not exactly: it can be read, not edited`,
        {
          hint: "Write the text to a new file instead.",
        },
      );
  }
}

function changedText(current: TextFile | null, changes: readonly Change[]): string {
  const plain = changes.map(({ from, to, insert }) => ({ from, to, insert: withPlainBreaks(insert) }));
  if (current === null) return applyChanges("", plain);
  const { document, endings } = current;
  return restoreLineEndings(applyChanges(document.text, plain), changeLineEndings(endings, document.text, plain));
}

const breaks: Record<string, string> = { CRLF: "\r\n", CR: "\r" };

/** Plain content gets the file's uniform line ending, and its byte order mark or the lack of one. */
function fullText(current: TextFile | null, content: string): string {
  if (current === null) return content;
  const body = content.startsWith("\uFEFF") ? content.slice(1) : content;
  const own = breaks[current.document.lineEnding];
  return own === undefined || body.includes("\r") ? body : body.replaceAll("\n", own);
}

function described(characters: readonly string[]): string {
  const names = characters.map((character) => {
    const code = character.codePointAt(0) ?? 0;
    const isLone = code >= 0xd800 && code <= 0xdfff;
    const point = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
    return isLone ? `half a surrogate pair (${point})` : `“${character}” (${point})`;
  });
  return names.join(", ");
}
