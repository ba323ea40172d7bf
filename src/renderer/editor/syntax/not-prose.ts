/** Syntax nodes that are not prose. */
export const NOT_PROSE = new Set(
  "InlineCode FencedCode CodeBlock CodeText CodeInfo URL Autolink HTMLBlock HTMLTag Comment CommentBlock HiddenComment HiddenCommentBlock ProcessingInstruction ProcessingInstructionBlock InlineMath DisplayMath BlockMath WikiLink WikiEmbed FootnoteLabel FootnoteReference LinkLabel Entity Escape".split(
    " ",
  ),
);
