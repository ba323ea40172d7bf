import type { MarkdownIt, Token } from "markdown-it";
import { calloutName } from "../../core/markdown/callouts";
import { highlightTokens, languageName, loadLanguages } from "./code-colours";
import { createMarkdown } from "./markdown";
import { texBrackets } from "./tex-brackets";

/**
 * Parses Markdown into a tree from which elements can be built. HTML stays text, images become links, formulas are
 * kept as source: nothing in it can load, run or imitate the interface.
 */
export type AnswerNode =
  | string
  | { kind: AnswerKind; children: AnswerNode[] }
  | { kind: "link" | "image"; address: string; children: AnswerNode[] }
  | { kind: "heading"; level: number; children: AnswerNode[] }
  | { kind: "list"; start: number | null; children: AnswerNode[] }
  | { kind: "cell"; isHead: boolean; align: "left" | "center" | "right" | null; children: AnswerNode[] }
  | { kind: "code block"; language: string; code: string }
  | { kind: "maths"; code: string; isBlock: boolean }
  | { kind: "task"; isDone: boolean }
  | { kind: "break" | "rule" };

type AnswerKind =
  | "paragraph"
  /** The paragraph of a tight list item. */
  | "line"
  | "quote"
  | "item"
  | "table"
  | "row"
  | "em"
  | "strong"
  | "del"
  | "code";

let parser: MarkdownIt | null = null;

function markdown(): MarkdownIt {
  if (parser) return parser;
  parser = createMarkdown().use(texBrackets);
  parser.set({ html: false, linkify: true });
  return parser;
}

/** Parses one piece of an answer, in time linear in its length. */
export function answerTree(text: string): AnswerNode[] {
  const top: AnswerNode[] = [];
  build(markdown().parse(text, {}), top);
  return top;
}

/** The code as words with their colour classes, once its language is loaded; null if the language is unknown. */
export async function highlightWords(code: string, language: string): Promise<[text: string, colour: string][] | null> {
  await loadLanguages([language]);
  return highlightTokens(code, language);
}

const kinds: Readonly<Record<string, AnswerKind>> = {
  blockquote_open: "quote",
  list_item_open: "item",
  table_open: "table",
  tr_open: "row",
  em_open: "em",
  strong_open: "strong",
  s_open: "del",
};

/** Containers with no text of their own. */
const transparent = /^(?:thead|tbody|footnote_block|footnote|footnote_anchor|footnote_ref)(?:_open|_close)?$/;

function build(tokens: readonly Token[], top: AnswerNode[]): void {
  const open: AnswerNode[][] = [top];
  const add = (node: AnswerNode) => open.at(-1)?.push(node);
  for (const token of tokens) {
    const { type, nesting } = token;
    if (transparent.test(type)) continue;
    if (nesting < 0) {
      if (open.length > 1) open.pop();
    } else if (nesting > 0) {
      const children: AnswerNode[] = [];
      add(openNode(token, children));
      open.push(children);
    } else if (type === "inline") build(token.children ?? [], open.at(-1) ?? top);
    else add(leaf(token));
  }
}

function openNode(token: Token, children: AnswerNode[]): AnswerNode {
  const { type, tag, hidden } = token;
  const attribute = (name: string) => String(token.attrGet(name) ?? "");
  switch (type) {
    case "heading_open":
      return { kind: "heading", level: Number(tag.slice(1)), children };
    case "link_open":
      return { kind: "link", address: attribute("href"), children };
    case "bullet_list_open":
      return { kind: "list", start: null, children };
    case "ordered_list_open":
      return { kind: "list", start: Number(attribute("start") || 1), children };
    case "th_open":
    case "td_open": {
      const align = /text-align:(left|center|right)/.exec(attribute("style"))?.[1] as "left" | undefined;
      return { kind: "cell", isHead: type === "th_open", align: align ?? null, children };
    }
    default:
      return { kind: kinds[type] ?? (hidden ? "line" : "paragraph"), children };
  }
}

function leaf(token: Token): AnswerNode {
  const { type, content, info, children, meta } = token;
  switch (type) {
    case "fence":
    case "code_block":
      return { kind: "code block", language: languageName(info), code: content.replace(/\n$/, "") };
    case "code_inline":
      return { kind: "code", children: [content] };
    case "math_inline":
      return { kind: "maths", code: content, isBlock: false };
    case "math_display":
    case "math_block":
      return { kind: "maths", code: content, isBlock: true };
    case "hardbreak":
      return { kind: "break" };
    case "softbreak":
      return "\n";
    case "hr":
      return { kind: "rule" };
    case "task_box":
      return { kind: "task", isDone: (meta as { isDone?: boolean } | null)?.isDone === true };
    case "image": {
      const inner: AnswerNode[] = [];
      build(children ?? [], inner);
      return { kind: "image", address: String(token.attrGet("src") ?? ""), children: inner };
    }
    case "alert_title":
      return { kind: "strong", children: [calloutName(info)] };
    default:
      return content;
  }
}
