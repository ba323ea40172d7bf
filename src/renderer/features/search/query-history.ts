/** The maximum number of queries remembered. */
const MAX_PAST = 50;

/** Earlier queries, for the arrow keys in the search field. */
export function createQueryHistory() {
  /** Oldest first. */
  const past: string[] = [];
  /** Which one is shown; null for what was typed. */
  let shown: number | null = null;
  let typed = "";
  return {
    remember(text: string): void {
      if (text === "" || past.at(-1) === text) return;
      const at = past.indexOf(text);
      if (at >= 0) past.splice(at, 1);
      past.push(text);
      if (past.length > MAX_PAST) past.shift();
    },
    /** The previous or next query; null at the ends. After the last one comes what was typed: `current`, at the first step. */
    recall(by: -1 | 1, current: string): string | null {
      if (shown === null) {
        if (by > 0) return null;
        typed = current;
        shown = past.length;
        if (past.at(-1) === typed) shown -= 1;
      }
      const next = shown + by;
      if (next < 0) return null;
      shown = next >= past.length ? null : next;
      return past[next] ?? typed;
    },
    /** Ends going through earlier queries, because the user types. */
    leave(): void {
      shown = null;
    },
  };
}
