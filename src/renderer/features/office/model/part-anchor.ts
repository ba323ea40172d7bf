/** The index of a part after others were added or removed: the nearest to where it was; null if it is no longer there or not loaded. */
export function indexOfPart(
  parts: { at(index: number): { id: string } | undefined },
  total: number,
  { id, index }: { id: string; index: number },
): number | null {
  for (let distance = 0; distance <= Math.max(index, total - index); distance++)
    for (const each of [index - distance, index + distance])
      if (each >= 0 && each < total && parts.at(each)?.id === id) return each;
  return null;
}
