import { applied, editProperties, type TextEdit } from "./edit-properties";
import { frontSource, readProperties } from "./front-properties";

/**
 * What a template adds to a text: `front` is the edit of the text's properties, and `body` what is for the cursor. Properties that the text has keep
 * their values; lists get the items that they lack. If the properties of either cannot be read, the whole template is the body.
 */
export function mergeTemplate(text: string, template: string): { front: TextEdit | null; body: string } {
  const source = frontSource(template);
  const added = readProperties(template);
  const before = frontSource(text);
  const known = readProperties(text);
  if (source === null || added.status !== "read" || known.status === "invalid") return { front: null, body: template };
  const body = template.slice(source.to);
  if (before === null) return { front: { from: 0, to: 0, insert: template.slice(0, source.to) }, body };
  let merged = text.slice(0, before.to);
  for (const { name, kind, items, from, to } of added.properties) {
    const now = readProperties(merged);
    const front = frontSource(merged);
    if (now.status !== "read" || front === null) return { front: null, body: template };
    const at = now.properties.findIndex((property) => property.name === name);
    if (at < 0) {
      const end = front.from + front.yaml.length;
      merged = applied(merged, [{ from: end, to: end, insert: template.slice(from, to) }]);
    } else if (kind === "list" && now.properties[at]?.kind === "list") {
      for (const item of items) merged = withItem(merged, name, item);
    }
  }
  return { front: difference(text.slice(0, before.to), merged), body };
}

/** Where the properties of a text end, with their closing line; 0 if it has none. */
export const endOfProperties = (text: string): number => frontSource(text)?.to ?? 0;

function withItem(text: string, name: string, item: string): string {
  const now = readProperties(text);
  if (now.status !== "read") return text;
  const at = now.properties.findIndex((property) => property.name === name);
  if (now.properties[at]?.items.includes(item)) return text;
  return applied(text, editProperties(text, { do: "add item", at, text: item }) ?? []);
}

/** The edit from one text to another, without what they have in common at both ends; null if they are equal. */
function difference(before: string, after: string): TextEdit | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let same = 0;
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same++;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
