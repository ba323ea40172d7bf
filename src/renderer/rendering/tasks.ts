import type { MarkdownIt, StateCore } from "markdown-it";

/**
 * Gives list items that begin with `[ ]` or `[x]` a checkbox. Its value is its line relative to the first line of its
 * block, so that a block renders the same wherever it is.
 */
export function tasks(md: MarkdownIt): void {
  md.core.ruler.after("inline", "tasks", mark);
  md.renderer.rules["task_box"] = (tokens, at) => {
    const meta: unknown = tokens[at]?.meta;
    const { line, isDone } = meta as { line: number; isDone: boolean };
    return `<input type="checkbox" class="task-box" value="${line}"${isDone ? " checked" : ""}> `;
  };
}

function mark({ tokens, Token }: StateCore): void {
  let blockLine = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.level === 0 && token.map) blockLine = token.map[0];
    if (token.type !== "inline" || !token.children || !token.map) continue;
    const item = tokens[index - 2];
    const text = token.children[0];
    if (item?.type !== "list_item_open" || text?.type !== "text") continue;
    const found = /^\[([ xX])\][ \t]/.exec(text.content);
    if (!found) continue;
    text.content = text.content.slice(found[0].length);
    const box = new Token("task_box", "input", 0);
    box.meta = { line: token.map[0] - blockLine, isDone: found[1] !== " " };
    token.children.unshift(box);
    item.attrJoin("class", "task");
  }
}
