import type { MarkdownIt, StateInline } from "markdown-it";
import { tagNameAt } from "../../core/tags/tags";

/** Tags such as `#places/harbour`, quietly. */
export function tags(md: MarkdownIt): void {
  md.inline.ruler.before("emphasis", "tag", rule);
}

function rule(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== 35 || state.linkLevel > 0) return false;
  const name = tagNameAt(pos === 0 ? "" : (src[pos - 1] ?? ""), src.slice(pos + 1, Math.min(posMax, pos + 400)));
  if (name === null) return false;
  if (!silent) {
    state.push("tag_open", "span", 1).attrs = [["class", "tag"]];
    state.push("text", "", 0).content = `#${name}`;
    state.push("tag_close", "span", -1);
  }
  state.pos = pos + 1 + name.length;
  return true;
}
