import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { calloutName, calloutOf } from "../../core/markdown/callouts";

/**
 * Renders quotes that begin with `[!NOTE]` and the like as alerts with a title, as GitHub does, and Obsidian's callouts with their own titles. What can
 * be folded becomes `<details>`.
 */
export function alerts(md: MarkdownIt): void {
  md.core.ruler.after("inline", "alerts", mark);
  md.renderer.rules["alert_title"] = (tokens, at, _options, env) => {
    const { info = "", tag = "p" } = tokens[at] ?? {};
    const name = calloutName(info, (env as { alertNames?: Record<string, string> }).alertNames);
    return `<${tag} class="alert-title">${md.utils.escapeHtml(name)}</${tag}>\n`;
  };
}

function mark(state: StateCore): void {
  const marked: Token[] = [];
  /** The tag of each open quote: `blockquote`, or what the alert became. */
  const open: string[] = [];
  const { tokens } = state;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    marked.push(token);
    if (token.type === "blockquote_close") token.tag = open.pop() ?? token.tag;
    if (token.type !== "blockquote_open") continue;
    const inline = tokens[at + 1]?.type === "paragraph_open" ? tokens[at + 2] : undefined;
    const alert = takeMarker(inline?.children ?? [], tokens[at + 4]?.type !== "blockquote_close");
    open.push(alert === null ? "blockquote" : alert.fold === null ? "div" : "details");
    if (alert === null) continue;
    token.tag = open.at(-1) ?? token.tag;
    token.attrSet("class", `alert alert-${alert.appearance}`);
    if (alert.fold === "open") token.attrSet("open", "");
    marked.push(...titleTokens(state, alert, token.level + 1));
    // The first paragraph held only the marker and the title.
    if (inline?.children?.length === 0) at += 3;
  }
  state.tokens = marked;
}

type Marker = NonNullable<ReturnType<typeof calloutOf>> & { title: Token[] };

/** Removes the line of the marker from the first paragraph of a quote. Null if the quote is not an alert: on GitHub a marker alone does not make one. */
function takeMarker(children: Token[], isFollowed: boolean): Marker | null {
  const [first] = children;
  const breaks = children.findIndex(({ type }) => type === "softbreak" || type === "hardbreak");
  const end = breaks === -1 ? children.length : breaks;
  const callout = first?.type === "text" ? calloutOf(first.content.trimStart()) : null;
  if (first === undefined || callout === null) return null;
  const hasTitle = callout.hasTitle || end > 1;
  if (!hasTitle && breaks === -1 && !isFollowed) return null;
  const title = children.splice(0, breaks === -1 ? end : end + 1).slice(0, end);
  first.content = first.content.trimStart().slice(callout.length);
  return { ...callout, hasTitle, title };
}

function titleTokens(state: StateCore, { type, fold, hasTitle, title }: Marker, level: number): Token[] {
  const tag = fold === null ? "p" : "summary";
  if (!hasTitle) {
    const name = new state.Token("alert_title", tag, 0);
    return [Object.assign(name, { info: type, block: true, level })];
  }
  const opens = Object.assign(new state.Token("paragraph_open", tag, 1), { block: true, level });
  opens.attrSet("class", "alert-title");
  const inline = Object.assign(new state.Token("inline", "", 0), { children: title, content: "", block: true, level });
  return [opens, inline, Object.assign(new state.Token("paragraph_close", tag, -1), { block: true, level })];
}
