import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { difference } from "../diff/difference";
import { applyChanges } from "../text/change";
import { runs } from "../text/texts.fixture";
import { addAgentEdits, followEdits } from "./follow-edits";
import { hunksIn, keepHunks, listHunks, type PendingEdits, undoHunks } from "./pending-edits";
import { acceptedText, type Plan, play, type RuleName, rules, shown, somePlan } from "./review-oracle.fixture";
import { wordwise } from "./word-changes";

/** About 1,400 interleavings for all rules together; 200,000 in the long run. */
const interleavings = process.env["GALLEY_LONG"] ? runs(170) : { numRuns: 60, seed: 20_261_122 };

describe("after any writes by agents, the user and other programs", () => {
  for (const name of Object.keys(rules) as RuleName[])
    it(
      name,
      () =>
        fc.assert(
          fc.property(somePlan, (plan) => void play(plan, [name])),
          interleavings,
        ),
      3_600_000,
    );
});

/** Interleavings from the long run that once broke a rule. */
const found: [title: string, plan: Plan][] = [
  [
    "a blank typed where the user deleted an agent's words accepts nothing",
    {
      text: "",
      steps: [
        { by: "user", does: "type word", at: 0, count: 0, pick: 0 },
        { by: "agent", agent: 0, does: "rewrite", at: 0, count: 0, pick: 2 },
        { by: "agent", agent: 0, does: "insert", at: 0, count: 0, pick: 0 },
        { by: "user", does: "type word", at: 1, count: 0, pick: 0 },
        { by: "user", does: "type after edit", at: 0, count: 0, pick: 0 },
        { by: "agent", agent: 0, does: "write back", at: 0, count: 0, pick: 15 },
        { by: "user", does: "retype accepted by keys", at: 0, count: 0, pick: 0 },
      ],
    },
  ],
  [
    "two mixed words that an agent writes over stay two accepted words",
    {
      text: "quick brown\nlantern jumps 1930 dusk wells 2024",
      steps: [
        { by: "agent", agent: 1, does: "insert", at: 11, count: 0, pick: 0 },
        { by: "user", does: "type in edit", at: 0, count: 1, pick: 0 },
        { by: "agent", agent: 0, does: "insert", at: 23, count: 0, pick: 0 },
        { by: "user", does: "type in edit", at: 3, count: 1, pick: 0 },
        { by: "agent", agent: 0, does: "rewrite", at: 21, count: 0, pick: 15 },
      ],
    },
  ],
  [
    "a word typed beside one that ends like it is the user's",
    {
      text: "quick brown lantern jumps 1930 dusk wells",
      steps: [
        { by: "user", does: "type anywhere", at: 0, count: 0, pick: 17 },
        { by: "agent", agent: 0, does: "join", at: 13, count: 0, pick: 0 },
        { by: "user", does: "type word", at: 5, count: 0, pick: 17 },
        { by: "agent", agent: 2, does: "join", at: 4, count: 0, pick: 0 },
      ],
    },
  ],
  [
    "a blank that an agent took out between others' words cannot be kept alone",
    {
      text: "quick brown",
      steps: [
        { by: "agent", agent: 0, does: "replace", at: 0, count: 0, pick: 0 },
        { by: "agent", agent: 2, does: "suffix", at: 1, count: 0, pick: 0 },
        { by: "agent", agent: 1, does: "delete line", at: 0, count: 0, pick: 0 },
        { by: "keep", at: 4 },
      ],
    },
  ],
  [
    "two agents' blanks before a third one's words are all undone",
    {
      text: "\nquick brown",
      steps: [
        { by: "agent", agent: 2, does: "delete line", at: 0, count: 0, pick: 0 },
        { by: "user", does: "delete word", at: 0, count: 1, pick: 0 },
        { by: "agent", agent: 0, does: "delete", at: 0, count: 0, pick: 0 },
        { by: "agent", agent: 1, does: "delete line", at: 0, count: 0, pick: 0 },
      ],
    },
  ],
  [
    "a word that the user glued to an agent's cannot be distinguished from it",
    {
      text: "\nquick brown lantern jumps 1930 dusk wells\n",
      steps: [
        { by: "agent", agent: 2, does: "rewrite", at: 10, count: 0, pick: 18 },
        { by: "agent", agent: 0, does: "delete line", at: 0, count: 0, pick: 0 },
        { by: "user", does: "backspace", at: 15, count: 0, pick: 2 },
      ],
    },
  ],
];

it.each(found)("%s", (_, plan) => void play(plan));

/** Played as in `pending-edits.test.ts`: `a:` and `b:` are agents, `x:` is another program; each is followed by the whole new text. */
type Sequence = [
  title: string,
  before: string,
  deeds: string[],
  expected: { text?: string; accepted: string | string[]; undone?: string; hunks?: number; left?: number },
];

class Sheet {
  pending: PendingEdits = [];
  #writes = 0;
  #before: string[] = [];
  constructor(public text: string) {}

  #write(after: string, agent: string | null, changes = difference(this.text, after)): void {
    const { text } = this;
    const before = {
      slice: (from: number, to: number) => text.slice(from, to),
      agentOf: (write: string) => write.slice(0, 1),
    };
    this.#before.push(text);
    this.pending = agent
      ? addAgentEdits(this.pending, before, changes, `${agent}${++this.#writes}`)
      : followEdits(this.pending, before, changes).pending;
    this.text = after;
  }

  #splice(from: number, to: number, insert: string): void {
    const change = { from, to, insert };
    this.#write(applyChanges(this.text, [change]), null, [change]);
  }

  /**
   * `a:…` agent a writes the text; `x:…` another program does; `undo` undoes the last write in the editor; `keep` and `undo all` review.
   * `old>new`: the user deletes `old` backwards and types `new`, key by key; `old=>new`: the first key replaces `old`; `|` in `old` is the
   * cursor.
   */
  play(action: string): this {
    const [, who, written] = /^([abcx]):([\s\S]*)$/.exec(action) ?? [];
    if (written !== undefined)
      this.#write(
        written,
        who === "x" ? null : (who as string),
        who === "x" ? wordwise(this.text, written) : undefined,
      );
    else if (action === "undo") this.#write(this.#before.at(-1) as string, null);
    else if (action === "keep") this.pending = keepHunks(this.pending, hunksIn(this.pending));
    else if (action === "undo all") {
      const { changes, pending } = undoHunks(this.pending, hunksIn(this.pending));
      this.text = applyChanges(this.text, changes);
      this.pending = pending;
    } else this.#keys(action);
    return this;
  }

  #keys(action: string): void {
    const isWhole = action.includes("=>");
    const [old = "", typed = ""] = action.split(isWhole ? "=>" : ">");
    const at = this.text.indexOf(old.replace("|", ""));
    if (at < 0) throw new Error(`no ${old} in ${this.text}`);
    const cursor = old.indexOf("|");
    let from = cursor >= 0 ? at + cursor : at;
    let to = cursor >= 0 ? from : at + old.length;
    if (!isWhole)
      while (to > from) {
        const size = /[\udc00-\udfff]/.test(this.text[to - 1] as string) ? 2 : 1;
        this.#splice(to - size, to, "");
        to -= size;
      }
    if (typed === "" && to > from) this.#splice(from, to, "");
    for (const key of typed) {
      this.#splice(from, to, key);
      from += key.length;
      to = from;
    }
  }
}

/** Ordinary replacements of one word, at the start, in the middle and at the end of texts and lines. */
const replacements: [before: string, old: string, young: string, after: string][] = [
  ["we meet on ", "Monday", "Tuesday", "."],
  ["the ", "colour", "color", " is red"],
  ["in ", "2024", "2025", ""],
  ["", "walking", "walked", " home"],
  ["they ", "receive", "received", " it"],
  ["they ", "ran", "run", "\nfar"],
  ["at ", "9:30", "10:15", " we go"],
  ["we ", "don't", "do not", " know"],
  ["a ", "well-known", "known", " man"],
  ["", "grey", "gray", ""],
  ["我看见", "它们", "他们", "了"],
  ["a ", "naïve", "naive", " idea"],
  ["אני ", "הולך", "רץ", " הביתה"],
  ["ذهب ", "الولد", "الرجل", " إلى البيت"],
  ["so ", "happy", "sad", " 😀"],
  ["one ", "😀", "😢", " face"],
  ["a **", "bold", "brave", "** word"],
  ["| ", "cell", "cellar", " | b |\n"],
  ["# ", "Title", "Titles", "\n\ntext"],
  ["line\n", "next", "last", "\nline\n"],
];

describe.each(replacements)("in %j, %j changed to %j by an agent", (head, old, young, tail) => {
  const [before, after] = [head + old + tail, head + young + tail];
  const start = () => new Sheet(before).play(`a:${after}`);

  it("is one hunk", () => {
    const sheet = start();
    expect(hunksIn(sheet.pending)).toHaveLength(1);
    expect(acceptedText(sheet)).toBe(before);
  });

  it("leaves nothing pending if the editor's undo takes it back", () => {
    expect(start().play("undo")).toMatchObject({ text: before, pending: [] });
  });

  it("leaves nothing pending if the user retypes the old text", () => {
    expect(start().play(`${young}>${old}`)).toMatchObject({ text: before, pending: [] });
  });

  it("gives the accepted text if the hunk is undone", () => {
    expect(start().play("undo all")).toMatchObject({ text: before, pending: [] });
  });

  it("leaves nothing pending if another program restores the old text", () => {
    expect(start().play(`x:${before}`)).toMatchObject({ text: before, pending: [] });
  });
});

const sequences: Sequence[] = [
  [
    "a time that the user corrects is left",
    "At 9:30 we go.",
    ["a:At 10:15 we go.", "15>45"],
    { text: "At 10:45 we go.", accepted: "At 9:30 we go.", hunks: 1, left: 1 },
  ],
  [
    "a letter that makes the accepted word ends the hunk",
    "The colour is red.",
    ["a:The color is red.", "colo|r>u"],
    { accepted: "The colour is red.", hunks: 0 },
  ],
  [
    "a word that the user makes longer is left",
    "the quick brown fox",
    ["a:the slow red fox", "slow|>er"],
    { text: "the slower red fox", accepted: "the quick brown fox", hunks: 1, left: 1 },
  ],
  [
    "an agent's third wording is one hunk from the first",
    "We ship it soon.\n",
    ["a:We ship it next week.\n", "a:We may ship it next week.\n", "a:We may ship next month.\n"],
    { accepted: "We ship it soon.\n", hunks: 1 },
  ],
  [
    "a section that came and went is no hunk",
    "# A\n\ntext\n\n# B\n",
    ["a:# A\n\ntext\n\n# New\n\nlines\n\n# B\n", "a:# A\n\ntext\n\n# B\n"],
    { accepted: "# A\n\ntext\n\n# B\n", hunks: 0 },
  ],
  [
    "two agents' words beside each other are two hunks",
    "the quick brown fox",
    ["a:the slow brown fox", "b:the slow red fox"],
    { accepted: "the quick brown fox", hunks: 2 },
  ],
  [
    "a word typed before an edit is accepted",
    "on Monday.",
    ["a:on Tuesday.", "on |Tuesday>early "],
    { accepted: "on early Monday.", undone: "on early Monday.", hunks: 1, left: 0 },
  ],
  [
    "a word typed after an edit is accepted",
    "on Monday.",
    ["a:on Tuesday.", "Tuesday|> morning"],
    { accepted: "on Monday morning.", undone: "on Monday morning.", left: 0 },
  ],
  [
    "a word typed over an edit is accepted",
    "on Monday.",
    ["a:on Tuesday.", "Tuesday=>Wednesday"],
    { accepted: "on Wednesday.", hunks: 0 },
  ],
  [
    "a word typed after the agent's is deleted is accepted",
    "on Monday.",
    ["a:on Tuesday.", "Tuesday>Wednesday"],
    { accepted: "on Wednesday.", hunks: 0 },
  ],
  [
    "a word typed where one was taken out leaves it to undo",
    "one two three",
    ["a:one three", "one |three>big "],
    { accepted: "one two big three", undone: "one two big three" },
  ],
  [
    "a kept word is accepted",
    "on Monday.",
    ["a:on Tuesday.", "keep", "a:on Friday."],
    { accepted: "on Tuesday.", undone: "on Tuesday.", hunks: 1 },
  ],
  [
    "another program's word in place of an agent's is accepted",
    "on Monday.",
    ["a:on Tuesday.", "x:on Sunday."],
    { accepted: "on Sunday.", hunks: 0 },
  ],
  [
    "another program's word with the same last letter is accepted",
    "",
    ["a:alfa ", "x:zebra "],
    { accepted: "zebra ", hunks: 0 },
  ],
  [
    "the checkout of the accepted text leaves nothing pending",
    "zebra quick brown",
    ["a:zebras alfa alfa quick brown", "x:zebra quick brown"],
    { accepted: "zebra quick brown", hunks: 0 },
  ],
  [
    "a Chinese word is compared by character",
    "我看见它们了",
    ["a:我看见他们了"],
    { accepted: "我看见它们了", hunks: 1, left: 0 },
  ],
  [
    "a Hebrew word that the user makes longer is left",
    "אני הולך",
    ["a:אני רץ", "רץ|>ים"],
    { accepted: "אני הולך", hunks: 1, left: 1 },
  ],
  [
    "an Arabic word beside an edit is accepted",
    "ذهب الولد",
    ["a:ذهب الرجل", "الرجل|> سريعا"],
    { accepted: "ذهب الولد سريعا", left: 0 },
  ],
  [
    "a deleted blank between an agent's word and another joins no accepted words",
    "quick brown",
    ["a:2025 brown", " >"],
    { text: "2025brown", accepted: "quick brown" },
  ],
  [
    "a blank in an agent's longer word does not cut the accepted one",
    "quick",
    ["a:quicks", "q|uicks> "],
    { text: "q uicks", accepted: "quick", hunks: 1 },
  ],
  [
    "a letter in words that an agent joined leaves the accepted ones",
    "quick brown lantern",
    ["a:quick brownlantern", "brownlan|tern>x"],
    { text: "quick brownlanxtern", accepted: "quick brown lantern", hunks: 1, left: 1 },
  ],
  [
    "a letter before words that an agent joined leaves the accepted ones",
    "zebra quick",
    ["a:zebraquick", "|zebraquick>x"],
    { text: "xzebraquick", accepted: "zebra quick", hunks: 1, left: 1 },
  ],
  [
    "a line typed in an agent's paragraph that does not stand alone is mixed with it",
    "quick",
    ["a:quick\n\nalfa\n", "\n\n|alfa>zebra\n"],
    { text: "quick\n\nzebra\nalfa\n", accepted: "quick", left: 1 },
  ],
  [
    "a word typed between two agents' words is accepted",
    "end",
    ["a:alfa end", "b:cobalt alfa end", "cobalt |alfa>zebra "],
    { accepted: "zebra end", undone: "zebra end", hunks: 2, left: 0 },
  ],
  [
    "an agent's write beside a mixed word accepts nothing",
    "",
    ["a:alfa avocet ", "alfa |avocet>zebra ", "a:zebra avocet "],
    { text: "zebra avocet ", accepted: "zebra " },
  ],
  [
    "an agent that replaces a mixed word accepts no words of agents",
    "quick brown",
    ["a:quick alfa avocet slow", "slow|>er", "a:quick alfa avocet red"],
    { accepted: ["quick brown", "quick slower", "quick brown slower"] },
  ],
  [
    "an agent that deletes a mixed word and the blank behind it joins no accepted words",
    "quick",
    ["a:alfa quick", "|alfa>zebra ", "a:quick"],
    { text: "quick", accepted: "zebra quick", undone: "zebra quick" },
  ],
  [
    "marks around a word are one hunk",
    "a bold word",
    ["a:a **bold** word"],
    { accepted: "a bold word", undone: "a bold word", hunks: 1 },
  ],
  [
    "a table cell is one hunk",
    "| a | b |\n|---|---|\n| c | d |\n",
    ["a:| a | b |\n|---|---|\n| cellar | d |\n"],
    { accepted: "| a | b |\n|---|---|\n| c | d |\n", hunks: 1 },
  ],
  [
    "a row of a table that came and went is no hunk",
    "| a |\n|---|\n",
    ["a:| a |\n|---|\n| b |\n", "a:| a |\n|---|\n"],
    { accepted: "| a |\n|---|\n", hunks: 0 },
  ],
  [
    "an emoji that the user types beside an edit is accepted",
    "so happy",
    ["a:so sad", "sad|> 😀"],
    { accepted: "so happy 😀", undone: "so happy 😀", left: 0 },
  ],
  [
    "a deleted line typed again leaves nothing pending",
    "one\ntwo\nthree\n",
    ["a:one\nthree\n", "one\n|three>two\n"],
    { accepted: "one\ntwo\nthree\n", hunks: 0 },
  ],
  [
    "a letter typed where a line break was taken out does not stand alone",
    "\nquick",
    ["a:quick", "|quick>z"],
    { text: "zquick", accepted: "\nzquick" },
  ],
  [
    "a glued beginning of the next word leaves that word accepted",
    "I'm ",
    ["a:alfa I'm ", "|alfa>I'"],
    { text: "I'alfa I'm ", accepted: "I'm ", undone: "I'alfa I'm ", hunks: 1, left: 1 },
  ],
  [
    "the blank behind an agent's word, deleted, does not join accepted words",
    "quick brown lantern",
    ["a:quick amber lantern", "amber >"],
    { text: "quick lantern", accepted: "quick brown lantern" },
  ],
  [
    "a checkout of the first text over an agent's line and the user's word leaves nothing pending",
    "quick\nbrown",
    ["a:alfa\nbrown", "bro|wn>zebra", "x:quick\nbrown"],
    { accepted: "quick\nbrown", hunks: 0 },
  ],
  [
    "a checkout over a word that the user deleted and an agent wrote again leaves nothing pending",
    "quick\nbrown",
    ["a:amber\nbrown", "amber>", "a:alfa\n\nbrown", "bro|wn>zebra", "x:quick\nbrown"],
    { accepted: "quick\nbrown", hunks: 0 },
  ],
  [
    "a word typed over one that stands for Chinese is accepted",
    "see 它们",
    ["a:see cedar", "cedar=>zebra"],
    { text: "see zebra", accepted: "see zebra", hunks: 0 },
  ],
  [
    "a word typed over an agent's inserted word is accepted",
    "one two",
    ["a:one new two", "new=>zebra"],
    { text: "one zebra two", accepted: "one zebra two", hunks: 0 },
  ],
  [
    "a word typed over an agent's line is accepted",
    "one\ntwo",
    ["a:one\nnew\ntwo", "new=>zebra"],
    { text: "one\nzebra\ntwo", accepted: "one\nzebra\ntwo", hunks: 0 },
  ],
  [
    "a mixed word that an agent deletes with its line joins no accepted words",
    "",
    ["a:alfa ", "|alfa>zebra", "alfa |>mine", "a:"],
    { accepted: ["mine", " mine", "zebraalfa mine"] },
  ],
  [
    "words of an agent deleted by the user leave what it took out",
    "one two three",
    ["a:one new three", "new >"],
    { text: "one three", accepted: "one two three" },
  ],
];

describe("in a hand-written sequence", () => {
  it.each(sequences)("%s", (_, before, actions, expected) => {
    const sheet = new Sheet(before);
    for (const action of actions) sheet.play(action);
    const { text, pending } = sheet;
    const hunks = listHunks(pending);
    const undone = applyChanges(text, undoHunks(pending, hunksIn(pending)).changes);
    expect(
      {
        text: expected.text === undefined ? undefined : text,
        accepted: [expected.accepted].flat().includes(acceptedText(sheet)) ? expected.accepted : acceptedText(sheet),
        undone: expected.undone === undefined ? undefined : undone,
        hunks: expected.hunks === undefined ? undefined : hunks.length,
        left: expected.left === undefined ? undefined : hunks.filter(({ isMixed }) => isMixed).length,
      },
      shown(sheet),
    ).toEqual({ text: undefined, undone: undefined, hunks: undefined, left: undefined, ...expected });
  });
});

describe("one agent alone", () => {
  const words = "quick brown lantern jumps harbour".split(" ");
  const others = "alfa avocet amber acorn anvil a".split(" ");
  const someWrite = fc.record({
    at: fc.nat({ max: 4 }),
    length: fc.nat({ max: 2 }),
    insert: fc.subarray(others, { maxLength: 3 }),
  });
  const wording = (text: string, { at, length, insert }: { at: number; length: number; insert: string[] }) => {
    const now = text.split(" ");
    now.splice(at % (now.length + 1), length, ...insert);
    return now.join(" ");
  };

  it("has at most one hunk in a short line, whatever it writes there", () => {
    fc.assert(
      fc.property(fc.array(someWrite, { maxLength: 6 }), (writes) => {
        const sheet = new Sheet(`before\n${words.join(" ")}\nafter`);
        let line = words.join(" ");
        for (const write of writes) {
          line = wording(line, write);
          sheet.play(`a:before\n${line}\nafter`);
          expect(hunksIn(sheet.pending).length).toBeLessThanOrEqual(1);
        }
      }),
      runs(100),
    );
  });

  it("has no hunk after it restores the first text", () => {
    fc.assert(
      fc.property(fc.array(someWrite, { maxLength: 6 }), (writes) => {
        const first = words.join(" ");
        const sheet = new Sheet(first);
        for (const write of writes) sheet.play(`a:${wording(sheet.text, write)}`);
        expect(sheet.play(`a:${first}`).pending).toEqual([]);
      }),
      runs(100),
    );
  });
});
