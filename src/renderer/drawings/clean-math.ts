import createPurifier from "dompurify";

/** The Presentation MathML elements that formulas need. No links, no actions, nothing that can contain HTML. */
const TAGS =
  "math mrow mi mn mo ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom menclose msub msup msubsup munder mover munderover mmultiscripts mprescripts none mtable mtr mtd".split(
    " ",
  );

const ATTRIBUTES =
  "class data-style display displaystyle scriptlevel mathvariant form fence separator stretchy symmetric largeop movablelimits accent accentunder lspace rspace minsize maxsize linethickness width height depth voffset columnspan rowspan columnalign rowalign notation".split(
    " ",
  );

/** Allowed attribute values: a length, a word or a number. None of them can be an address. */
const VALUE = /^[\w#.%+\- ]{0,80}$/;

/** Only the classes of the maths package's own style sheet: a formula must not use the app's classes. */
const CLASS =
  /^(?:tml-[\w-]+|(?:chr|wbk)-[\w-]+|math(?:cal|scr)|menclose|upstrike|downstrike|sout|longdiv-(?:top|arc)|phasor-(?:bottom|angle)|circle-pad|textcircle|actuarial)$/;

/** The CSS properties that a formula may set. */
const STYLES =
  /^(?:color|background-color|border(?:-[a-z]+)*|padding(?:-[a-z]+)?|margin(?:-[a-z]+)?|width|height|math-depth|math-style|text-align|vertical-align|transform|font-weight|font-style|display)$/;
const STYLE_VALUE = /^(?:[\w#.%+\- ]{1,60}|(?:scale|translate)\([-\d.a-z, ]{1,40}\))$/;

const purifier = createPurifier(window);
purifier.addHook("uponSanitizeAttribute", (_, attribute) => {
  const { attrName, attrValue } = attribute;
  if (attrName === "data-style") {
    attribute.attrValue = cleanStyle(attrValue);
    attribute.keepAttr = attribute.attrValue !== "";
  } else if (attrName === "class") {
    attribute.attrValue = attrValue
      .split(/\s+/)
      .filter((name) => CLASS.test(name))
      .join(" ");
    attribute.keepAttr = attribute.attrValue !== "";
  } else if (!VALUE.test(attrValue)) attribute.keepAttr = false;
});

/**
 * Sanitises a formula to allowed elements, attributes and classes. Returns null if no `<math>` element is left. Styles
 * are moved to `data-style`, filtered, and applied when the formula is shown.
 */
export function cleanMath(markup: string): string | null {
  // The content security policy forbids inline styles, even while a parser reads them.
  const fragment = purifier.sanitize(markup.replaceAll(/\sstyle=/g, " data-style="), {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ATTRIBUTES,
    ADD_URI_SAFE_ATTR: ["data-style"],
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    FORBID_CONTENTS: ["annotation", "annotation-xml", "script", "style", "template", "noscript", "iframe"],
    RETURN_DOM_FRAGMENT: true,
  });
  const math = fragment.querySelector("math");
  return math ? math.outerHTML : null;
}

function cleanStyle(style: string): string {
  return style
    .split(";")
    .flatMap((declaration) => {
      const [name = "", value = "", ...rest] = declaration.split(":").map((part) => part.trim());
      return rest.length === 0 && STYLES.test(name) && STYLE_VALUE.test(value) ? [`${name}:${value}`] : [];
    })
    .join(";");
}
