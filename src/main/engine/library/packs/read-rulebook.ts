import {
  findFrontmatter,
  listSections,
  ownTextEnd,
  parseOutline,
  type Section,
} from "../../../../core/markdown/sections";
import { slugOf } from "../../../../core/markdown/slug";
import { ToolError } from "../../ports/tool-error";
import { keyError, limits } from "../entries/document-limits";
import type { DocumentContent, EntryContent } from "../entries/entry";
import { uniqueKeys } from "../entries/unique-keys";
import type { PackName } from "./read-pack";

/** An entry lists at most this many titles of sub-sections. */
const MAX_SECTIONS = 50;

/**
 * Reads a Markdown rulebook: a `rule` for each section, with the section's own text and its path. Front matter may have `document`,
 * `title`, `license`, `publisher` and `credit`.
 */
export function readRulebook(text: string, { file, key }: PackName): DocumentContent {
  const frontmatter = frontmatterOf(text);
  const outline = parseOutline(text);
  const sections = listSections(outline);
  if (sections.length > limits.entries)
    throw new ToolError("too_large", `${file} has ${sections.length} sections; a document may have ${limits.entries}`);
  const name = file.replace(/\.\w+$/, "");
  const document = key ?? frontmatter.get("document") ?? slugOf(name);
  const error = keyError(document);
  if (error !== null) throw new ToolError("bad_arguments", `the key ${error}; nothing was changed`);
  const top = sections.filter(({ level }) => level === 1);
  const title =
    frontmatter.get("title") ?? (top.length === 1 ? top[0]?.title.slice(0, limits.name) : undefined) ?? name;
  const keyFor = uniqueKeys();
  const entries: EntryContent[] = [];
  const from = findFrontmatter(text)?.to ?? 0;
  const opening = text.slice(from, sections[0]?.from ?? text.length).trim();
  if (opening !== "")
    entries.push({
      kind: "rule",
      key: keyFor("rule", "opening"),
      name: title,
      text: opening,
      fields: { rule_type: "rule" },
    });
  for (const section of sections) {
    entries.push({
      kind: "rule",
      key: keyFor("rule", section.path),
      name: section.title.slice(0, limits.name).toWellFormed() || section.slug,
      text: ownText(text, section),
      fields: fieldsOf(section),
    });
  }
  if (entries.length === 0)
    throw new ToolError("bad_arguments", `${file} has neither headings nor text; nothing was changed`);
  return {
    document,
    title,
    source: "markdown",
    markdown: text,
    entries,
    license: frontmatter.get("license") ?? null,
    publisher: frontmatter.get("publisher") ?? null,
    credit: frontmatter.get("credit") ?? null,
  };
}

/** The text between a section's heading and its first sub-section. */
function ownText(text: string, section: Section): string {
  const own = text.slice(section.from, ownTextEnd(section));
  const headingLines = section.headingEnd - section.lineStart + 1;
  let at = 0;
  for (let line = 0; line < headingLines && at >= 0; line++) {
    const end = own.indexOf("\n", at);
    at = end < 0 ? own.length : end + 1;
  }
  return own.slice(at).trim();
}

function fieldsOf({ path, level, lineStart, lineEnd, children }: Section): EntryContent["fields"] {
  return {
    rule_type: "rule",
    section: path,
    heading_level: level,
    lines: [lineStart, lineEnd],
    ...(children.length > 0 && { sections: children.slice(0, MAX_SECTIONS).map(({ title }) => title) }),
  };
}

/** The front matter's `name: value` lines; other YAML is not supported here. */
function frontmatterOf(text: string): Map<string, string> {
  const block = text.slice(0, findFrontmatter(text)?.to ?? 0);
  const rows = [...block.matchAll(/^(document|title|license|publisher|credit):[ \t]*(.+?)[ \t]*$/gm)];
  return new Map(
    rows.map(([, name = "", value = ""]) => [name, value.replace(/^(["'])(.*)\1$/, "$2").slice(0, limits.name)]),
  );
}
