import type { MarkdownIt, StateCore, Token } from "markdown-it";
import { findDice } from "../../core/dice/dice";

/** What the parser's environment says of dice. */
export type DiceEnv = { dice?: boolean };

/** Marks dice in text such as `2d6+3`, outside code and links, where the environment has them on. */
export function dice(md: MarkdownIt): void {
  md.core.ruler.after("text_join", "dice", ({ tokens, env, Token }: StateCore) => {
    if (!(env as DiceEnv).dice) return;
    for (const token of tokens) if (token.children) token.children = marked(token.children, Token);
  });
}

function marked(children: readonly Token[], Token: StateCore["Token"]): Token[] {
  let links = 0;
  return children.flatMap((child) => {
    if (child.type === "link_open") links++;
    if (child.type === "link_close") links--;
    return child.type === "text" && links === 0 ? pieces(child, Token) : [child];
  });
}

function pieces(text: Token, Token: StateCore["Token"]): Token[] {
  const found = findDice(text.content);
  if (found.length === 0) return [text];
  const tokens: Token[] = [];
  let last = 0;
  const add = (content: string) => {
    if (content !== "") tokens.push(Object.assign(new Token("text", "", 0), { content, level: text.level }));
  };
  for (const { from, to, source } of found) {
    add(text.content.slice(last, from));
    const open = new Token("dice_open", "span", 1);
    open.attrs = [["class", "dice"]];
    tokens.push(open);
    add(source);
    tokens.push(new Token("dice_close", "span", -1));
    last = to;
  }
  add(text.content.slice(last));
  return tokens;
}
