import type { XmlElement } from "./splice-xml";

/** Where a character of an element's own text is in the source of its part; null inside a CDATA section. */
export function rawOffset(xml: string, { nodes }: Pick<XmlElement, "nodes">, offset: number): number | null {
  let left = offset;
  for (const node of nodes) {
    if (node.kind !== "text") continue;
    if (left > node.text.length) {
      left -= node.text.length;
      continue;
    }
    const raw = xml.slice(node.from, node.to);
    if (raw.startsWith("<![CDATA[")) return left === 0 ? node.from : left === node.text.length ? node.to : null;
    return node.from + rawLength(raw, left);
  }
  return null;
}

/** How much of a source with entities makes this many characters. */
export function rawLength(raw: string, characters: number): number {
  let at = 0;
  for (let count = 0; count < characters && at < raw.length; ) {
    const entity =
      raw[at] === "&" ? /^&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|\w{1,32});/.exec(raw.slice(at, at + 40)) : null;
    const [whole, hex, decimal] = entity ?? [];
    const point = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal ?? 0);
    at += whole?.length ?? 1;
    count += point > 0xffff ? 2 : 1;
  }
  return at;
}
