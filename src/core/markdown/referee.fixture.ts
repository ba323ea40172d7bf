/** commonmark.js as the reference for which lines are headings, and the examples of the specification. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Node, Parser } from "commonmark";
import { readParagraphs } from "./paragraphs";
import { listSections, parseOutline } from "./sections";

/** `2:4-5`, a heading of level 2 on lines 4 and 5. */
export type HeadingMark = string;

const parser = new Parser();

/**
 * The document's headings according to commonmark.js. It counts the reference definitions right above a setext heading as part of it; for
 * those, only the last line is given.
 */
export function refereesHeadings(text: string): HeadingMark[] {
  const found: HeadingMark[] = [];
  for (let node = parser.parse(text).firstChild; node; node = node.next) {
    if (node.type !== "heading") continue;
    const [[first], [last]] = node.sourcepos;
    found.push(`${node.level}:${first}-${last}`);
  }
  return found;
}

/** The headings that Galley finds. */
export function ourHeadings(text: string): HeadingMark[] {
  const sections = listSections(parseOutline(text));
  return sections.map(({ level, lineStart, headingEnd }) => `${level}:${lineStart}-${headingEnd}`);
}

/**
 * Whether both found the same headings: levels and last lines must be equal, and first lines too unless the reference's heading begins with
 * a definition.
 */
export function agree(text: string): boolean {
  const ours = ourHeadings(text);
  const theirs = refereesHeadings(text);
  const lines = text.split("\n");
  return (
    ours.length === theirs.length &&
    ours.every((mark, index) => {
      const their = theirs[index] as string;
      const begin = Number(/:(\d+)/.exec(their)?.[1]);
      const isDefinition = /^ {0,3}\[/.test(lines[begin - 1] ?? "");
      return mark === their || (isDefinition && mark.replace(/\d+-/, "") === their.replace(/\d+-/, ""));
    })
  );
}

/** `list_item 4-5`: a paragraph of that kind on lines 4 and 5. For code and HTML, which may end with blank lines, only the first line. */
export type BlockMark = string;

/** The document's paragraphs according to commonmark.js, which drops reference definitions but starts paragraphs with them. */
export function refereesBlocks(text: string): BlockMark[] {
  const found: BlockMark[] = [];
  const add = (node: Node, kind: string) => {
    const [[first], [last]] = node.sourcepos;
    found.push(kind === "code" || kind === "html" ? `${kind} ${first}` : `${kind} ${first}-${last}`);
  };
  const visit = (parent: Node, item: { isBare: boolean } | null) => {
    for (let node = parent.firstChild; node; node = node.next) {
      if (node.type === "heading" && node.firstChild) add(node, "heading");
      else if (node.type === "code_block") add(node, "code");
      else if (node.type === "html_block") add(node, "html");
      else if (node.type === "item") visit(node, { isBare: true });
      else if (node.type === "paragraph") {
        add(node, item?.isBare ? "list_item" : "paragraph");
        if (item) item.isBare = false;
      } else visit(node, item);
    }
  };
  visit(parser.parse(text), null);
  return found;
}

/** The paragraphs that Galley finds. */
export function ourBlocks(text: string): BlockMark[] {
  return readParagraphs(text, "markdown").map(({ kind, line_from, line_to }) =>
    kind === "code" || kind === "html" ? `${kind} ${line_from}` : `${kind} ${line_from}-${line_to}`,
  );
}

const require = createRequire(import.meta.url);

/** The READMEs and change logs of the packages that are installed here, sorted. */
export function installedReadmes(): string[] {
  const modules = join(dirname(require.resolve("commonmark-spec/package.json")), "..");
  const folders = readdirSync(modules).flatMap((name) =>
    name.startsWith("@") ? readdirSync(join(modules, name)).map((inner) => join(name, inner)) : [name],
  );
  return folders.sort().flatMap((folder) => {
    const isPackage = !folder.startsWith(".") && statSync(join(modules, folder)).isDirectory();
    const files = isPackage ? readdirSync(join(modules, folder)) : [];
    return files.filter((file) => /^(readme|changelog)\.md$/i.test(file)).map((file) => join(modules, folder, file));
  });
}

/** The Markdown of all examples of the specification, in order. Each starts with a blank line, so that none begins with front matter. */
export function specExamples(): string[] {
  const path = createRequire(import.meta.url)
    .resolve("commonmark-spec/package.json")
    .replace("package.json", "spec.txt");
  const examples = readFileSync(path, "utf8").matchAll(/^`{32} example\n([\s\S]*?)^\.\n[\s\S]*?^`{32}$/gm);
  return [...examples].map(([, markdown]) => `\n${(markdown as string).replaceAll("→", "\t")}`);
}
