/** What a link's target says, and how another one is written in its manner. */
import MarkdownIt from "markdown-it";
import type { LinkKind } from "./link-scanner";

/** How a target is written: in parentheses or a definition, between double brackets, or in an HTML attribute. */
export type LinkSyntax = "markdown" | "wiki" | "html";

/** A target as it is meant. */
export type LinkTarget =
  /** Another program's: `https:`, `mailto:`, `//host`; never a file here. */
  | { kind: "address"; address: string }
  | {
      kind: "path";
      /** Decoded, its parts divided by `/`; empty for this very document. */
      path: string;
      /** The path as it is meant but not percent-decoded, for names that hold a `%`. */
      literal: string;
      /** Decoded, without `#`; null where there is none. */
      fragment: string | null;
    };

const { unescapeAll } = new MarkdownIt().utils;

/** The syntax that a link's target is written in. */
export const syntaxOf = (kind: LinkKind): LinkSyntax =>
  kind === "wiki" || kind === "embed" ? "wiki" : kind === "html" ? "html" : "markdown";

/** Reads a target as it is written. Anything is a target: what cannot be decoded stays as it is. */
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

/** A target as written, in its pieces: what stands around the path, and the fragment with its `#`. */
type Written = { open: string; path: string; rest: string; close: string };

/** Takes a written target apart without reading it, so that what is not replaced stays byte for byte. */
function takeApart(written: string, syntax: LinkSyntax): Written {
  const angled = syntax === "markdown" && isAngled(written);
  const inner = angled ? written.slice(1, -1) : written;
  // The `#` of an entity begins no fragment; one behind a backslash does.
  const found = syntax === "wiki" ? inner.indexOf("#") : inner.search(/\\?(?:(?<!&)#|\?)/);
  const at = found < 0 ? inner.length : found;
  return { open: angled ? "<" : "", path: inner.slice(0, at), rest: inner.slice(at), close: angled ? ">" : "" };
}

/**
 * The written target with another path in the place of its own, in the manner of the old one: what its parts have in
 * common with the new ones stays as written, `<>` and percent signs are used as they were. Null where it cannot be
 * written there, as a `|` in a wiki link.
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
    // The last part is compared with the last, those before it with their own place.
    const at = index === parts.length - 1 ? fromEnd : index;
    const same = known[at] === part ? at : known[fromEnd] === part ? fromEnd : -1;
    return same >= 0 ? (oldParts[same] as string) : encodePart(part, { syntax, angled: open !== "", foreign });
  });
  return open + unlikeAddress(made.join("/")) + rest + close;
}

/** `a:b.md` would be an address. */
const unlikeAddress = (path: string): string => path.replace(/^([a-z][a-z0-9+.-]*):/i, "$1%3A");

const readPart = (part: string, syntax: LinkSyntax): string =>
  decoded(meant(part, syntax === "html" ? "html" : "markdown"));

type Manner = { syntax: LinkSyntax; angled: boolean; foreign: "percent-encoded" | "as it is" };

/** What an address cannot hold as it is, and what would end it where it stands. */
const UNSAFE = {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what has to be encoded
  bare: /[\u0000-\u0020\u007f<>()[\]\\%#?"'`|]/g,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
  angled: /[\u0000-\u001f\u007f<>\\%#?|`[\]]/g,
};

/** One part of a path as a target's: percent-encoded as far as it has to be. */
function encodePart(part: string, { syntax, angled, foreign }: Manner): string {
  const encoded = part
    .replace(angled && syntax === "markdown" ? UNSAFE.angled : UNSAFE.bare, percent)
    .replace(/&(?=#|\w+;)/g, "%26");
  return foreign === "as it is" ? encoded : encoded.replace(/[^\0-\x7f]+/g, percent);
}

const percent = (text: string): string =>
  [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");

/**
 * The written target with another fragment (without `#`, decoded) in the place of its own. Null where it cannot be
 * written there.
 */
export function withFragment(written: string, syntax: LinkSyntax, fragment: string): string | null {
  const { open, path, rest, close } = takeApart(written, syntax);
  if (syntax === "wiki") return /[[\]|\n]|^\s|\s$/.test(fragment) ? null : `${path}#${fragment}`;
  const query = /^(\?[^#]*)/.exec(rest)?.[1] ?? "";
  const foreign = /%[89a-f][0-9a-f]/i.test(rest) ? "percent-encoded" : "as it is";
  return `${open}${path}${query}#${encodePart(fragment, { syntax, angled: open !== "", foreign })}${close}`;
}

/** A path as the target of a link in parentheses: bare where that reads well, in `<>` where it has blanks. */
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
