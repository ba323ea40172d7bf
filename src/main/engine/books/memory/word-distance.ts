/** How many words must be put in, left out or replaced to get from one list to the other; `most + 1` if more than `most`. */
export function wordDistance(before: readonly number[], after: readonly number[], most: number): number {
  let from = 0;
  let [to, end] = [before.length, after.length];
  while (from < to && from < end && before[from] === after[from]) from++;
  while (to > from && end > from && before[to - 1] === after[end - 1]) {
    to--;
    end--;
  }
  const [rows, columns] = [to - from, end - from];
  if (Math.abs(rows - columns) > most) return most + 1;
  if (rows === 0 || columns === 0) return Math.max(rows, columns);
  const over = most + 1;
  // Cells further than `most` from the diagonal cannot lead to a distance of at most `most`.
  let row = new Int32Array(columns + 2).fill(over);
  let next = new Int32Array(columns + 2).fill(over);
  for (let column = 0; column <= Math.min(columns, most); column++) row[column] = column;
  for (let at = 1; at <= rows; at++) {
    const first = Math.max(1, at - most);
    const last = Math.min(columns, at + most);
    next[first - 1] = first === 1 && at <= most ? at : over;
    let least = next[first - 1] ?? over;
    const own = before[from + at - 1];
    for (let column = first; column <= last; column++) {
      const same = (row[column - 1] ?? over) + (own === after[from + column - 1] ? 0 : 1);
      const cell = Math.min(same, (row[column] ?? over) + 1, (next[column - 1] ?? over) + 1, over);
      next[column] = cell;
      if (cell < least) least = cell;
    }
    if (least > most) return over;
    [row, next] = [next, row];
  }
  return row[columns] ?? over;
}

/** The steps that `wordDistance` takes at most. */
export const distanceSteps = (before: number, after: number, most: number): number =>
  Math.max(1, Math.min(before, after)) * Math.min(after + 1, 2 * most + 1);
