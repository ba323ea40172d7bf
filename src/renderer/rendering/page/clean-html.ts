import createPurifier from "dompurify";
import { isLink, linkKind } from "../links";
import { WIKI } from "../wiki-links";
import { setDirections } from "./directions";

const TAGS =
  "a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p picture pre q rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr center".split(
    " ",
  );

const ATTRIBUTES =
  "href src alt title id class lang dir align width height colspan rowspan scope start reversed type checked value open datetime cite".split(
    " ",
  );

/** Only the classes that the renderer sets: a document cannot imitate the view's own parts. */
const CLASS =
  /^(?:math|math-display|diagram|task|task-box|tag|dice|wiki-link|wiki-embed|contents|page-break|front-matter|alert|alert-(?:title|note|tip|important|warning|caution)|align-(?:left|center|right)|cropped|footnotes|footnotes-(?:list|sep)|footnote-(?:ref|item|backref)|language-[\w+#.-]{1,40}|tok-[\w-]{1,30})$/;

const NUMBER = /^\d{1,5}%?$/;

const purifier = createPurifier(window);

purifier.addHook("uponSanitizeElement", (node, { tagName }) => {
  // The only allowed input is the checkbox of a task. Any other is removed with its content.
  if (tagName === "input" && (node as Element).getAttribute("type") !== "checkbox") node.parentNode?.removeChild(node);
});

purifier.addHook("uponSanitizeAttribute", (node, attribute) => {
  const { attrName, attrValue } = attribute;
  const keep = (isKept: boolean) => {
    attribute.keepAttr = isKept;
  };
  if (attrName === "class") {
    attribute.attrValue = attrValue
      .split(/\s+/)
      .filter((name) => CLASS.test(name))
      .join(" ");
    keep(attribute.attrValue !== "");
  } else if (attrName === "href") keep(node.nodeName === "A" && isFollowed(attrValue));
  else if (attrName === "width" || attrName === "height") keep(NUMBER.test(attrValue));
  else if (attrName === "id") keep(attrValue.length <= 300 && !/[\s"'<>`]/.test(attrValue));
});

purifier.addHook("afterSanitizeAttributes", (node) => {
  if (node.nodeName === "IMG") {
    // Nothing is loaded until the view has checked where it comes from.
    node.setAttribute("data-source", node.getAttribute("src") ?? "");
    node.removeAttribute("src");
  }
});

const isFollowed = (address: string): boolean =>
  address.startsWith(WIKI) || (isLink(address) && linkKind(address) !== "data image");

/**
 * Sanitises HTML: keeps text and structure; removes scripts, styles, frames, forms and everything that loads. Image
 * addresses are moved to `data-source`, and every block gets the direction of its text.
 */
export function cleanHtml(html: string): DocumentFragment {
  const clean = purifier.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    // Addresses are checked in the hook above.
    ALLOWED_URI_REGEXP: /^(?:[\s\S]*)$/,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    // Ids are link targets. No script runs here, so they cannot shadow anything.
    SANITIZE_DOM: false,
    FORBID_CONTENTS: ["script", "style", "template", "noscript", "iframe", "object", "svg", "math", "xmp", "title"],
    RETURN_DOM_FRAGMENT: true,
  }) as DocumentFragment | null;
  // Markup that leaves a document without a body, such as a frameset, cannot be sanitised.
  if (clean === null) return asText(html);
  setDirections(clean);
  return clean;
}

function asText(html: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(html);
  return fragment;
}
