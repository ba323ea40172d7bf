import type { ReplacedParagraph, ReplacementQuery } from "../../engine";
import type { TextDocument } from "../../engine/ports/documents";
import type { WindowContext } from "../documents";

/** A file with its matches at the time of reading. */
export type FileMatches = { path: string; document: TextDocument; found: ReplacedParagraph[] };

/** Limits of one batch: files, and characters in total. */
const BATCH = { files: 64, characters: 4_000_000 };

/** Reads files in batches and finds the matches of each batch with one search. Ends early when `signal` aborts. */
export async function* matchesInBatches(
  ctx: WindowContext,
  inFolder: string,
  paths: readonly string[],
  {
    asked,
    signal,
    failed,
  }: { asked: ReplacementQuery; signal: AbortSignal; failed(path: string, error: unknown): void },
): AsyncGenerator<FileMatches[], void> {
  const engine = await ctx.engine();
  for (let at = 0; at < paths.length; ) {
    const batch: Omit<FileMatches, "found">[] = [];
    let size = 0;
    for (; at < paths.length && batch.length < BATCH.files && size < BATCH.characters; at++) {
      if (signal.aborted) return;
      const path = paths[at] as string;
      try {
        const document = await engine.documents.read(path, [inFolder]);
        size += document.text.length;
        batch.push({ path, document });
      } catch (error) {
        failed(path, error);
      }
    }
    const texts = batch.map(({ path, document }) => ({ path, text: document.text }));
    const found = await engine.findReplacements(texts, asked, signal).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (found === null) return;
    yield batch.map((one, index) => ({ ...one, found: found[index] ?? [] }));
  }
}
