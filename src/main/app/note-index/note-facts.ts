import { type LinkSyntax, readTarget, syntaxOf } from "../../../core/links/link-target";
import { findLinks } from "../../../core/links/links";
import { noteNames } from "../../../core/properties/note-names";
import { findTags } from "../../../core/tags/tags";
import { lineCounter } from "../folder/scan-markdown-files";

/** What the index keeps of a note. Lines count from 1. */
export type NoteFacts = {
  tags: { name: string; line: number }[];
  aliases: string[];
  /** Its links to files, as written. */
  links: { target: string; syntax: LinkSyntax; line: number }[];
};

/** The maximum number of tags, and the maximum number of links, that are kept of one note. */
const MAX_KEPT = 5000;

/** The tags, aliases and links of a note's text. */
export function noteFacts(text: string): NoteFacts {
  const names = noteNames(text);
  const lineOfTag = lineCounter(text);
  const inFront = names.tags.map(({ name, at }) => ({ name, line: lineOfTag(at) }));
  const inText = findTags(text).map(({ name, from }) => ({ name, line: lineOfTag(from) }));
  const lineOfLink = lineCounter(text);
  const links = findLinks(text).flatMap(({ kind, from, target }) => {
    const written = text.slice(target.from, target.to);
    const syntax = syntaxOf(kind);
    const read = readTarget(written, syntax);
    const isToFile = read.kind === "path" && (read.path !== "" || read.literal !== "");
    return isToFile ? [{ target: written, syntax, line: lineOfLink(from) }] : [];
  });
  return { tags: [...inFront, ...inText].slice(0, MAX_KEPT), aliases: names.aliases, links: links.slice(0, MAX_KEPT) };
}
