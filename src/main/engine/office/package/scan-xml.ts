import { MAX_XML_DEPTH } from "../../ports/limits";

/** The events of a scan, in document order. */
export type XmlHandler = {
  /** `name` has the prefix that `prefixes` gives to its namespace; an empty element is closed at once. */
  open(name: string, tag: XmlTag): void;
  /** The range of the end tag; for an empty element, the offset after it, twice. */
  close(name: string, from: number, to: number): void;
  /** Text with its entities resolved, and its range in the source; one text may arrive in several pieces. */
  text(text: string, from: number, to: number): void;
};

/** The current start tag; its attributes are parsed on request. */
export type XmlTag = {
  /** The range of the tag in the text, from `<` to after `>`. */
  readonly from: number;
  readonly to: number;
  /** The value of an attribute by its prefixed name, or null. */
  attribute(name: string): string | null;
};

/** Why a text is not XML that this scanner accepts. */
export class XmlError extends Error {
  override readonly name = "XmlError";
}

const predefined = new Map(Object.entries({ lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" }));

/** A range of a text that holds whole elements, such as one paragraph. */
export type XmlRange = { from: number; to: number };

/**
 * Scans XML once without building a tree. `prefixes` gives the prefix to use for each namespace, whatever prefix the document declares. A
 * document type is rejected, and with it all custom entities: nothing is expanded or fetched. With `range` only the root's start tag is scanned, and
 * what is in the range.
 */
export function scanXml(
  xml: string,
  prefixes: Readonly<Record<string, string>>,
  handler: XmlHandler,
  range: XmlRange | null = null,
): void {
  const names = new Map<string, string>();
  const scopes = prefixScopes(prefixes);
  const { own } = scopes;
  // The open elements: their names as written, and as reported.
  const open: string[] = [];
  const called: string[] = [];
  const end = range?.to ?? xml.length;
  let at = xml.charCodeAt(0) === 0xfeff ? 1 : 0;
  let next = range?.from ?? null;
  let tagFrom = 0;
  let tagTo = 0;
  let openedAt = 0;
  let openedTo = 0;
  // The attributes of the tag, as written, once one of them is asked for.
  let written = "";
  let attributesFrom = -1;
  // The next entity and the next apostrophe from `at` on: most texts and most tags have none.
  let ampersand = -1;
  let apostrophe = -1;
  // Names by a hash of their letters: cheaper than slicing each name out of the text to look it up.
  const spelled = new Map<number, { raw: string; name: string }>();

  const canonical = (raw: string): string => {
    const known = names.get(raw);
    if (known !== undefined) return known;
    const colon = raw.indexOf(":");
    const prefix = colon < 0 ? "" : raw.slice(0, colon);
    const ours = own.get(prefix);
    const local = raw.slice(colon + 1);
    const name = internal(ours === undefined || ours === "" ? (ours === "" ? local : raw) : `${ours}:${local}`);
    names.set(raw, name);
    return name;
  };
  const forgetNames = (): void => {
    names.clear();
    spelled.clear();
  };
  const leaveScope = (): void => {
    scopes.leave();
    forgetNames();
  };
  const tag: XmlTag = {
    get from() {
      return openedAt;
    },
    get to() {
      return openedTo;
    },
    attribute(name) {
      if (attributesFrom !== tagFrom) written = xml.slice(tagFrom, tagTo);
      attributesFrom = tagFrom;
      const colon = name.indexOf(":");
      // Most tags do not have the attribute, under any prefix.
      const local = written.indexOf(colon < 0 ? name : name.slice(colon + 1));
      if (local < 0) return null;
      // The usual spelling can be found without parsing the other attributes.
      const start = local - colon - 1;
      const isOwnSpelling = colon < 0 || own.get(name.slice(0, colon)) === name.slice(0, colon);
      if (isOwnSpelling && start > 0 && written.charCodeAt(start - 1) <= 0x20 && !written.includes("'")) {
        const value = start + name.length;
        if (written.startsWith(name, start) && written.startsWith('="', value))
          return resolved(written.slice(value + 2, written.indexOf('"', value + 2)));
      }
      for (const [, raw = "", double, single] of written.matchAll(attributes)) {
        if (attributeName(raw) === name) return resolved(double ?? single ?? "");
      }
      return null;
    },
  };
  // An attribute without a prefix belongs to no namespace.
  const attributeName = (raw: string): string => (raw.includes(":") ? canonical(raw) : raw);

  while (at < end) {
    const lt = xml.indexOf("<", at);
    if (lt < 0) {
      if (open.length > 0) throw new XmlError("it is cut off");
      break;
    }
    if (lt > at && open.length > 0) {
      if (ampersand < at) ampersand = indexOrEnd(xml, "&", at);
      const text = xml.slice(at, lt);
      handler.text(ampersand < lt ? resolved(text) : text, at, lt);
    }
    const first = xml.charCodeAt(lt + 1);
    if (first === 0x2f) {
      const name = open.pop() ?? "";
      const usual = lt + 2 + name.length;
      const isUsual = xml.charCodeAt(usual) === 0x3e && xml.startsWith(name, lt + 2);
      const gt = isUsual ? usual + 1 : past(xml, ">", lt);
      if (name === "" || !(isUsual || isClosing(xml, lt + 2, gt - 1, name)))
        throw new XmlError("its tags do not match");
      handler.close(called.pop() ?? "", lt, gt);
      if (open.length === scopes.depth) leaveScope();
      at = gt;
    } else if (first === 0x3f) at = past(xml, "?>", lt);
    else if (first === 0x21) {
      if (xml.startsWith("<!--", lt)) at = past(xml, "-->", lt + 4);
      else if (xml.startsWith("<![CDATA[", lt)) {
        at = past(xml, "]]>", lt);
        if (open.length > 0) handler.text(xml.slice(lt + 9, at - 3), lt, at);
      } else throw new XmlError("it has a document type of its own, which is not read");
    } else {
      let nameEnd = lt + 1;
      let sum = 0;
      for (let unit = first; nameEnd < xml.length && !isNameEnd(unit); unit = xml.charCodeAt(++nameEnd))
        sum = (Math.imul(sum, 31) + unit) | 0;
      if (nameEnd === lt + 1) throw new XmlError("it has a tag without a name");
      if (apostrophe < nameEnd) apostrophe = indexOrEnd(xml, "'", nameEnd);
      const gt = xml.charCodeAt(nameEnd) === 0x3e ? nameEnd : tagEnd(xml, nameEnd, apostrophe);
      const isEmpty = xml.charCodeAt(gt - 1) === 0x2f;
      tagFrom = nameEnd;
      tagTo = isEmpty ? gt - 1 : gt;
      openedAt = lt;
      openedTo = gt + 1;
      // Searches only the tag: a search of the rest of the document for every tag would be quadratic.
      if (tagTo - nameEnd > 6 && xml.slice(nameEnd, tagTo).includes("xmlns"))
        if (scopes.enter(xml.slice(nameEnd, tagTo), open.length) === "new") forgetNames();
      let spelling = spelled.get(sum);
      if (spelling === undefined || spelling.raw.length !== nameEnd - lt - 1 || !xml.startsWith(spelling.raw, lt + 1)) {
        const raw = xml.slice(lt + 1, nameEnd);
        spelling = { raw, name: canonical(raw) };
        spelled.set(sum, spelling);
      }
      const { raw, name } = spelling;
      handler.open(name, tag);
      if (isEmpty) {
        handler.close(name, gt + 1, gt + 1);
        if (open.length === scopes.depth) leaveScope();
      } else {
        called.push(name);
        if (open.push(raw) > MAX_XML_DEPTH) throw new XmlError(`it is nested deeper than ${MAX_XML_DEPTH}`);
      }
      at = next ?? gt + 1;
      next = null;
    }
  }
  if (open.length > (range === null ? 0 : 1)) throw new XmlError("it is cut off");
}

const attributes = /([^\s=/"'<>]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The same string, interned as a property name, so that handlers compare names by reference. */
const internal = (name: string): string => Object.keys({ [name]: 0 })[0] ?? name;

/**
 * What prefixes mean at the current element: the ones of `prefixes`. A prefix that means something else within an element has its former meaning after it.
 * One that meant nothing before keeps its meaning, which costs less and is the same for well-formed documents.
 */
function prefixScopes(prefixes: Readonly<Record<string, string>>) {
  const own = new Map<string, string>([["xml", "xml"]]);
  const replaced: { depth: number; before: Map<string, string | undefined> }[] = [];
  return {
    own,
    /** How many elements are open around the innermost one that has changed a meaning; -1 if none has. */
    depth: -1,
    /** Records what a start tag declares. `new` if it changes the meaning of names. */
    enter(written: string, depth: number): "new" | "known" {
      const before = new Map<string, string | undefined>();
      let found: "new" | "known" = "known";
      for (const [, name = "", double, single] of written.matchAll(attributes)) {
        if (name !== "xmlns" && !name.startsWith("xmlns:")) continue;
        const prefix = name === "xmlns" ? "" : name.slice(6);
        const ours = prefixes[resolved(double ?? single ?? "")] ?? `${prefix}?`;
        const former = own.get(prefix);
        if (former === ours) continue;
        if (former !== undefined || prefix === "") before.set(prefix, former);
        own.set(prefix, ours);
        found = "new";
      }
      if (before.size > 0 && depth > 0) {
        replaced.push({ depth, before });
        this.depth = depth;
      }
      return found;
    },
    leave(): void {
      for (const [prefix, former] of replaced.pop()?.before ?? []) {
        if (former === undefined) own.delete(prefix);
        else own.set(prefix, former);
      }
      this.depth = replaced.at(-1)?.depth ?? -1;
    },
  };
}

/** The index of a mark; the end of the text if there is none. */
function indexOrEnd(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from);
  return found < 0 ? xml.length : found;
}

function past(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from);
  if (found < 0) throw new XmlError("it is cut off");
  return found + mark.length;
}

/**
 * The `>` that ends a start tag, searched from `from`, after its name; one inside a value does not count. `apostrophe` is the next one from there: in
 * a tag without, a `>` behind a quotation mark that no `=` is before ends it.
 */
function tagEnd(xml: string, from: number, apostrophe: number): number {
  let gt = past(xml, ">", from) - 1;
  const last = xml.charCodeAt(gt - 1) === 0x2f ? gt - 2 : gt - 1;
  if (last < from) return gt;
  const before = xml.charCodeAt(last - 1);
  if (apostrophe > gt && xml.charCodeAt(last) === 0x22 && before !== 0x3d && before > 0x20) return gt;
  for (let at = from; ; ) {
    const quote = firstQuote(xml, at, gt);
    if (quote < 0) return gt;
    const end = xml.indexOf(xml.charAt(quote), quote + 1);
    if (end < 0) throw new XmlError("it is cut off");
    at = end + 1;
    if (end > gt) gt = past(xml, ">", end) - 1;
  }
}

function firstQuote(xml: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const unit = xml.charCodeAt(at);
    if (unit === 0x22 || unit === 0x27) return at;
  }
  return -1;
}

function isClosing(xml: string, from: number, to: number, name: string): boolean {
  return xml.startsWith(name, from) && (to === from + name.length || xml.slice(from, to).trimEnd() === name);
}

const isNameEnd = (unit: number): boolean => unit <= 0x20 || unit === 0x2f || unit === 0x3e;

/** The text with its entities resolved; a lone ampersand is kept. */
function resolved(text: string): string {
  let whole = "";
  let from = 0;
  let end = -1;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) {
    if (end < at) end = text.indexOf(";", at);
    if (end < 0) break;
    const sign = signFor(text.slice(at + 1, Math.min(end, at + 40)));
    if (sign === null) continue;
    whole += text.slice(from, at) + sign;
    from = end + 1;
  }
  return from === 0 ? text : whole + text.slice(from);
}

const entity = /^(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|\w{1,32})$/;

function signFor(name: string): string | null {
  const known = predefined.get(name);
  if (known !== undefined) return known;
  const [isEntity, hex, decimal] = entity.exec(name) ?? [];
  if (isEntity === undefined) return null;
  if (hex === undefined && decimal === undefined) throw new XmlError(`it uses the entity &${name};, which is unknown`);
  const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return point <= 0x10ffff ? String.fromCodePoint(point) : "\ufffd";
}
