/** Where a sentence ends: after its last sign and what closes it, before what can begin the next one. */
const ends =
  /[.!?…։।؟۔]+["'”’»›)\]*_]*\s+(?=["'“‘„«‹¿¡([*_<]*[\p{Lu}\p{Lt}\p{Lo}\p{N}])|[。！？]+[”’」』）)"*_]*\s*(?=\S)/gu;

/**
 * The sentences of a text that have letters, without the blanks around them. Many times faster than `Intl.Segmenter`, whose results for a large book
 * also take long to free.
 */
export function splitSentences(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  const add = (to: number) => {
    const sentence = text.slice(from, to).trim();
    if (/\p{L}/u.test(sentence)) found.push(sentence);
    from = to;
  };
  for (const { 0: end, index } of text.matchAll(ends)) add(index + end.length);
  add(text.length);
  return found;
}
