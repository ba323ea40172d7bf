/**
 * Why a version was written: on the first line what was done, in Galley's own words (`patch`), on the second the writer's note, if there is one.
 * Both are one text, so that an older Galley, which shares the history and the reviews and accepts no unknown fields, keeps and shows the note.
 */

import { MAX_REASON_NOTE } from "../limits";
import type { Writer } from "./writer";

/** The longest first line, in UTF-16 units: reasons of up to 1,000 are accepted everywhere. */
const MAX_DONE = 800;

/** The text that is stored. A note of blanks is none. */
export function withNote(done: string, note: string | undefined): string {
  const first = oneLine(done).slice(0, MAX_DONE).toWellFormed();
  const second = oneLine(note ?? "")
    .slice(0, MAX_REASON_NOTE)
    .toWellFormed();
  return second === "" ? first : `${first}\n${second}`;
}

/** What was done, and the note; absent if there is none. */
export function reasonParts(stored: string): { reason: string; note?: string } {
  const end = stored.indexOf("\n");
  if (end < 0) return { reason: stored };
  const note = oneLine(stored.slice(end + 1));
  return { reason: stored.slice(0, end), ...(note !== "" && { note }) };
}

/** The parts of a version's stored reason. Only agents leave notes; what others did may be named in several lines. */
export const versionReason = ({ kind }: Writer, stored: string): { reason: string; note?: string } =>
  kind === "agent" ? reasonParts(stored) : { reason: stored };

// Control characters would break the line or hide what follows.
const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, " ").trim();
