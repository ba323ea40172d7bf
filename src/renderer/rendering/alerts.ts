import type { MarkdownIt, StateCore, Token } from "markdown-it";

const KINDS = ["note", "tip", "important", "warning", "caution"];

/** Renders quotes that begin with `[!NOTE]` and the like as alerts with a title, as GitHub does. */
export function alerts(md: MarkdownIt): void {
  md.core.ruler.after("inline", "alerts", mark);
  md.renderer.rules["alert_title"] = (tokens, at, _options, env) => {
    const kind = tokens[at]?.info ?? "";
    const named = (env as { alertNames?: Record<string, string> }).alertNames?.[kind] ?? kind;
    return `<p class="alert-title">${md.utils.escapeHtml(named)}</p>\n`;
  };
}

function mark(state: StateCore): void {
  const marked: Token[] = [];
  /** Each open quote, and whether it became an alert. */
  const open: boolean[] = [];
  const { tokens } = state;
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as Token;
    marked.push(token);
    if (token.type === "blockquote_close" && open.pop()) token.tag = "div";
    if (token.type !== "blockquote_open") continue;
    const inline = tokens[at + 1]?.type === "paragraph_open" ? tokens[at + 2] : undefined;
    const kind = alertKind(inline?.children ?? []);
    // A marker with no text after it does not make an alert.
    const isAlert =
      kind !== null && ((inline?.children?.length ?? 0) > 1 || tokens[at + 4]?.type !== "blockquote_close");
    open.push(isAlert);
    if (!isAlert) continue;
    token.tag = "div";
    token.attrSet("class", `alert alert-${kind}`);
    const title = new state.Token("alert_title", "p", 0);
    title.info = kind;
    title.block = true;
    title.level = token.level + 1;
    marked.push(title);
    inline?.children?.splice(0, 2);
    // The first paragraph held only the marker.
    if (inline?.children?.length === 0) at += 3;
  }
  state.tokens = marked;
}

function alertKind([first, second]: readonly Token[]): string | null {
  const named = first?.type === "text" ? /^\[!([A-Za-z]{3,9})\]$/.exec(first.content.trim())?.[1]?.toLowerCase() : null;
  const endsLine = !second || second.type === "softbreak" || second.type === "hardbreak";
  return named && endsLine && KINDS.includes(named) ? named : null;
}
