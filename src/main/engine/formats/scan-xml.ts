/** What a scan hears of a document, in order. */
export type XmlHandler = {
  /** `name` has the prefix that `prefixes` gives its namespace; an empty element is closed at once. */
  open(name: string, tag: XmlTag): void;
  close(name: string): void;
  /** Text with its entities resolved; one stretch may come in several pieces. */
  text(text: string): void;
};

/** The start tag at hand, whose attributes are only read where they are asked for. */
export type XmlTag = {
  /** The value of an attribute by its prefixed name, or null. */
  attribute(name: string): string | null;
};

/** Why a text is no XML that we read. */
export class XmlError extends Error {
  override readonly name = "XmlError";
}

const predefined: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
const deepest = 10_000;

/**
 * Goes through XML once, without building anything. `prefixes` says by which prefix each namespace is called here, whatever
 * the document calls it. A document type is refused, and with it every entity of its own: nothing is expanded, nothing fetched.
 */
export function scanXml(xml: string, prefixes: Readonly<Record<string, string>>, handler: XmlHandler): void {
  const names = new Map<string, string>();
  const own = new Map<string, string>([["xml", "xml"]]);
  const open: string[] = [];
  let at = xml.charCodeAt(0) === 0xfeff ? 1 : 0;
  let tagFrom = 0;
  let tagTo = 0;

  const canonical = (raw: string): string => {
    const known = names.get(raw);
    if (known !== undefined) return known;
    const colon = raw.indexOf(":");
    const prefix = colon < 0 ? "" : raw.slice(0, colon);
    const ours = own.get(prefix);
    const local = raw.slice(colon + 1);
    const name = ours === undefined || ours === "" ? (ours === "" ? local : raw) : `${ours}:${local}`;
    names.set(raw, name);
    return name;
  };
  const tag: XmlTag = {
    attribute(name) {
      const written = xml.slice(tagFrom, tagTo);
      // Most tags do not have what is asked for, under whatever prefix.
      if (!written.includes(name.slice(name.indexOf(":") + 1))) return null;
      // The usual spelling, found without reading the others.
      const colon = name.indexOf(":");
      const isOwnSpelling = colon < 0 || own.get(name.slice(0, colon)) === name.slice(0, colon);
      if (isOwnSpelling && !written.includes("'")) {
        const at = written.indexOf(`${name}="`);
        if (at > 0 && written.charCodeAt(at - 1) <= 0x20) {
          const start = at + name.length + 2;
          return resolved(written.slice(start, written.indexOf('"', start)));
        }
      }
      for (const [, raw = "", double, single] of written.matchAll(attributes)) {
        if (attributeName(raw) === name) return resolved(double ?? single ?? "");
      }
      return null;
    },
  };
  // An attribute without a prefix belongs to no namespace.
  const attributeName = (raw: string): string => (raw.includes(":") ? canonical(raw) : raw);

  while (at < xml.length) {
    const lt = xml.indexOf("<", at);
    if (lt < 0) {
      if (open.length > 0) throw new XmlError("it is cut off");
      break;
    }
    if (lt > at && open.length > 0) handler.text(resolved(xml.slice(at, lt)));
    const next = xml.charCodeAt(lt + 1);
    if (next === 0x2f) {
      const gt = past(xml, ">", lt);
      const name = open.pop();
      if (name === undefined || !isClosing(xml, lt + 2, gt - 1, name)) throw new XmlError("its tags do not match");
      handler.close(canonical(name));
      at = gt;
    } else if (next === 0x3f) at = past(xml, "?>", lt);
    else if (next === 0x21) {
      if (xml.startsWith("<!--", lt)) at = past(xml, "-->", lt + 4);
      else if (xml.startsWith("<![CDATA[", lt)) {
        at = past(xml, "]]>", lt);
        if (open.length > 0) handler.text(xml.slice(lt + 9, at - 3));
      } else throw new XmlError("it has a document type of its own, which is not read");
    } else {
      const gt = tagEnd(xml, lt);
      const isEmpty = xml.charCodeAt(gt - 1) === 0x2f;
      let end = lt + 1;
      while (end < gt && !isNameEnd(xml.charCodeAt(end))) end++;
      const raw = xml.slice(lt + 1, end);
      if (raw === "") throw new XmlError("it has a tag without a name");
      tagFrom = end;
      tagTo = isEmpty ? gt - 1 : gt;
      // Looked for in the tag alone: searching on from here would go through the whole document for every tag.
      const written = tagTo - end > 6 ? xml.slice(end, tagTo) : "";
      if (written.includes("xmlns")) declare(written, prefixes, own, names);
      const name = canonical(raw);
      handler.open(name, tag);
      if (isEmpty) handler.close(name);
      else if (open.push(raw) > deepest) throw new XmlError(`it is nested deeper than ${deepest}`);
      at = gt + 1;
    }
  }
  if (open.length > 0) throw new XmlError("it is cut off");
}

const attributes = /([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function declare(
  written: string,
  prefixes: Readonly<Record<string, string>>,
  own: Map<string, string>,
  names: Map<string, string>,
): void {
  for (const [, name = "", double, single] of written.matchAll(attributes)) {
    if (name !== "xmlns" && !name.startsWith("xmlns:")) continue;
    const prefix = name === "xmlns" ? "" : name.slice(6);
    const ours = prefixes[resolved(double ?? single ?? "")] ?? `${prefix}?`;
    if (own.get(prefix) === ours) continue;
    own.set(prefix, ours);
    names.clear();
  }
}

function past(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from);
  if (found < 0) throw new XmlError("it is cut off");
  return found + mark.length;
}

/** The `>` that ends a start tag; one inside a value does not. */
function tagEnd(xml: string, lt: number): number {
  let gt = xml.indexOf(">", lt);
  if (gt < 0) throw new XmlError("it is cut off");
  for (let at = lt + 1; ; ) {
    let quote = at;
    while (quote < gt && xml.charCodeAt(quote) !== 0x22 && xml.charCodeAt(quote) !== 0x27) quote++;
    if (quote >= gt) return gt;
    const end = xml.indexOf(xml.charAt(quote), quote + 1);
    if (end < 0) throw new XmlError("it is cut off");
    at = end + 1;
    if (end > gt) {
      gt = xml.indexOf(">", end);
      if (gt < 0) throw new XmlError("it is cut off");
    }
  }
}

function isClosing(xml: string, from: number, to: number, name: string): boolean {
  return xml.startsWith(name, from) && (to === from + name.length || xml.slice(from, to).trimEnd() === name);
}

const isNameEnd = (unit: number): boolean => unit <= 0x20 || unit === 0x2f || unit === 0x3e;

function resolved(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w{1,32}));/g, (whole, hex, decimal, name) => {
    if (name !== undefined) {
      const known = predefined[name as string];
      if (known === undefined) throw new XmlError(`it uses the entity ${whole}, which is not known`);
      return known;
    }
    const point = hex === undefined ? Number(decimal) : Number.parseInt(hex as string, 16);
    return point <= 0x10ffff ? String.fromCodePoint(point) : "\ufffd";
  });
}
