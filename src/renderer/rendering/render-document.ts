import type { Env, MarkdownIt, Token } from "markdown-it";
import { findFrontmatter } from "../../core/markdown/sections";
import { hubSlug, slugOf } from "../../core/markdown/slug";
import { NumberedNames } from "../../core/text/numbered-names";
import { blockAnchor } from "./block-ids";
import { blockSpans } from "./block-spans";
import { highlightedCode, languageName, loadLanguages } from "./code-colours";
import { cropNote, cropTokens } from "./crop-tokens";
import type { DiceEnv } from "./dice";
import { type EmojiEnv, withEmoji } from "./emoji";
import { frontMatterTable } from "./front-matter";
import { layOut, layoutRules } from "./layout";
import type { LineBreakEnv } from "./line-joins";
import { createMarkdown, SCRIPTS } from "./markdown";
import type { Block, RenderedDocument, RenderingOptions } from "./rendered-document";
import { WIKI } from "./wiki-links";

/** The maximum number of lines of front matter that are shown in a cropped rendering. */
const MAX_PROPERTIES = 2000;

const md = createMarkdown();
configureRenderer(md);
layoutRules(md);

/**
 * Renders a whole document as blocks of HTML that the caller must sanitise. Takes linear time; loads the languages of
 * its code first. `cropped`: very long parts are cut, with a note in their place.
 */
export async function renderDocument(
  text: string,
  options: RenderingOptions,
  extent: "whole" | "cropped" = "whole",
): Promise<RenderedDocument> {
  const front = findFrontmatter(text);
  const linesBefore = front?.lineEnd ?? 0;
  const env: Env & LineBreakEnv & EmojiEnv & DiceEnv & { alertNames: Record<string, string> } = {
    alertNames: options.alerts,
    lineBreaks: options.lineBreaks,
    emojiCodes: options.emojiCodes ?? false,
    dice: options.dice ?? false,
  };
  if (options.superSubscript) md.enable(SCRIPTS);
  else md.disable(SCRIPTS);
  const parsed = md.parse(front ? text.slice(front.to) : text, env);
  await loadLanguages(parsed.flatMap(({ type, info }) => (type === "fence" ? [languageName(info)] : [])));

  const headings = nameHeadings(parsed, linesBefore);
  const titles = headings.map((each) => (options.emojiCodes ? { ...each, title: withEmoji(each.title) } : each));
  const laidOut = layOut(parsed, titles);
  const tokens = extent === "cropped" ? cropTokens(laidOut) : laidOut;
  const blocks: Block[] = [];
  if (front) {
    const lines = text
      .slice(0, front.to)
      .split("\n")
      .slice(1, front.lineEnd - 1);
    const shown = extent === "cropped" ? lines.slice(0, MAX_PROPERTIES) : lines;
    const table = frontMatterTable(shown, options.properties, md.utils.escapeHtml);
    const hidden = lines.slice(shown.length).reduce((sum, line) => sum + line.length, 0);
    const html = table && hidden > 0 ? table + cropNote({ content: String(hidden) }) : table;
    if (html) blocks.push({ html, line: 1, lineEnd: front.lineEnd, hasHtml: false });
  }
  let last = linesBefore;
  for (const { from, to } of blockSpans(tokens)) {
    const spanned = tokens.slice(from, to);
    const map = spanned[0]?.map;
    const line = map ? linesBefore + map[0] + 1 : last + 1;
    const lineEnd = spanned.reduce((end, token) => Math.max(end, linesBefore + (token.map?.[1] ?? 0)), line);
    const hasHtml = spanned.some(
      ({ type, children }) => type === "html_block" || children?.some((child) => child.type === "html_inline"),
    );
    blocks.push({ html: md.renderer.render(spanned, md.options, env), line, lineEnd, hasHtml });
    last = lineEnd;
  }
  return { blocks, headings };
}

/** Sets the ids of headings, and resolves links to them, which can name a heading in several ways, and to blocks with ids. */
function nameHeadings(tokens: readonly Token[], linesBefore: number): RenderedDocument["headings"] {
  const ids = new HeadingIds();
  const headings: RenderedDocument["headings"] = [];
  for (const [at, token] of tokens.entries()) {
    if (token.type !== "heading_open") continue;
    const level = Number(token.tag.slice(1));
    const title = plainText(tokens[at + 1]?.children ?? []);
    const id = ids.take(title, level);
    token.attrSet("id", id);
    if (token.level === 0) headings.push({ id, level, title, line: linesBefore + (token.map?.[0] ?? 0) + 1 });
  }
  const anchors = new Set(tokens.map((token) => token.attrGet("id")));
  for (const { children } of tokens) {
    for (const link of children ?? []) {
      const target = link.type === "link_open" ? targetInside(String(link.attrGet("href") ?? "")) : null;
      if (target === null) continue;
      const block = target.startsWith("^") ? blockAnchor(target.slice(1)) : null;
      const id = block !== null && anchors.has(block) ? block : ids.find(target);
      if (id === null) continue;
      link.attrSet("href", `#${id}`);
      if (link.attrGet("class") === "wiki-link") link.attrs = [["href", `#${id}`]];
    }
  }
  return headings;
}

/** The decoded fragment of a link to a part of its own document: `#part`, or `[[#part]]`; null for other links. */
function targetInside(href: string): string | null {
  if (href.startsWith("#")) return decoded(href.slice(1));
  if (!href.startsWith(WIKI)) return null;
  const target = decoded(href.slice(WIKI.length));
  return target.startsWith("#") ? target.slice(1) : null;
}

const decoded = (fragment: string): string => {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
};

/** The visible text of a heading, without markup. */
function plainText(children: readonly Token[]): string {
  let text = "";
  for (const { type, content, markup, children: inner } of children) {
    if (type === "image") text += inner ? plainText(inner) : "";
    else if (type === "softbreak" || type === "hardbreak") text += " ";
    else if (type === "emoji") text += markup;
    else if (type !== "html_inline" && type !== "footnote_ref") text += content;
  }
  return text;
}

/** Adds highlighting, diagrams, and classes in place of legacy style attributes. */
function configureRenderer({ renderer, utils: { escapeHtml } }: MarkdownIt): void {
  renderer.rules["fence"] = (tokens, at) => {
    const { content, info } = tokens[at] as Token;
    const name = languageName(info);
    if (name === "mermaid") return `<pre class="diagram"><code>${escapeHtml(content)}</code></pre>\n`;
    if (name === "math") return `<p><code class="math math-display">${escapeHtml(content.trim())}</code></p>\n`;
    const code = highlightedCode(content, name, escapeHtml) ?? escapeHtml(content);
    const label = /^[\w+#.-]{1,40}$/.test(name) ? ` class="language-${escapeHtml(name)}"` : "";
    return `<pre><code${label}>${code}</code></pre>\n`;
  };
  renderer.rules["cropped"] = (tokens, at) => cropNote(tokens[at] as Token);
  for (const cell of ["th_open", "td_open"]) {
    renderer.rules[cell] = (tokens, at, options, _env, self) => {
      const token = tokens[at] as Token;
      const aligned = /text-align:(left|center|right)/.exec(String(token.attrGet("style") ?? ""))?.[1];
      token.attrs = aligned ? [["class", `align-${aligned}`]] : null;
      return self.renderToken(tokens, at, options);
    };
  }
}

/** Gives each heading of a document a unique id, and finds the heading that a link's fragment refers to. */
class HeadingIds {
  readonly #ids = new NumberedNames();
  readonly #found = new Map<string, string>();
  readonly #open: { level: number; path: string }[] = [];

  /** The heading's id: its slug, with a number if another heading has the same slug. */
  take(title: string, level: number): string {
    const slug = slugOf(title);
    const id = this.#ids.take(slug);
    while ((this.#open.at(-1)?.level ?? 0) >= level) this.#open.pop();
    const above = this.#open.at(-1);
    const path = above ? `${above.path}/${slug}` : slug;
    this.#open.push({ level, path });
    for (const name of [id, path, hubSlug(title), title.trim().toLowerCase()])
      if (name !== "" && !this.#found.has(name)) this.#found.set(name, id);
    return id;
  }

  /**
   * The id that a fragment (decoded, without `#`) refers to, by id, path, GitHub slug or title; null if there is none.
   */
  find(fragment: string): string | null {
    const name = fragment.trim();
    return this.#found.get(name) ?? this.#found.get(name.toLowerCase()) ?? null;
  }
}
