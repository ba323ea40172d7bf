import { codeOfDetected } from "../../../core/text/language-codes";
import type { Book } from "./book/book";
import { loadDetection } from "./quality/languages";

/** How much of the source its language is detected from, in characters. */
const MAX_DETECTED = 20_000;

const known = new WeakMap<Book["chapters"], Promise<string | null>>();

/** The language of a book's source as a code; null if it is not clear. */
export function sourceLanguage({ chapters }: Book): Promise<string | null> {
  const found = known.get(chapters) ?? languageOf(textsOf(chapters));
  known.set(chapters, found);
  // One that failed is not kept.
  found.catch(() => known.delete(chapters));
  return found;
}

function* textsOf(chapters: Book["chapters"]): Generator<string> {
  for (const { paragraphs } of chapters) for (const { text, isBlank } of paragraphs) if (!isBlank) yield text;
}

/** The language that these texts are in, as a code; null if it is not clear. */
export async function languageOf(texts: Iterable<string>): Promise<string | null> {
  let sample = "";
  for (const text of texts) {
    sample += `${text}\n`;
    if (sample.length > MAX_DETECTED) break;
  }
  const [detected] = (await loadDetection())(sample)[0] ?? ["und"];
  return codeOfDetected(detected);
}
