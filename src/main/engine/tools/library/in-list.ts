import { spokenName } from "../../../../core/text/spoken-name";

const mostNamed = 10;

/** Names in a list, at most ten, then the number of the others. */
export function inList(names: readonly string[]): string {
  const shown = names
    .slice(0, mostNamed)
    .map((name) => (name === "" ? '""' : spokenName(name.length > 100 ? `${name.slice(0, 97)}...` : name)));
  const more = names.length > mostNamed ? ` ... and ${names.length - mostNamed} more` : "";
  return `${shown.join(", ")}${more}`;
}
