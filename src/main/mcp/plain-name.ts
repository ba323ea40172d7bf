/**
 * A name that somebody else chose, safe to show in one line: no line breaks, no control characters, none that turn
 * the direction of writing, at most `longest` characters.
 */
export const plainName = (name: string, longest: number): string => {
  const plain = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  const characters = Array.from(plain);
  return characters.length <= longest ? plain : `${characters.slice(0, longest - 1).join("")}…`;
};
