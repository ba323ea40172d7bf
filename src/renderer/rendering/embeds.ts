import type { MarkdownIt, StateCore, Token } from "markdown-it";

/** Marks the links of embeds that are alone on a line of a paragraph: the view shows the note in their place. All others stay links. */
export function embeds(md: MarkdownIt): void {
  md.core.ruler.after("inline", "embeds", ({ tokens }: StateCore) => {
    for (const [at, { type, children }] of tokens.entries())
      if (type === "inline" && children && tokens[at - 1]?.type === "paragraph_open") mark(children);
  });
}

function mark(children: readonly Token[]): void {
  const isBreak = (token: Token | undefined) =>
    token === undefined || /^(?:softbreak|hardbreak|task_box)$/.test(token.type);
  /** What a task's box and an alert's marker leave of their text. */
  const isEmpty = (token: Token | undefined) => token?.type === "text" && token.content === "";
  for (const [at, token] of children.entries()) {
    const isEmbed = token.type === "link_open" && (token.meta as { embed?: boolean } | null)?.embed === true;
    const before = isEmpty(children[at - 1]) ? at - 2 : at - 1;
    // A link is its opening, its text and its end.
    if (isEmbed && isBreak(children[before]) && isBreak(children[at + 3])) token.attrJoin("class", "wiki-embed");
  }
}
