import { commentMessages } from "./messages";

/** What a comment is about, as a card names it: its words, or its cell or slide with the text in it. */
export function subjectOf({ address, words }: { address?: string | null | undefined; words: string }): string {
  if (address == null) return words;
  const [, slide] = /^slide (\d+)$/.exec(address) ?? [];
  const place = slide === undefined ? address : commentMessages.slide(Number(slide));
  return words === "" ? place : `${place} · ${words}`;
}
