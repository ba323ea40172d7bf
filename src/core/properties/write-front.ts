import { stringify } from "yaml";

/** Values as front matter, with its marks and a line break at the end; names in `empty` follow without a value. */
export function writeFront(values: Readonly<Record<string, unknown>>, empty: readonly string[] = []): string {
  const front = stringify(values, { aliasDuplicateObjects: false, lineWidth: 0 });
  return `---\n${front}${empty.map((name) => `${name}:\n`).join("")}---\n`;
}
