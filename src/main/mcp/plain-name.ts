import { agentName } from "../../shared/agent-name";

/** An agent's own name, as it is shown and stored; empty if nothing of it can be shown. */
export const connectedName = (name: string): string => {
  const plain = plainName(name, 100);
  return plain === "" ? "" : agentName(plain);
};

/**
 * A client's name, made safe to show in one line: without line breaks, control characters, or characters that change the direction of writing, and at
 * most `longest` characters long.
 */
export const plainName = (name: string, longest: number): string => {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  const characters = Array.from(plain);
  return characters.length <= longest ? plain : `${characters.slice(0, longest - 1).join("")}…`;
};
