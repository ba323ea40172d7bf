/** By these initials the messages of agents and other programs are known again. */
export const AGENT_INITIALS = "AI";

/** The initials with which somebody signs a comment: at most four letters. */
export function initialsOf({ name, kind }: { name: string; kind: "user" | "agent" | "program" }): string {
  if (kind !== "user") return AGENT_INITIALS;
  const letters = name.split(/[\s._-]+/).flatMap((word) => [...word].slice(0, 1));
  return letters.join("").toUpperCase().slice(0, 4);
}
