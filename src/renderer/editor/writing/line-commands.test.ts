import { history, undo } from "@codemirror/commands";
import { EditorSelection, EditorState, type StateCommand } from "@codemirror/state";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fewer } from "../../../core/text/texts.fixture";
import { letterCase } from "./letter-case";
import { renumberingLists } from "./renumber-lists";
import { selectSection, shiftSection } from "./section-commands";
import { sortLines } from "./sort-lines";

function on(doc: string, from = 0, to = doc.length): EditorState {
  const selection = EditorSelection.single(from, to);
  return EditorState.create({ doc, selection, extensions: [history(), renumberingLists] });
}
function run(state: EditorState, command: StateCommand): EditorState {
  let next = state;
  command({ state, dispatch: (transaction) => (next = transaction.state) });
  return next;
}
const text = (state: EditorState) => state.doc.toString();

describe("sorting lines", () => {
  it("compares words, moves nested lines with their parent, and renumbers", () => {
    expect(text(run(on("- pear\n  ripe\n- apple 10\n- apple 9"), sortLines("up")))).toBe(
      "- apple 9\n- apple 10\n- pear\n  ripe",
    );
    expect(text(run(on("1. b\n2. a\n3. c"), sortLines("up")))).toBe("1. a\n2. b\n3. c");
    expect(text(run(on("- [x] b\n- [ ] a"), sortLines("up")))).toBe("- [ ] a\n- [x] b");
    expect(text(run(on("b\n\na\n"), sortLines("up")))).toBe("a\n\nb\n");
    expect(text(run(on("a\nb\nc", 0, 3), sortLines("down")))).toBe("b\na\nc");
  });
});

describe("changing the letter case", () => {
  it("applies to the selection, or to the word at the cursor", () => {
    expect(text(run(on("Straße und ÉTÉ"), letterCase("upper")))).toBe("STRASSE UND ÉTÉ");
    expect(text(run(on("ONE two", 1, 1), letterCase("lower")))).toBe("one two");
    expect(text(run(on("don't STOP, émile"), letterCase("title")))).toBe("Don't Stop, Émile");
    expect(text(run(on("渡船"), letterCase("upper")))).toBe("渡船");
  });
});

describe("sections", () => {
  const doc = "# A\n\ntext\n\n## B\n\nb\n\n## C\n\nc\n\n# D\n";
  it("are selected from the innermost out", () => {
    const place = doc.indexOf("b\n");
    const inner = run(on(doc, place, place), selectSection);
    expect(inner.sliceDoc(inner.selection.main.from, inner.selection.main.to)).toBe("## B\n\nb\n\n");
    const outer = run(inner, selectSection);
    expect(outer.sliceDoc(outer.selection.main.from, outer.selection.main.to)).toBe(doc.slice(0, doc.indexOf("# D")));
  });

  it("are moved past their sibling, with the cursor, and undo restores every byte", () => {
    const place = doc.indexOf("b\n");
    const moved = run(on(doc, place, place), shiftSection("down"));
    expect(text(moved)).toBe("# A\n\ntext\n\n## C\n\nc\n\n## B\n\nb\n\n# D\n");
    expect(moved.sliceDoc(moved.selection.main.head, moved.selection.main.head + 2)).toBe("b\n");
    expect(text(run(moved, shiftSection("up")))).toBe(doc);
    expect(text(run(moved, undo))).toBe(doc);
    expect(text(run(on(doc, 0, 0), shiftSection("up")))).toBe(doc);
  });
});

it("line commands change no byte outside the selected lines, and undo restores the exact text", () => {
  const line = fc.constantFrom("b", "- a", "  c", "", "10. x", "É ß", "> q", "# h", "渡");
  const commands: StateCommand[] = [
    sortLines("up"),
    sortLines("down"),
    letterCase("upper"),
    letterCase("lower"),
    letterCase("title"),
  ];
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 10 }), fc.nat(), fc.nat(), fc.nat(), (lines, a, b, which) => {
      const doc = lines.join("\n");
      const [from, to] = [a % (doc.length + 1), b % (doc.length + 1)].sort((one, other) => one - other) as [
        number,
        number,
      ];
      // Renumbering may follow a sort; another test covers it.
      const plain = EditorState.create({ doc, selection: { anchor: from, head: to }, extensions: history() });
      const first = plain.doc.lineAt(from);
      const last = plain.doc.lineAt(to);
      const after = run(plain, commands[which % commands.length] as StateCommand);
      expect(text(after).startsWith(doc.slice(0, first.from))).toBe(true);
      expect(text(after).endsWith(doc.slice(last.to))).toBe(true);
      if (text(after) !== doc) expect(text(run(after, undo))).toBe(doc);
    }),
    fewer(1000),
  );
});
