const NAME = "galley-rewrite-instructions";
const MOST = 8;
const LONGEST = 500;

/** What the person asked for lately, the newest first; none where the page may not keep anything. */
export function recentInstructions(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Puts an instruction in front of the others. */
export function keepInstruction(instruction: string): void {
  if (instruction.length > LONGEST) return;
  const kept = [instruction, ...recentInstructions().filter((each) => each !== instruction)].slice(0, MOST);
  try {
    localStorage.setItem(NAME, JSON.stringify(kept));
  } catch {
    // A list of conveniences: without room for it the rewrite is as good.
  }
}
