/** Finds every link in a Markdown text that may lead to a file or a heading. */

import { readParagraphs } from "../markdown/paragraphs";
import { destinationEnd, skipGap } from "./link-destination";
import { type Link, scanHtml, scanLinks } from "./link-scanner";

export type { Link } from "./link-scanner";

/** A text without any of these has no links to find. */
const SIGNS = /\]\(|\[\[|\]:|<(?:a|img|source|video|audio)\s/i;

/**
 * The links of a text with `\n` line breaks, in order: inline links and images, reference definitions, wiki links, and targets in HTML
 * tags. Excludes code, front matter and bare URLs. Linear in the length of the text.
 */
export function findLinks(text: string): Link[] {
  if (!SIGNS.test(text)) return [];
  const found: Link[] = [];
  for (const { kind, from, to } of readParagraphs(text, "markdown")) {
    if (kind === "code" || kind === "front_matter") continue;
    if (kind === "html") found.push(...scanHtml(text, from, to));
    else if (kind === "reference") addDefinitions(text, from, to, found);
    else found.push(...scanLinks(text, from, to));
  }
  return found.sort((a, b) => a.target.from - b.target.from);
}

/** Adds a block of definitions; each starts a line, and its target may be on the next line. */
function addDefinitions(text: string, blockFrom: number, to: number, found: Link[]): void {
  for (let line = blockFrom; line < to; ) {
    const label = /^(?:[ \t>]|[-*+] |\d+[.)] )*\[(?:[^\\[\]]|\\.){1,999}\]:/s.exec(
      text.slice(line, Math.min(to, line + 1100)),
    );
    const end = text.indexOf("\n", line);
    const next = end < 0 || end >= to ? to : end + 1;
    if (!label) {
      line = next;
      continue;
    }
    const start = skipGap(text, line + label[0].length, to);
    if (label[0].includes("[^")) {
      // The text of a note, whatever block CommonMark takes it for.
      found.push(...scanLinks(text, start, next));
      line = next;
      continue;
    }
    const stop = destinationEnd(text, start, to);
    if (stop > start) {
      const from = line + label[0].indexOf("[");
      found.push({ kind: "definition", from, to: stop, target: { from: start, to: stop } });
    }
    const after = text.indexOf("\n", Math.max(stop, line));
    line = after < 0 || after >= to ? to : after + 1;
  }
}
