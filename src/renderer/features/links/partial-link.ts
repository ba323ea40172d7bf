/** The part of a link that is being typed before the cursor. */
export type PartialLink = {
  what: "file" | "heading" | "label";
  syntax: "wiki" | "markdown";
  isImage: boolean;
  /** The offset where the completed part starts, including `<`. `typed` is its text so far. */
  from: number;
  /** The offset where it ends after the cursor, if the end can be recognised. */
  to: number;
  typed: string;
  /** For a heading: the path before its `#`, empty for the same document. */
  path: string;
  /** The rest of the line after `to`. */
  after: string;
};

/** The maximum number of characters before the cursor that are searched. */
const MAX_LINK_LENGTH = 500;

const WIKI = /(!?)\[\[([^[\]|\n]*)$/;
const DESTINATION = /(!?)\[(?:[^[\]]|\[[^[\]]*\])*\]\((?:(<)([^<>\n]*)|([^<>()\s]*))$/;
const DEFINITION = /^[ \t>]{0,12}\[[^^[\]][^[\]]*\]:[ \t]*(?:(<)([^<>\n]*)|([^<>\s]*))$/;
const LABEL = /\[[^[\]]+\]\[([^[\]]*)$/;

/** Finds the partial link at the cursor. `at` is the offset of the cursor; null if no link is being typed. */
export function partialLinkAt(before: string, after: string, at: number): PartialLink | null {
  const near = before.slice(-MAX_LINK_LENGTH);
  const wiki = WIKI.exec(near);
  if (wiki) {
    const inner = wiki[2] ?? "";
    const rest = /^[^[\]|#\n]*(?=\]\]|\||#)/.exec(after)?.[0] ?? "";
    return pieceOf(inner, { syntax: "wiki", isImage: wiki[1] === "!", at, rest, after, open: "" });
  }
  const found = DESTINATION.exec(near) ?? null;
  const defined = found ? null : DEFINITION.exec(near);
  if (found || defined) {
    const [open, angled, bare] = found ? found.slice(2) : (defined?.slice(1) ?? []);
    const inner = angled ?? bare ?? "";
    if (/^[a-z][a-z0-9+.-]*:/i.test(inner)) return null;
    const end = open ? /^[^<>\n#]*(?=[>#])/ : /^[^<>()\s#]*(?=[)#]|\s["'(])/;
    const rest = end.exec(after)?.[0] ?? "";
    return pieceOf(inner, { syntax: "markdown", isImage: found?.[1] === "!", at, rest, after, open: open ?? "" });
  }
  const label = LABEL.exec(near);
  if (!label) return null;
  const typed = label[1] ?? "";
  const rest = /^[^[\]\n]*(?=\])/.exec(after)?.[0] ?? "";
  const span = { from: at - typed.length, to: at + rest.length };
  return {
    what: "label",
    syntax: "markdown",
    isImage: false,
    ...span,
    typed,
    path: "",
    after: after.slice(rest.length),
  };
}

type LinkContext = {
  syntax: "wiki" | "markdown";
  isImage: boolean;
  at: number;
  rest: string;
  after: string;
  open: string;
};

function pieceOf(inner: string, { syntax, isImage, at, rest, after, open }: LinkContext): PartialLink {
  const hash = inner.lastIndexOf("#");
  const typed = inner.slice(hash + 1);
  const what = hash >= 0 ? ("heading" as const) : ("file" as const);
  const from = at - typed.length - (what === "file" ? open.length : 0);
  const path = hash >= 0 ? inner.slice(0, inner.indexOf("#")) : "";
  return { what, syntax, isImage, from, to: at + rest.length, typed, path, after: after.slice(rest.length) };
}
