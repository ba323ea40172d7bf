const NAME = "galley-rewrite-instructions";
const MOST = 8;
const LONGEST = 500;

/** The user's recent instructions, newest first; empty if local storage is not available. */
export function recentInstructions(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Adds an instruction at the front. */
export function keepInstruction(instruction: string): void {
  if (instruction.length > LONGEST) return;
  const kept = [instruction, ...recentInstructions().filter((each) => each !== instruction)].slice(0, MOST);
  try {
    localStorage.setItem(NAME, JSON.stringify(kept));
  } catch {
    // Ignored: Rewrite works without stored instructions.
  }
}
