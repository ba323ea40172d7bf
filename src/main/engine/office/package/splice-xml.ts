import { isUtf8 } from "node:buffer";
import type { Change } from "../../../../core/text/change";
import { ToolError } from "../../ports/tool-error";
import { scanXml, type XmlHandler, type XmlRange } from "./scan-xml";
import type { ZipPackage } from "./zip";

/** An element, its range in the text of its part, and its contents. */
export type XmlElement = {
  kind: "element";
  /** With the prefix that the caller's table gives to its namespace. */
  name: string;
  /** From the `<` of its start tag to after its end tag. */
  from: number;
  to: number;
  /** The range between its tags; for an empty element, both are its end. */
  insideFrom: number;
  insideTo: number;
  /** `<a/>`: to insert something, the whole element must be rewritten. */
  isEmpty: boolean;
  /** The requested attributes, by prefixed name. */
  attributes: Readonly<Record<string, string>>;
  parent: XmlElement | null;
  /** Its contents, in order. */
  nodes: (XmlElement | XmlText)[];
};

/** A text between tags: its range in the source, and its decoded text. */
export type XmlText = { kind: "text"; from: number; to: number; text: string };

/** Which elements to take from a part. */
export type ElementQuery = {
  /** The prefix to use for each namespace; see `scanXml`. */
  prefixes: Readonly<Record<string, string>>;
  /** The elements to take, by name, with their contents. Elements inside a taken one are not listed again. */
  take(name: string, from: number): boolean;
  /** Attributes to keep, by prefixed name. */
  attributes: readonly string[];
};

/** The requested elements of a text, or of a range of it, each with its contents. Throws `XmlError` as `scanXml` does. */
export function takeElements(
  xml: string,
  { prefixes, take, attributes }: ElementQuery,
  range: XmlRange | null = null,
): XmlElement[] {
  const taken: XmlElement[] = [];
  let open: XmlElement | null = null;
  const handler: XmlHandler = {
    open(name, tag) {
      const { from, to } = tag;
      if (open === null && !take(name, from)) return;
      const kept: Record<string, string> = {};
      for (const attribute of attributes) {
        const value = tag.attribute(attribute);
        if (value !== null) kept[attribute] = value;
      }
      const element: XmlElement = {
        kind: "element",
        name,
        from,
        to,
        insideFrom: to,
        insideTo: to,
        isEmpty: xml.charCodeAt(to - 2) === 0x2f,
        attributes: kept,
        parent: open,
        nodes: [],
      };
      if (open === null) taken.push(element);
      else open.nodes.push(element);
      open = element;
    },
    close(_name, from, to) {
      if (open === null) return;
      open.insideTo = from;
      open.to = to;
      open = open.parent;
    },
    text(text, from, to) {
      open?.nodes.push({ kind: "text", from, to, text });
    },
  };
  scanXml(xml, prefixes, handler, range);
  return taken;
}

/** Where an element begins, and its end if that is known. */
export type ElementRange = { from: number; to?: number };

/** Above this number of elements, one scan of the whole part is cheaper. */
const MAX_SINGLE = 20;

/** The elements of a part at these ranges, with their contents, by their offsets. Few of them, whose ends are known, cost no scan of the part. */
export function elementsAt(
  xml: string,
  ranges: readonly ElementRange[],
  query: Omit<ElementQuery, "take">,
): Map<number, XmlElement> {
  const offsets = new Set(ranges.map(({ from }) => from));
  const known = ranges.flatMap(({ from, to }) => (to === undefined ? [] : [{ from, to }]));
  const isCheap = offsets.size <= MAX_SINGLE && known.length === ranges.length && hasRootsNamespaces(xml, known);
  const found = isCheap
    ? known.flatMap((range) => takeElements(xml, { ...query, take: (_name, from) => from === range.from }, range))
    : takeElements(xml, { ...query, take: (_name, from) => offsets.has(from) });
  return new Map(found.map((element) => [element.from, element]));
}

const declarations = /\bxmlns(?::([^\s=]+))?\s*=/g;

/** Whether the prefixes in these ranges mean what the root declares, whatever the elements before and around them declare. */
function hasRootsNamespaces(xml: string, ranges: readonly XmlRange[]): boolean {
  const [root] = /<(?![?!])(?:"[^"]*"|'[^']*'|[^"'>])*>/.exec(xml) ?? [""];
  const before = xml.slice(xml.indexOf(root) + root.length, Math.max(...ranges.map(({ from }) => from)));
  if (!before.includes("xmlns")) return true;
  const inside = ranges.map(({ from, to }) => xml.slice(from, to));
  const declared = new Set(Array.from(before.matchAll(declarations), ([, prefix]) => prefix));
  return [...declared].every((prefix) => prefix !== undefined && !inside.some((part) => part.includes(`${prefix}:`)));
}

/** The direct children of an element, all or those with a name. */
export function elementsIn({ nodes }: XmlElement, name?: string): XmlElement[] {
  return nodes.flatMap((node) => (node.kind === "element" && (name === undefined || node.name === name) ? [node] : []));
}

/** A part that is being edited: ranges of its text are replaced, and every other byte stays the same. */
export type EditedPart = {
  name: string;
  xml: string;
  /** Replaces `from`–`to` with `insert`. Ranges may come in any order and must not overlap. */
  splice(from: number, to: number, insert: string): void;
  /** The new bytes; null if nothing was replaced. */
  bytes(): Uint8Array | null;
};

/**
 * Opens a part for editing; null if there is none. Rejects a part that is not valid UTF-8 or UTF-16, since it could not be written back.
 */
export function editPart(zip: ZipPackage, name: string): EditedPart | null {
  const before = zip.read(name);
  if (before === null) return null;
  const { xml, encode, lengthOf, isExact } = decoded(before);
  if (!isExact)
    throw new ToolError("encoding", `${name} in this package is not written in UTF-8, so it cannot be edited`, {
      hint: "Open and save it in an office program, then try again.",
    });
  const changes: Change[] = [];
  return {
    name,
    xml,
    splice(from, to, insert) {
      changes.push({ from, to, insert });
    },
    bytes() {
      if (changes.length === 0) return null;
      // Two insertions at the same offset stay in the order in which they were made.
      const sorted = changes.toSorted((one, other) => one.from - other.from || one.to - other.to);
      const pieces: Uint8Array[] = [];
      let at = 0;
      let byte = 0;
      for (const { from, to, insert } of sorted) {
        if (from < at || to < from || to > xml.length) throw new RangeError(`edits of ${name} overlap`);
        const kept = byte + lengthOf(xml.slice(at, from));
        pieces.push(before.subarray(byte, kept), encode(insert));
        byte = kept + lengthOf(xml.slice(from, to));
        at = to;
      }
      return Buffer.concat([...pieces, before.subarray(byte)]);
    },
  };
}

/** The text of a part with its encoding: `isExact` if its bytes are exactly this text, and `lengthOf` counts the bytes of a part of it. */
type DecodedPart = { xml: string; encode(text: string): Buffer; lengthOf(text: string): number; isExact: boolean };

function decoded(bytes: Buffer): DecodedPart {
  const utf16 = { lengthOf: (text: string) => 2 * text.length, isExact: bytes.length % 2 === 0 };
  // The byte order mark stays a character of the text.
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { xml: bytes.toString("utf16le"), encode: (text) => Buffer.from(text, "utf16le"), ...utf16 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return {
      xml: Buffer.from(bytes.subarray(0, bytes.length & ~1))
        .swap16()
        .toString("utf16le"),
      encode: (text) => Buffer.from(text, "utf16le").swap16(),
      ...utf16,
    };
  return {
    xml: bytes.toString("utf8"),
    encode: (text) => Buffer.from(text),
    lengthOf: (text) => Buffer.byteLength(text),
    isExact: isUtf8(bytes),
  };
}

/** The prefix of an element in the file, `w:`; empty for the default namespace. */
export function prefixOf(xml: string, { from }: Pick<XmlElement, "from">): string {
  return /^<([^\s/>:]+:)?/.exec(xml.slice(from, from + 200))?.[1] ?? "";
}
