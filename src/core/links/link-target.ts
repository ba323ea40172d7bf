/** Parses the target of a link, and writes a new target in the same style. */
import MarkdownIt from "markdown-it";
import type { LinkKind } from "./link-scanner";

/** Where a target is written: in parentheses or a definition, between double brackets, or in an HTML attribute. */
export type LinkSyntax = "markdown" | "wiki" | "html";

/** A decoded target. */
export type LinkTarget =
  /** A URL for another program: `https:`, `mailto:`, `//host`; never a file of the folder. */
  | { kind: "address"; address: string }
  | {
      kind: "path";
      /** Decoded, with `/` between its parts; empty for the document itself. */
      path: string;
      /** The path without percent-decoding, for names that contain a `%`. */
      literal: string;
      /** Decoded, without `#`; null if there is none. */
      fragment: string | null;
    };

const { unescapeAll } = new MarkdownIt().utils;

/** The syntax that a link's target is written in. */
export const syntaxOf = (kind: LinkKind): LinkSyntax =>
  kind === "wiki" || kind === "embed" ? "wiki" : kind === "html" ? "html" : "markdown";

/** Parses a target. Any text is a target: what cannot be decoded is kept as it is. */
export function readTarget(written: string, syntax: LinkSyntax): LinkTarget {
  if (syntax === "wiki") {
    const { path, fragment } = parts(written.trim());
    return {
      kind: "path",
      path: path.trim(),
      literal: path.trim(),
      fragment: fragment === null ? null : fragment.trim(),
    };
  }
  const plain = meant(written, syntax);
  if (/^\s*(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(plain)) return { kind: "address", address: plain.trim() };
  const { path, fragment } = parts(plain);
  const literal = path.replace(/\?.*$/s, "");
  return {
    kind: "path",
    path: decoded(literal),
    literal,
    fragment: fragment === null ? null : decoded(fragment),
  };
}

const meant = (written: string, syntax: LinkSyntax): string => {
  const inner = syntax === "markdown" && isAngled(written) ? written.slice(1, -1) : written;
  return /[\\&]/.test(inner)
    ? syntax === "html"
      ? unescapeAll(inner.replaceAll("\\", "\\\\"))
      : unescapeAll(inner)
    : inner;
};

const isAngled = (written: string) => written.startsWith("<") && written.endsWith(">");

function parts(plain: string): { path: string; fragment: string | null } {
  const at = plain.indexOf("#");
  return at < 0 ? { path: plain, fragment: null } : { path: plain.slice(0, at), fragment: plain.slice(at + 1) };
}

function decoded(part: string): string {
  if (!part.includes("%")) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The pieces of a written target: what surrounds the path, and the fragment with its `#`. */
type TargetPieces = { open: string; path: string; rest: string; close: string };

/** Splits a written target without decoding it, so that unchanged pieces stay the same byte for byte. */
function takeApart(written: string, syntax: LinkSyntax): TargetPieces {
  const angled = syntax === "markdown" && isAngled(written);
  const inner = angled ? written.slice(1, -1) : written;
  // The `#` of an entity does not begin a fragment; one after a backslash does.
  const found = syntax === "wiki" ? inner.indexOf("#") : inner.search(/\\?(?:(?<!&)#|\?)/);
  const at = found < 0 ? inner.length : found;
  return { open: angled ? "<" : "", path: inner.slice(0, at), rest: inner.slice(at), close: angled ? ">" : "" };
}

/**
 * The written target with another path, in the style of the old one: parts that both paths share stay as written, and `<>` and percent
 * signs are used as before. Null if the path cannot be written there, such as one with a `|` in a wiki link.
 */
export function withPath(written: string, syntax: LinkSyntax, path: string): string | null {
  const { open, path: old, rest, close } = takeApart(written, syntax);
  if (syntax === "wiki") return /[[\]|#\n]|^\s|\s$/.test(path) ? null : path + rest;
  const oldParts = old.split("/");
  const known = oldParts.map((part) => readPart(part, syntax));
  const parts = path.split("/");
  const foreign = /%[89a-f][0-9a-f]/i.test(old) ? "percent-encoded" : "as it is";
  const made = parts.map((part, index) => {
    const fromEnd = known.length - parts.length + index;
    // The last part is compared with the last, the others with those in the same position.
    const at = index === parts.length - 1 ? fromEnd : index;
    const same = known[at] === part ? at : known[fromEnd] === part ? fromEnd : -1;
    return same >= 0 ? (oldParts[same] as string) : encodePart(part, { syntax, angled: open !== "", foreign });
  });
  return open + unlikeAddress(made.join("/")) + rest + close;
}

/** `a:b.md` would be read as a URL. */
const unlikeAddress = (path: string): string => path.replace(/^([a-z][a-z0-9+.-]*):/i, "$1%3A");

const readPart = (part: string, syntax: LinkSyntax): string =>
  decoded(meant(part, syntax === "html" ? "html" : "markdown"));

type Manner = { syntax: LinkSyntax; angled: boolean; foreign: "percent-encoded" | "as it is" };

/** Characters that a URL cannot contain, and those that would end it in its syntax. */
const UNSAFE = {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to be encoded
  bare: /[\u0000-\u0020\u007f<>()[\]\\%#?"'`|]/g,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
  angled: /[\u0000-\u001f\u007f<>\\%#?|`[\]]/g,
};

/** One part of a path, percent-encoded where necessary. */
function encodePart(part: string, { syntax, angled, foreign }: Manner): string {
  const encoded = part
    .replace(angled && syntax === "markdown" ? UNSAFE.angled : UNSAFE.bare, percent)
    .replace(/&(?=#|\w+;)/g, "%26");
  return foreign === "as it is" ? encoded : encoded.replace(/[^\0-\x7f]+/g, percent);
}

const percent = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");

/** The written target with another fragment (decoded, without `#`). Null if it cannot be written there. */
export function withFragment(written: string, syntax: LinkSyntax, fragment: string): string | null {
  const { open, path, rest, close } = takeApart(written, syntax);
  if (syntax === "wiki") return /[[\]|\n]|^\s|\s$/.test(fragment) ? null : `${path}#${fragment}`;
  const query = /^(\?[^#]*)/.exec(rest)?.[1] ?? "";
  const foreign = /%[89a-f][0-9a-f]/i.test(rest) ? "percent-encoded" : "as it is";
  return `${open}${path}${query}#${encodePart(fragment, { syntax, angled: open !== "", foreign })}${close}`;
}

/** A path as the target of a link in parentheses: bare if possible, in `<>` if it has blanks. */
export function writeTarget(path: string, fragment: string | null = null): string {
  const angled = /[ ()]/.test(path);
  const manner: Manner = { syntax: "markdown", angled, foreign: "as it is" };
  const encoded = path
    .split("/")
    .map((part) => encodePart(part, manner))
    .join("/");
  const safe = unlikeAddress(encoded);
  const whole = fragment === null ? safe : `${safe}#${encodePart(fragment, manner)}`;
  return angled ? `<${whole}>` : whole;
}
