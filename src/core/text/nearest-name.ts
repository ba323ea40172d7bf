/**
 * The known names that a mistyped name probably means, nearest first: at most a third of the letters are wrong, or one name contains the
 * other. Names of more than 100 characters are not treated as typing errors.
 */
export function nearestNames(name: string, known: readonly string[], most = 3): string[] {
  if (name.length > 100) return [];
  const wanted = plain(name);
  return known
    .map((candidate) => ({ candidate, distance: distanceTo(wanted, plain(candidate)) }))
    .filter(({ distance }) => Math.floor(distance) <= Math.max(1, Math.floor(wanted.length / 3)))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

/** Ignores case and separators: `lineFrom`, `line-from` and `line_from` are the same name. */
const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, "");

function distanceTo(wanted: string, candidate: string): number {
  const isPart =
    Math.min(wanted.length, candidate.length) >= 4 && (candidate.includes(wanted) || wanted.includes(candidate));
  const asPart = isPart ? 1 + Math.abs(wanted.length - candidate.length) / 1000 : Number.POSITIVE_INFINITY;
  return Math.min(editDistance(wanted, candidate), asPart);
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1));
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
