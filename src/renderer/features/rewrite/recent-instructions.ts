const NAME = "galley-rewrite-instructions";
const MAX_INSTRUCTIONS = 8;
const MAX_LENGTH = 500;

/** The user's recent instructions, newest first; empty if local storage is not available. */
export function recentInstructions(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(kept) ? kept.filter((each) => typeof each === "string").slice(0, MAX_INSTRUCTIONS) : [];
  } catch {
    return [];
  }
}

/** Adds an instruction at the front. */
export function keepInstruction(instruction: string): void {
  if (instruction.length > MAX_LENGTH) return;
  const kept = [instruction, ...recentInstructions().filter((each) => each !== instruction)].slice(0, MAX_INSTRUCTIONS);
  try {
    localStorage.setItem(NAME, JSON.stringify(kept));
  } catch {
    // Ignored: Rewrite works without stored instructions.
  }
}
