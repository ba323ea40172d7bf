import { MAX_PASTED_DEPTH } from "../../ui/limits";
import type { RichPart } from "./rich-parts";

/** How many characters are parsed at once, and after how many milliseconds other tasks may run. */
const SLICE = { characters: 32_768, time: 12 };

/** The attributes that describe formatting. */
const KEPT = ["style", "class", "href", "src", "alt", "align", "start", "type", "checked"];

/** Elements without readable text: scripts, embedded content, metadata. */
const DROPPED = new Set(
  "applet audio base canvas embed frame frameset head iframe link math meta noembed noframes noscript object script style svg template title video xml xmp".split(
    " ",
  ),
);

type Policy = { createHTML(html: string): unknown };
type PolicyFactory = { createPolicy(name: string, rules: { createHTML(html: string): string }): Policy };

// No sanitising is needed: it is parsed in an inert document, and only names and text are read from it; see `parsed`.
const policy = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes?.createPolicy("galley-paste", {
  createHTML: (html) => html,
});

/**
 * Parses HTML in slices, so that typing is not blocked, and passes its parts on in pieces. Leaves out scripts, frames,
 * drawings and other elements without text.
 */
export async function parseRichText(html: string, take: (parts: RichPart[]) => void): Promise<void> {
  const pause = breathe();
  const mark = `g${crypto.randomUUID().replaceAll("-", "")}`;
  const inert = await parseInert(html, mark, pause);
  const body = own<HTMLElement | null>(Document, "body", inert);
  if (!body) return;
  // A `TreeWalker` does not use properties that form fields can shadow.
  const walker = Document.prototype.createTreeWalker.call(inert, body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let parts: RichPart[] = [];
  let depth = 0;
  let node = walker.firstChild();
  while (node) {
    let next: Node | null = null;
    if (node instanceof Text) parts.push(unmarked(node.data, mark));
    else if (node instanceof Element && !DROPPED.has(nameOf(node))) {
      if (depth >= MAX_PASTED_DEPTH) parts.push(unmarked(own<string>(Node, "textContent", node), mark));
      else {
        parts.push([nameOf(node), attributesOf(node, mark)]);
        next = walker.firstChild();
        if (next) depth++;
        else parts.push(null);
      }
    }
    while (!next) {
      next = walker.nextSibling();
      if (next || depth === 0) break;
      walker.parentNode();
      parts.push(null);
      depth--;
    }
    node = next;
    if (parts.length >= 4096) {
      take(parts);
      parts = [];
      await pause();
    }
  }
  take(parts);
}

/**
 * Reads the property of the prototype: named form fields and images shadow the properties of forms and documents, so a
 * field called `nextSibling` could cause an endless loop.
 */
const own = <T>(type: { prototype: object }, name: string, of: object): T => Reflect.get(type.prototype, name, of) as T;

const nameOf = (element: Element): string => own<string>(Element, "localName", element).toLowerCase();

/**
 * Parses in an inert document, in which no scripts or handlers run and no images load. `style` attributes, and text
 * that looks like one, are prefixed with `mark`: the content security policy forbids styles there too, and reporting
 * each violation takes a tenth of a millisecond, which adds up to seconds for a page from Word.
 */
async function parseInert(html: string, mark: string, pause: () => Promise<void>): Promise<Document> {
  const inert = document.implementation.createHTMLDocument("");
  own<() => Document>(Document, "open", inert).call(inert);
  for (let at = 0; at < html.length; ) {
    // Do not split a surrogate pair.
    const end = at + SLICE.characters;
    const to = /[\ud800-\udbff]/.test(html.charAt(end - 1)) ? end + 1 : end;
    const piece = html.slice(at, to).replace(/style(?=\s*=)/gi, `${mark}$&`);
    Document.prototype.write.call(inert, (policy?.createHTML(piece) ?? piece) as string);
    at = to;
    await pause();
  }
  Document.prototype.close.call(inert);
  return inert;
}

const unmarked = (text: string, mark: string): string => (text.includes(mark) ? text.replaceAll(mark, "") : text);

function attributesOf(element: Element, mark: string): Record<string, string> {
  const attribute = (name: string) => Element.prototype.getAttribute.call(element, name);
  const found: Record<string, string> = {};
  for (const name of KEPT) {
    // If the boundary of two slices was in the middle of its name, it has no prefix.
    const value = name === "style" ? (attribute(mark + name) ?? attribute(name)) : attribute(name);
    if (value !== null) found[name] = unmarked(value, mark);
  }
  return found;
}

function breathe(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < SLICE.time) return;
    await new Promise((done) => setTimeout(done, 0));
    last = performance.now();
  };
}
