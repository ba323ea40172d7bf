import { syntaxTree } from "@codemirror/language";
import type { Extension } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { parsesLocally } from "../syntax/part-tree";
import { onEmojiLoaded } from "./emoji-codes";
import { drawer, optionalMarks, showEmbed } from "./live-host";
import { liveState, seen } from "./live-text.fixture";
import { liveMarks } from "./marks";

const draws = drawer.of(async () => ({ status: "failed", message: "no frame" }));
const sees = (written: string, shown: string) => {
  expect(seen(liveState(written, draws))).toBe(shown);
};

describe("inline markup", () => {
  it("is hidden away from the cursor", () => {
    sees("**a** *b* ~~c~~ `d` __e__ _f_ ==g==\n\n‸", "a b c d e f g\n\n");
    sees("a == b, ===c===, x==1\n\n‸", "a == b, ===c===, x==1\n\n");
    sees("***a*** **b *c* d**\n\n‸", "a b c d\n\n");
    sees("``a ` b``\n\n‸", "a ` b\n\n");
  });

  it("is shown for the element that the cursor is in or at", () => {
    sees("**a‸** *b* `c`", "**a** b c");
    sees("‸**a** *b* `c`", "**a** b c");
    sees("**a**‸ *b* `c`", "**a** b c");
    sees("**a *b‸* c** *d*", "**a *b* c** d");
    sees("**a‸ *b* c**", "**a b c**");
  });

  it("is shown wherever a selection reaches, and at each of several cursors", () => {
    sees("⟨x **a** *b⟩* `c`", "x **a** *b* c");
    sees("**a‸** *b* `c‸` *d*", "**a** b `c` d");
  });

  it("shows escaped characters and entities as what they mean", () => {
    sees("\\*a\\* &amp; &copy; &nope;\n\n‸", "*a* [Character] [Character] &nope;\n\n");
    sees("\\‸*a\\*", "\\*a*");
  });
});

describe("headings", () => {
  it("hide their markers except in the line of the cursor", () => {
    sees("# One\n\n## Two ##\n\n‸", "One\n\nTwo\n\n");
    sees("# One‸\n\n## Two ##", "# One\n\nTwo");
  });

  it("without text show their markers", () => sees("#\n\n## \n\n‸", "#\n\n## \n\n"));

  it("hide a Setext underline", () => {
    sees("One\n===\n\ntext‸", "One\n\n\ntext");
    sees("One\n==‸=\n", "One\n===\n");
  });
});

describe("tags", () => {
  it("stay as written, and are marked where they begin a word", () => {
    const text = "#a/b x#c `#d` [#e](f) (#g) #1 **#h** #é.";
    const state = liveState(`${text}‸`, draws);
    const marks: string[] = [];
    syntaxTree(state).iterate({
      enter: ({ name, from, to, node }) => {
        if (name === "Hashtag" && node.parent?.name !== "Link") marks.push(state.sliceDoc(from, to));
      },
    });
    expect(marks).toEqual(["#a/b", "#é"]);
    sees(`${text}\n\n‸`, "#a/b x#c #d #e (#g) #1 #h #é.\n\n");
  });
});

describe("comments for the writer", () => {
  it("stay as written, whole, within a paragraph and as lines", () => {
    const text = "a %%b *c* ‸%% d 100%% %%e%%\n\n%%\n# f\n\n*g*\n%%\n\n*h*\n\n%%\n*i*";
    const state = liveState(text, draws);
    const found: string[] = [];
    syntaxTree(state).iterate({
      enter: ({ name, from, to }) => {
        if (name.startsWith("HiddenComment")) found.push(state.sliceDoc(from, to));
      },
    });
    expect(found).toEqual(["%%b *c* %%", "%%e%%", "%%\n# f\n\n*g*\n%%", "%%\n*i*"]);
    sees(text, "a %%b *c* %% d 100%% %%e%%\n\n%%\n# f\n\n*g*\n%%\n\nh\n\n%%\n*i*");
  });
});

describe("links", () => {
  it("show only their text", () => {
    sees("[a](b.md) [c](<d e.md> 'title') <https://x.y> https://z.w ‸", "a c https://x.y https://z.w ");
    sees("[a‸](b.md) [c](d.md)", "[a](b.md) c");
    sees("[](b.md)\n\n‸", "[](b.md)\n\n");
  });

  it("by reference are links only if they are defined", () => {
    sees(
      "[a][r] [r][] [r] [none] [none][] [a][none]\n\n[r]: x.md\n‸",
      "a r r [none] [none][] [a][none]\n\n[r]: x.md\n",
    );
  });

  it("to wiki pages show their target or alias", () => {
    sees("[[Page]] [[Page#Head|words]] ![[x.png]] ![[Other]]\n\n‸", "Page words [Image] Other\n\n");
    sees("[[Pa‸ge]] [[a|b]]", "[[Page]] b");
    sees("[[spell:Fireball]] [[spell:srd-5e/Ash]] [[spell:X|it]] [[A: b]]\n\n‸", "Fireball Ash it A: b\n\n");
  });

  it("are not made from brackets that are not links", () => {
    sees("[ ] [sic] [[ ]] [[a]b]] [[]]\n\n‸", "[ ] [sic] [[ ]] [[a]b]] [[]]\n\n");
  });
});

describe("marks that a setting turns on", () => {
  const on = optionalMarks.of({ superSubscript: true, emojiCodes: true });
  const shown = (written: string, ...more: Extension[]) => seen(liveState(written, draws, ...more));

  it("raise and lower text, and show emoji for their codes", async () => {
    expect(shown("x^2^ H~2~O ~~s~~\n\n‸", on)).toBe("x2 H2O s\n\n");
    expect(shown("x^2‸^ H~2~O", on)).toBe("x^2^ H2O");
    const loaded = new Promise<void>((done) => onEmojiLoaded(done));
    shown("a :smile:\n\n‸", on);
    await loaded;
    expect(shown("a :smile: :+1: :none: 10:100:20 `:x:`\n\n‸", on)).toBe("a [Emoji] [Emoji] :none: 10:100:20 :x:\n\n");
    expect(shown("a :smi‸le:", on)).toBe("a :smile:");
    expect(shown("x^2^ H~2~O :smile:\n\n‸")).toBe("x^2^ H~2~O :smile:\n\n");
  });

  it("hide those of a footnote in its place, and show page breaks as lines", () => {
    expect(shown("a^[note *x*] ^[] ^[open\n\n‸", on)).toBe("anote x ^[] ^[open\n\n");
    expect(shown("a^[no‸te]")).toBe("a^[note]");
    expect(shown("a\n\n\\newpage\n\n<!-- pagebreak -->\n\n<!-- other -->\n\n‸")).toBe(
      "a\n\n[Rule]\n\n[Rule]\n\n<!-- other -->\n\n",
    );
  });
});

describe("footnotes", () => {
  it("are numbers in the text, and their definitions have no brackets", () => {
    sees("a[^1] b[^x y]\n\n[^1]: text\n    more\n‸", "a1 b[^x y]\n\n1 text\nmore\n");
    sees("a[^1‸]\n\n[^1]: text", "a[^1]\n\n1 text");
    sees("a[^1]\n\n[^1]: te‸xt", "a1\n\n[^1]: text");
  });
});

describe("lists", () => {
  it("keep their markers, which are drawn in place, and tasks get a checkbox", () => {
    sees("- a\n- [ ] b\n- [x] c\n1. d\n\n‸", "- a\n[Task] b\n[Task] c\n1. d\n\n");
    sees("- [ ]‸ b\n- [x] c‸", "- [ ] b\n[Task] c");
    sees("1. [ ] b\n\n‸", "[Task] b\n\n");
  });
});

describe("quotes", () => {
  it("keep their markers, and alerts show their titles", () => {
    sees("> a\n> > b\n\n‸", "> a\n> > b\n\n");
    sees("> [!NOTE]\n> a\n\n‸", "> [Alert]\n> a\n\n");
    sees("> [!NOTE]‸\n> a\n", "> [!NOTE]\n> a\n");
    sees("> [!x]\n> a\n\n> [!NOTE]\n\n‸", "> [!x]\n> a\n\n> [!NOTE]\n\n");
    sees("> [!tip]- A title\n> > [!bug]\n> > a\n\n‸", "> A title\n> > [Alert]\n> > a\n\n");
  });
});

describe("an alert's title", () => {
  it("is at the side of the text below it", () => {
    const isRightToLeft = (text: string) => {
      const state = liveState(`${text}\n\n‸`, draws);
      const marks = liveMarks({
        state,
        part: { tree: syntaxTree(state), offset: 0, opener: "" },
        from: 0,
        to: state.doc.length,
        width: () => 8,
      });
      return marks.some(({ value }) => value.spec.class === "cm-live-alert-rtl");
    };
    expect(isRightToLeft("> [!NOTE]\n> ملاحظة")).toBe(true);
    expect(isRightToLeft("> [!NOTE]\n> a note")).toBe(false);
  });
});

describe("code", () => {
  it("in a fence has its language as header, and shows the fence to a cursor in it", () => {
    sees("```js\na\n```\n\n‸", "[CodeHeader][CopyButton]\na\n\n\n");
    sees("```js\n‸a\n```\n", "```js[CopyButton]\na\n```\n");
    sees("    **a**\n\n‸", "    **a**\n\n");
    sees("```\nnever closed **a**\n\n‸", "```[CopyButton]\nnever closed **a**\n\n");
  });
});

describe("a block widget", () => {
  it("is a table of front matter properties", () => {
    sees("---\ntitle: x\n---\n\ntext‸", "[FrontMatter]\n\ntext");
    sees("---\ntitle: x‸\n---\n\ntext", "---\ntitle: x\n---\n\ntext");
    sees("---\na: {b: c}\n---\n\ntext‸", "---\na: {b: c}\n---\n\ntext");
  });

  it("is a formula or a diagram, which stays below its source while that is edited", () => {
    sees("$$\nx^2\n$$\n\n‸", "[Math]\n\n");
    sees("$$\nx^2‸\n$$\n", "$$\nx^2\n$$[Math]\n");
    sees("```mermaid\ngraph LR\n```\n\n‸", "[Diagram]\n\n");
    sees("```mermaid\ngraph‸ LR\n```\n", "```mermaid[CopyButton]\ngraph LR\n```[Diagram]\n");
  });

  it("is a thematic break", () => {
    sees("a\n\n---\n\n‸", "a\n\n[Rule]\n\n");
    sees("a\n\n-‸--\n", "a\n\n---\n");
  });
});

describe("inline maths", () => {
  it("is drawn, and prices are not", () => {
    sees("$a$ costs $5 or $6, $$b$$ too\n\n‸", "[Math] costs $5 or $6, [Math] too\n\n");
    sees("$a‸$ $b$", "$a$ [Math]");
    expect(seen(liveState("$a$\n\n‸"))).toBe("$a$\n\n");
  });
});

describe("HTML tags", () => {
  it("that only style text are hidden, and others are shown", () => {
    sees(
      "<kbd>a</kbd> b<br>c <span>d</span> <script>e</script>\n\n‸",
      "a b[Break]c <span>d</span> <script>e</script>\n\n",
    );
    sees("<kbd>a‸</kbd>", "<kbd>a</kbd>");
  });
});

describe("a table", () => {
  it("is a grid of cells without bars, with the cursor in it and without", () => {
    sees("| a | b |\n|---|---|\n| 1 | 2 |\n\n‸", "a¦b¦\n\n1¦2¦\n\n");
    sees("| a | b |\n|---|---|\n| 1‸ | 2 |\n", "a¦b¦\n\n1¦2¦\n");
    sees("a | b\n-|-\n1 |\n\n‸", "a¦b¦\n\n1¦[AbsentCell]\n\n");
    sees("|a||c|\n|-|-|-|\n\n‸", "a¦¦c¦\n\n\n");
  });

  it("may be in a list or a quote, and its cells have marks of their own", () => {
    sees("- x\n\n  | a |\n  |---|\n  | 1 |\n\n‸", "- x\n\na¦\n\n1¦\n\n");
    sees("> | a |\n> |---|\n> | 1 |\n\n‸", "a¦\n\n1¦\n\n");
    sees("| **a** | `b \\| c` |\n|---|---|\n| $x$ | d \\| e |\n\n‸", "a¦b | c¦\n\n[Math]¦d | e¦\n\n");
    sees("| **a‸** | *b* |\n|---|---|\n", "**a**¦b¦\n\n");
    sees("| a<br>b‸ |\n|---|\n", "a[Break]b¦\n\n");
  });

  it("shows spaces that are being typed, its delimiter row to a cursor in it, and cells beyond its last column", () => {
    sees("| a |\n|---|\n| 1 ‸ |\n", "a¦\n\n1 ¦\n");
    sees("| a |\n|-‸--|\n| 1 |\n", "a¦\n|---|\n1¦\n");
    sees("| a |\n|---|\n| 1 | 2 |\n\n‸", "a¦[AbsentCell]\n\n1¦2¦\n\n");
    sees("| a |\n|---|\nwords\n\n‸", "a¦\n\nwords¦\n\n");
  });

  it("stays source in code, and beyond its limits", () => {
    for (const source of ["```\n| a |\n|---|\n```x\n\n"]) expect(seen(liveState(`${source}‸`))).toContain("| a |");
    const wide = `${"| a ".repeat(61)}|\n${"|---".repeat(61)}|\n\n`;
    sees(`${wide}‸`, wide);
    const long = `| a |\n|---|\n${"| b |\n".repeat(2_001)}\n`;
    sees(`${long}‸`, long);
  });
});

it("the preview is the same if only the visible part is parsed", () => {
  const text = "# A\n\n**b** [c](d) `e`\n\n- [ ] f\n\n| g |\n|---|\n| h |\n\n> i\n\n[[j]] k[^1]\n\n[^1]: l\n\n$m$\n\n‸";
  expect(seen(liveState(text, draws, parsesLocally.of(true)))).toBe(seen(liveState(text, draws)));
});

describe("HTML", () => {
  const frames = showEmbed.of(() => () => {});
  const seesHtml = (written: string, shown: string) => {
    expect(seen(liveState(written, frames))).toBe(shown);
  };

  it("is drawn with the Markdown up to the block that closes it", () => {
    seesHtml('<div align="center">\n\n**Middle**\n\n</div>\n\n‸', "[Html]\n\n");
    seesHtml("<details>\n<summary>a</summary>\n\n<div>\n\n$$\nx\n$$\n\n</div>\n\n</details>\n\n‸", "[Html]\n\n");
    seesHtml('<img src="a.png">\n\n‸', "[Html]\n\n");
    // The form of the front matter replaces a plain list once it has loaded.
    expect(seen(liveState("---\na: 1\n---\n\n<p>a</p>\n\n‸", frames))).toMatch(/^\[\w+\]\n\n\[Html\]\n\n$/);
  });

  it("stays source where it is edited, is not closed, or shows nothing", () => {
    seesHtml("<details>\n\nwo‸rd\n\n</details>\n", "<details>\n\nword\n\n</details>\n");
    seesHtml("<div>\n\nword\n\n‸", "<div>\n\nword\n\n");
    seesHtml("</div>\n\n<!-- a comment -->\n\n‸", "</div>\n\n<!-- a comment -->\n\n");
    expect(seen(liveState("<div>a</div>\n\n‸"))).toBe("<div>a</div>\n\n");
  });

  it("has images in a line as images", () => {
    seesHtml('a <img alt="x" src="a&amp;b.png" width=60> b\n\n‸', "a [Image] b\n\n");
    seesHtml("a <img alt=x> b\n\n‸", "a <img alt=x> b\n\n");
  });
});
