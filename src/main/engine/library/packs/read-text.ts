import { ToolError } from "../../ports/tool-error";
import { limits } from "../entries/document-limits";

/** The error for a file larger than a document may be. */
export function tooLarge(name: string, bytes: number): ToolError {
  const most = `${limits.file.toLocaleString("en")} (${limits.file / 1024 / 1024} MiB)`;
  return new ToolError("too_large", `${name} has ${bytes.toLocaleString("en")} bytes; a document may have ${most}`, {
    hint: "Split it into several documents.",
  });
}

/** Decodes the text of a document's file: UTF-8, or UTF-16 with a byte order mark. Line breaks become `\n`. */
export function readText(bytes: Uint8Array, name: string): string {
  if (bytes.length > limits.file) throw tooLarge(name, bytes.length);
  const encoding = encodingOf(bytes);
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new ToolError("encoding", `${name} is not valid ${encoding.toUpperCase()}`, {
      hint: "Save it as UTF-8 and add it again.",
    });
  }
  if (text.includes("\0")) throw new ToolError("binary", `${name} contains NUL characters, so it is not text`);
  return text.replace(/\r\n?/g, "\n");
}

function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return "utf-8";
}
