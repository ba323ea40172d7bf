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
  const body = await parsed(html, pause);
  let parts: RichPart[] = [];
  let depth = 0;
  let node: Node | null = body?.firstChild ?? null;
  while (node && body) {
    let next: Node | null = null;
    if (node.nodeType === Node.TEXT_NODE) parts.push(node.nodeValue ?? "");
    else if (node instanceof Element && !DROPPED.has(node.localName.toLowerCase())) {
      if (depth >= DEEPEST) parts.push(node.textContent ?? "");
      else {
        parts.push([node.localName.toLowerCase(), attributesOf(node)]);
        next = node.firstChild;
        if (next) depth++;
        else parts.push(null);
      }
    }
    while (!next && node && node !== body) {
      next = node.nextSibling;
      if (next) break;
      node = node.parentNode;
      if (node && node !== body) {
        parts.push(null);
        depth--;
      }
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

/** A document that no window shows: in it no script runs, no handler is called, no image is asked for. */
async function parsed(html: string, pause: () => Promise<void>): Promise<HTMLElement | null> {
  const inert = document.implementation.createHTMLDocument("");
  inert.open();
  for (let at = 0; at < html.length; ) {
    // Not between the halves of a pair.
    const end = at + SLICE.characters;
    const to = /[\ud800-\udbff]/.test(html.charAt(end - 1)) ? end + 1 : end;
    const piece = html.slice(at, to);
    inert.write((policy?.createHTML(piece) ?? piece) as string);
    at = to;
    await pause();
  }
  inert.close();
  // A form's fields can take the name of the body.
  return inert.querySelector("body");
}

/** By their own methods: fields of a form that are called `attributes` or `getAttribute` stand before those of the element. */
function attributesOf(element: Element): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of KEPT) {
    const value = Element.prototype.getAttribute.call(element, name);
    if (value !== null) found[name] = value;
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
