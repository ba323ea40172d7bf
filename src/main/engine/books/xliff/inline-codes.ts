import { escapedAttribute, escapedText } from "../../../../core/text/escape-xml";

/** XLIFF 1.2, which all programs for translators read, or 2.1. */
export type XliffVersion = "1.2" | "2.1";

type Token =
  | { kind: "text"; text: string }
  | { kind: "open" | "close"; id: string }
  | { kind: "empty"; id: string }
  /** A mark without its other half. */
  | { kind: "code"; id: string; text: string };

/** A sign of emphasis, or a mark for an element of an EPUB. What is behind a backslash is text. */
const mark = /\\[\\*<]|<g(\d+)>|<\/g(\d+)>|<x(\d+)\/>|\*\*|\*/g;

/**
 * A text as the content of `source` or `target`. Marks for the elements of an EPUB, and its emphasis, become inline codes; `plain` text has none.
 */
export const xliffContent = (text: string, kind: "marked" | "plain", version: XliffVersion): string =>
  kind === "plain"
    ? escapedText(text)
    : tokensOf(text)
        .map((token) => written(token, version))
        .join("");

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const open: { sign: string; at: number }[] = [];
  const counts = new Map<string, number>();
  /** The first code of an id has it, later ones a number behind it: ids are unique in a unit. */
  const idFor = (name: string): string => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}-${count}`;
  };
  const emphasis = { "*": 0, "**": 0 };
  let done = 0;
  for (const found of text.matchAll(mark)) {
    const [sign, opened, closed, empty] = found;
    if (sign.startsWith("\\")) continue;
    if (found.index > done) tokens.push({ kind: "text", text: text.slice(done, found.index) });
    done = found.index + sign.length;
    if (empty !== undefined) {
      tokens.push({ kind: "empty", id: idFor(empty) });
      continue;
    }
    const isSign = sign === "*" || sign === "**";
    const wanted = isSign ? sign : `g${opened ?? closed}`;
    const begun = open.findLastIndex((each) => each.sign === wanted);
    if (opened !== undefined || (isSign && begun < 0)) {
      open.push({ sign: wanted, at: tokens.length });
      tokens.push(isSign ? { kind: "text", text: sign } : { kind: "code", id: "", text: sign });
      continue;
    }
    if (begun < 0) {
      tokens.push({ kind: "code", id: "", text: sign });
      continue;
    }
    // What was opened within and is not closed stays a single mark.
    const { at } = open[begun] ?? { at: 0 };
    open.length = begun;
    const name = isSign ? `${sign === "*" ? "i" : "b"}${++emphasis[sign]}` : (closed ?? "");
    const id = idFor(name);
    tokens[at] = { kind: "open", id };
    tokens.push({ kind: "close", id });
  }
  if (done < text.length) tokens.push({ kind: "text", text: text.slice(done) });
  for (const token of tokens) if (token.kind === "code") token.id = idFor("u");
  return tokens;
}

function written(token: Token, version: XliffVersion): string {
  const old = version === "1.2";
  switch (token.kind) {
    case "text":
      return escapedText(token.text);
    case "open":
      return old ? `<g id="${token.id}"${styleOf(token.id)}>` : `<pc id="${token.id}"${styleOf2(token.id)}>`;
    case "close":
      return old ? "</g>" : "</pc>";
    case "empty":
      return old ? `<x id="${token.id}"/>` : `<ph id="${token.id}"/>`;
    case "code":
      return old
        ? `<ph id="${token.id}">${escapedText(token.text)}</ph>`
        : `<ph id="${token.id}" disp="${escapedAttribute(token.text)}"/>`;
  }
}

const styleOf = (id: string): string =>
  id.startsWith("i") ? ' ctype="italic"' : id.startsWith("b") ? ' ctype="bold"' : "";

const styleOf2 = (id: string): string =>
  id.startsWith("i") ? ' type="fmt" subType="xlf:i"' : id.startsWith("b") ? ' type="fmt" subType="xlf:b"' : "";
