import { plainName } from "./plain-name";

/** One line that describes a call to the user: `text_editor patch notes.md`. */
export const describeCall = (name: string, given: unknown): string => {
  const parts = [name];
  if (typeof given === "object" && given !== null) {
    const { action, path, file } = given as Record<string, unknown>;
    for (const word of [action, path ?? file]) if (typeof word === "string" && word !== "") parts.push(word);
  }
  return plainName(parts.join(" "), 160);
};
