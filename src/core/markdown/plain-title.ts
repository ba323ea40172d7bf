/** Reads titles that contain only simple code, links and emphasis, without a Markdown parser. */

const pieces = {
  text: /(?:[^\\`*_[\]<&!~\n\0]|(?<=[A-Za-z0-9])_+(?=[A-Za-z0-9])|[<&](?= )|!(?!\[)|(?<!~)~(?!~)|[\]])+/y,
  code: /`(?!`)([^`\n\0]+)`(?!`)/y,
  link: /\[([^\\`*_[\]<>&!~\n\0]+)\](?:(\([^\s()<>\\`"'\0]*\))|(?![[(]))/y,
  emphasis: /(?<=^| )(\*\*?|__?)([A-Za-z0-9](?:[A-Za-z0-9 .,:-]*[A-Za-z0-9])?)\1(?= |$)/y,
};

/**
 * The visible text of a heading's source; null if that needs an inline parser. `isDefined` says whether the document defines a reference
 * with this label.
 */
export function readPlainTitle(source: string, isDefined: (label: string) => boolean): string | null {
  let title = "";
  for (let at = 0; at < source.length; ) {
    const [piece, seen] = pieceAt(source, at, isDefined);
    if (piece === "") return null;
    title += seen;
    at += piece.length;
  }
  return title;
}

function pieceAt(source: string, at: number, isDefined: (label: string) => boolean): [piece: string, seen: string] {
  const find = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  const text = find(pieces.text);
  if (text) return [text[0], text[0]];
  const code = find(pieces.code);
  if (code) return [code[0], codeText(code[1] as string)];
  const link = find(pieces.link);
  if (link) return [link[0], link[2] || isDefined(link[1] as string) ? (link[1] as string) : link[0]];
  const emphasis = find(pieces.emphasis);
  return emphasis ? [emphasis[0], emphasis[2] as string] : ["", ""];
}

// A blank at either end of code only separates it from its marks.
function codeText(inner: string): string {
  return /^ .*[^ ].* $/.test(inner) ? inner.slice(1, -1) : inner;
}
