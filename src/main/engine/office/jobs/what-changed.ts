import { difference } from "../../../../core/diff/difference";
import { changedLines } from "../../../../core/text/changed-lines";
import type { OfficeFormat } from "../../../../core/text/format";
import { readPackage } from "../formats/read-package";

const MAX_NAMED = 10;
const MAX_QUOTED = 40;

/** Two versions of a package. */
export type TwoVersions = { old: Uint8Array; bytes: Uint8Array; format: OfficeFormat; name: string };

/**
 * Which paragraphs differ, as the end of a sentence; empty if either version cannot be read. Rows and slide texts are quoted, since readers
 * of cells or slides do not know their paragraph numbers.
 */
export function whatChanged({ old, bytes, format, name }: TwoVersions): string {
  try {
    const before = readPackage(old, format, name);
    const after = readPackage(bytes, format, name);
    if (before.text === after.text) return ": its text is as it was, something else in it is different now";
    const changes = difference(before.text, after.text);
    const lines = changedLines({ before: before.text, after: after.text, changes });
    const numbers = after.paragraphs.flatMap(({ line_from, line_to }, index) =>
      lines.some(({ from, to }) => from <= line_to && to >= line_from) ? [index + 1] : [],
    );
    if (numbers.length === 0) return ": it is empty now";
    const isText = format === "docx" || format === "odt";
    const named = numbers.slice(0, MAX_NAMED);
    const names = (isText ? named : named.map((number) => quoted(after.paragraphs[number - 1]?.text ?? ""))).join(", ");
    const more = numbers.length > MAX_NAMED ? ` ... and ${numbers.length - MAX_NAMED} more` : "";
    if (!isText) return `: different now ${numbers.length === 1 ? "is" : "are"} ${names}${more}`;
    return `: ${numbers.length === 1 ? "paragraph" : "paragraphs"} ${names}${more} ${numbers.length === 1 ? "is" : "are"} different now`;
  } catch {
    return "";
  }
}

const quoted = (text: string): string =>
  JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED).toWellFormed()}…` : text);
