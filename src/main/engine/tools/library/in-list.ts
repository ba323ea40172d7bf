import { printableName } from "../../../../core/text/printable-name";

const MAX_NAMED = 10;

/** Names in a list, at most ten, then the number of the others. */
export function inList(names: readonly string[]): string {
  const shown = names
    .slice(0, MAX_NAMED)
    .map((name) => (name === "" ? '""' : printableName(name.length > 100 ? `${name.slice(0, 97)}...` : name)));
  const more = names.length > MAX_NAMED ? ` ... and ${names.length - MAX_NAMED} more` : "";
  return `${shown.join(", ")}${more}`;
}
