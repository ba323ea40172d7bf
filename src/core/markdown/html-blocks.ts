/** How HTML blocks begin and end: the seven kinds of CommonMark. */

/** Kinds 1 to 5 end with their own marks, 6 and 7 with a blank line; 7 cannot interrupt a paragraph. */
export type HtmlKind = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const blockNames =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|" +
  "fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|" +
  "menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";

const name = "[A-Za-z][A-Za-z0-9-]*";
const value = "[^\"'=<>`\\x00-\\x20]+|'[^']*'|\"[^\"]*\"";
const attribute = `\\s+[a-zA-Z_:][a-zA-Z0-9:._-]*(?:\\s*=\\s*(?:${value}))?`;

const openings: readonly (readonly [HtmlKind, RegExp])[] = [
  [1, /^<(?:script|pre|textarea|style)(?:\s|>|$)/i],
  [2, /^<!--/],
  [3, /^<\?/],
  [4, /^<![A-Za-z]/],
  [5, /^<!\[CDATA\[/],
  [6, new RegExp(`^</?(?:${blockNames})(?:\\s|/?>|$)`, "i")],
  [7, new RegExp(`^(?:<${name}(?:${attribute})*\\s*/?>|</${name}\\s*>)\\s*$`)],
];

/** The kind of HTML block that this line starts (it begins with `<`); 0 if it starts none. */
export function htmlKindAt(line: string): HtmlKind | 0 {
  return openings.find(([, opening]) => opening.test(line))?.[0] ?? 0;
}

const rawEnd = /<\/(?:script|pre|textarea|style)>/i;
const marks: Partial<Record<HtmlKind, string>> = { 2: "-->", 3: "?>", 4: ">", 5: "]]>" };

/** Whether this line ends a block of this kind, 1 to 5. */
export function closesHtml(kind: HtmlKind, line: string): boolean {
  return kind === 1 ? rawEnd.test(line) : line.includes(marks[kind] ?? "\n");
}
