import createPurifier from "dompurify";
import type { RichNode } from "./from-html";

const purifier = createPurifier(window);

purifier.addHook("afterSanitizeAttributes", (node) => {
  // An image that is made is an image that is asked for.
  if (node.nodeName !== "IMG") return;
  node.setAttribute("data-source", node.getAttribute("src") ?? "");
  node.removeAttribute("src");
  node.removeAttribute("srcset");
});

const LIMITS = { nodes: 200_000, depth: 500 };

/** A piece of HTML as nodes without a page: parsed where nothing runs and nothing is loaded, scripts and frames gone. */
export function richNodes(html: string): RichNode[] {
  const body = purifier.sanitize(html, {
    ALLOWED_URI_REGEXP: /^(?:[\s\S]*)$/,
    ADD_ATTR: ["style", "class"],
    FORBID_TAGS: ["svg", "math", "style", "script", "iframe", "object", "template", "noscript", "xmp"],
    FORBID_CONTENTS: ["script", "style", "template", "noscript", "iframe", "object", "svg", "math", "xmp", "title"],
    RETURN_DOM_FRAGMENT: true,
  }) as DocumentFragment;
  let left = LIMITS.nodes;
  const read = (node: Node, depth: number): RichNode[] => {
    const nodes: RichNode[] = [];
    for (let child = node.firstChild; child && left-- > 0; child = child.nextSibling) {
      if (child.nodeType === Node.TEXT_NODE) nodes.push(child.nodeValue ?? "");
      else if (child instanceof Element) {
        if (depth > LIMITS.depth) nodes.push(child.textContent ?? "");
        else {
          const attributes = Object.fromEntries([...child.attributes].map(({ name, value }) => [name, value]));
          nodes.push({ name: child.localName.toLowerCase(), attributes, children: read(child, depth + 1) });
        }
      }
    }
    return nodes;
  };
  return read(body, 0);
}
