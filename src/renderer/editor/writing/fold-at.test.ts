import { markdown, markdownLanguage } from "@codemirror/lang-markdown";
import { ensureSyntaxTree, foldable } from "@codemirror/language";
import { EditorState, Text } from "@codemirror/state";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fewer } from "../../../core/text/texts.fixture";
import { localParsing } from "../syntax/part-tree";
import { foldableLines } from "./fold-at";
import { foldAt } from "./fold-sections";

const local = (text: string) => EditorState.create({ doc: Text.of(text.split("\n")), extensions: localParsing });

const whole = (text: string) => {
  const state = EditorState.create({ doc: text, extensions: markdown({ base: markdownLanguage }) });
  ensureSyntaxTree(state, state.doc.length, 5000);
  // Folding uses the tree in the state; a tree that was just completed enters the state with the next update.
  return state.update({}).state;
};

const lines = (state: EditorState) =>
  [...foldableLines(state, 0, state.doc.length)].map((at) => state.doc.lineAt(at).number).sort((a, b) => a - b);

describe("folding with a tree of only the visible part", () => {
  it("folds a section, a code block, a list item, a quote and a paragraph of several lines", () => {
    const text = "# A\n\none\n\n```js\nlet a;\n```\n\n- x\n  y\n\n> q\n> r\n\np\np2\n\n## Empty\n\n## Last\n\nend";
    expect(lines(local(text))).toEqual([1, 5, 9, 12, 15, 20]);
  });

  it("folds a section up to the next heading that is not deeper", () => {
    const state = local("# A\n\none\n\n## B\n\ntwo\n\n# C\n\nthree");
    expect(foldAt(state, 0)).toEqual({ from: 3, to: state.doc.line(7).to });
    expect(foldAt(state, state.doc.line(5).from)).toEqual({ from: state.doc.line(5).to, to: state.doc.line(7).to });
    expect(foldAt(state, state.doc.line(3).from)).toBeNull();
  });

  it("folds a block to its last line", () => {
    const state = local("```js\nlet a;\nlet b;\n```\n\nafter");
    expect(foldAt(state, 0)).toEqual({ from: 5, to: state.doc.line(4).to });
  });

  it("offers a section with a distant end without searching for that end", () => {
    const state = local(`# Far\n\n${"a line of words\n".repeat(20_000)}`);
    expect([...foldableLines(state, 0, 500)]).toContain(0);
  });

  it("equals folding with a complete tree", () => {
    const part = fc.constantFrom("# A", "## B", "### C", "words", "```\ncode\n```", "- a\n- b", "- a\n  b", "> q\n> r");
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 12 }), (parts) => {
        const text = parts.join("\n\n");
        const [mine, theirs] = [local(text), whole(text)];
        const expected: number[] = [];
        for (let n = 1; n <= theirs.doc.lines; n++) {
          const { from, to } = theirs.doc.line(n);
          if (foldable(theirs, from, to)) expected.push(n);
        }
        expect(lines(mine)).toEqual(expected);
        for (const n of expected) {
          const { from, to } = theirs.doc.line(n);
          const range = foldable(theirs, from, to);
          expect(foldAt(mine, from)?.from).toBe(range?.from);
        }
      }),
      fewer(200),
    );
  });
});
