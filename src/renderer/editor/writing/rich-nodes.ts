import type { RichPart } from "./rich-parts";

/** Characters that are parsed at once, and milliseconds after which others have their turn. */
const SLICE = { characters: 32_768, time: 12 };

/** What is deeper is text without form. */
const DEEPEST = 500;

/** The attributes that say something about the form of words. */
const KEPT = ["style", "class", "href", "src", "alt", "align", "start", "type", "checked"];

/** Never words: what runs, is loaded, or is there for machines. */
const DROPPED = new Set(
  "applet audio base canvas embed frame frameset head iframe link math meta noembed noframes noscript object script style svg template title video xml xmp".split(
    " ",
  ),
);

type Policy = { createHTML(html: string): unknown };
type PolicyMaker = { createPolicy(name: string, rules: { createHTML(html: string): string }): Policy };

// Nothing is taken out before it is parsed, for it is parsed where nothing runs and nothing is loaded, and only names and
// words are read out of it: see `parsed`.
const policy = (globalThis as { trustedTypes?: PolicyMaker }).trustedTypes?.createPolicy("galley-paste", {
  createHTML: (html) => html,
});

/**
 * Takes a piece of HTML apart without a page, in slices, so that typing goes on meanwhile. Hands the parts on in pieces;
 * scripts, frames, drawings and what else is no text are left out.
 */
export async function takeApart(html: string, take: (parts: RichPart[]) => void): Promise<void> {
  const pause = pauses();
  const mark = `g${crypto.randomUUID().replaceAll("-", "")}`;
  const inert = await parsed(html, mark, pause);
  const body = own<HTMLElement | null>(Document, "body", inert);
  if (!body) return;
  // A walker goes by the tree itself, not by properties that a form's fields can stand before.
  const walker = Document.prototype.createTreeWalker.call(inert, body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  let parts: RichPart[] = [];
  let depth = 0;
  let node = walker.firstChild();
  while (node) {
    let next: Node | null = null;
    if (node instanceof Text) parts.push(unmarked(node.data, mark));
    else if (node instanceof Element && !DROPPED.has(nameOf(node))) {
      if (depth >= DEEPEST) parts.push(unmarked(own<string>(Node, "textContent", node), mark));
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
 * What the type itself says of an object: a form's fields and a document's named images stand before its properties and
 * methods, so that a field called `nextSibling` would lead round in a circle for ever.
 */
const own = <T>(type: { prototype: object }, name: string, of: object): T => Reflect.get(type.prototype, name, of) as T;

const nameOf = (element: Element): string => own<string>(Element, "localName", element).toLowerCase();

/**
 * A document that no window shows: in it no script runs, no handler is called, no image is asked for. Its `style` attributes
 * begin with `mark`, and wherever else they would look like one: the policy forbids styles there too, and refusing and
 * reporting one takes a tenth of a millisecond, which is seconds in a page of Word's.
 */
async function parsed(html: string, mark: string, pause: () => Promise<void>): Promise<Document> {
  const inert = document.implementation.createHTMLDocument("");
  own<() => Document>(Document, "open", inert).call(inert);
  for (let at = 0; at < html.length; ) {
    // Not between the halves of a pair.
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
  const said = (name: string) => Element.prototype.getAttribute.call(element, name);
  const found: Record<string, string> = {};
  for (const name of KEPT) {
    // Where two slices met in the middle of its name, it has no mark.
    const value = name === "style" ? (said(mark + name) ?? said(name)) : said(name);
    if (value !== null) found[name] = unmarked(value, mark);
  }
  return found;
}

function pauses(): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < SLICE.time) return;
    await new Promise((done) => setTimeout(done, 0));
    last = performance.now();
  };
}
