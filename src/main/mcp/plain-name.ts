import { agentName } from "../../shared/agent-name";

/** What an agent calls itself, as it is shown and stored; empty where nothing of it can be shown. */
export const connectedName = (name: string): string => {
  const plain = plainName(name, 100);
  return plain === "" ? "" : agentName(plain);
};

/**
 * A name that somebody else chose, safe to show in one line: no line breaks, no control characters, none that turn
 * the direction of writing, at most `longest` characters.
 */
export const plainName = (name: string, longest: number): string => {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  const characters = Array.from(plain);
  return characters.length <= longest ? plain : `${characters.slice(0, longest - 1).join("")}…`;
};
