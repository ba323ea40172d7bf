import { applyChanges, type Change } from "../../../../core/text/change";
import { ToolError } from "../../ports/tool-error";
import { scanXml } from "./scan-xml";
import type { ZipPackage } from "./zip";

/** An element as it stands in the text of its part: where, and what is in it. */
export type XmlElement = {
  kind: "element";
  /** With the prefix that the caller's table gives its namespace. */
  name: string;
  /** From the `<` of its start tag until past its end tag. */
  from: number;
  to: number;
  /** Between its tags; both are the end of an empty element, which has no room inside. */
  insideFrom: number;
  insideTo: number;
  /** `<a/>`: something can only be put in by writing the whole element anew. */
  isEmpty: boolean;
  /** The attributes that were asked for, by prefixed name. */
  attributes: Readonly<Record<string, string>>;
  parent: XmlElement | null;
  /** What stands in it, in order. */
  nodes: (XmlElement | XmlText)[];
};

/** A stretch of text between tags: where it stands as it is written, and what it says. */
export type XmlText = { kind: "text"; from: number; to: number; text: string };

/** What to take out of a part. */
export type ElementQuery = {
  /** By which prefix each namespace is called here; see `scanXml`. */
  prefixes: Readonly<Record<string, string>>;
  /** The elements to take, by name; what stands in them comes along. Those inside a taken one are not listed again. */
  take(name: string, from: number): boolean;
  /** Attributes to keep, by prefixed name. */
  attributes: readonly string[];
};

/** The elements of a text that are asked for, each with all that stands in it. Throws `XmlError` as `scanXml` does. */
export function takeElements(xml: string, { prefixes, take, attributes }: ElementQuery): XmlElement[] {
  const taken: XmlElement[] = [];
  let open: XmlElement | null = null;
  scanXml(xml, prefixes, {
    open(name, tag) {
      const { from, to } = tag;
      if (open === null && !take(name, from)) return;
      const kept: Record<string, string> = {};
      for (const attribute of attributes) {
        const value = tag.attribute(attribute);
        if (value !== null) kept[attribute] = value;
      }
      const element: XmlElement = {
        ...{ kind: "element", name, from, to, insideFrom: to, insideTo: to },
        ...{ isEmpty: xml.charCodeAt(to - 2) === 0x2f, attributes: kept, parent: open, nodes: [] },
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
  });
  return taken;
}

/** The elements that stand directly in one, of one name or all. */
export function elementsIn({ nodes }: XmlElement, name?: string): XmlElement[] {
  return nodes.flatMap((node) => (node.kind === "element" && (name === undefined || node.name === name) ? [node] : []));
}

/** A part that is being edited: spans of its text are replaced, every other byte stays as it is. */
export type EditedPart = {
  name: string;
  xml: string;
  /** Puts `insert` where `from`–`to` stood. Spans may come in any order and must not overlap. */
  splice(from: number, to: number, insert: string): void;
  /** The new bytes; null where nothing was replaced. */
  bytes(): Uint8Array | null;
};

/** Opens a part for edits; null where there is none. Refuses one whose text is not wholly UTF-8 or UTF-16, which could not be written back. */
export function editPart(zip: ZipPackage, name: string): EditedPart | null {
  const before = zip.read(name);
  if (before === null) return null;
  const { xml, encode } = decoded(before);
  if (!before.equals(encode(xml)))
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
      // Two insertions at one place stay in the order in which they came.
      return encode(
        applyChanges(
          xml,
          changes.slice().sort((one, other) => one.from - other.from || one.to - other.to),
        ),
      );
    },
  };
}

/** Text as it stands between tags. Characters that XML cannot hold are left out. */
export const escapedText = (text: string): string => cleaned(text).replace(/[&<>]/g, (sign) => entities[sign] ?? sign);

/** Text as it stands in an attribute with double quotes. */
export const escapedAttribute = (text: string): string =>
  cleaned(text).replace(/[&<>"\n\t\r]/g, (sign) => entities[sign] ?? sign);

const entities: Record<string, string> = {
  ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" },
  ...{ "\n": "&#10;", "\t": "&#9;", "\r": "&#13;" },
};

/** Without the control characters and lone surrogates that no XML 1.0 text may hold. */
const cleaned = (text: string): string =>
  text.toWellFormed().replace(/(?![\n\r\t\u0080-\u009f])\p{Cc}|[\ufffe\uffff]/gu, "");

function decoded(bytes: Buffer): { xml: string; encode(text: string): Buffer } {
  // The mark stays a character of the text, and so is written back.
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return { xml: bytes.toString("utf16le"), encode: (text) => Buffer.from(text, "utf16le") };
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return {
      xml: Buffer.from(bytes.subarray(0, bytes.length & ~1))
        .swap16()
        .toString("utf16le"),
      encode: (text) => Buffer.from(text, "utf16le").swap16(),
    };
  return { xml: bytes.toString("utf8"), encode: (text) => Buffer.from(text) };
}

/** What the file calls the namespace of an element: `w:`, or nothing where it is the default one. */
export function prefixOf(xml: string, { from }: Pick<XmlElement, "from">): string {
  return /^<([^\s/>:]+:)?/.exec(xml.slice(from, from + 200))?.[1] ?? "";
}
