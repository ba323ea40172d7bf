import fc from "fast-check";
import { expect, test } from "vitest";
import { difference } from "../../../core/diff/difference";
import { mergeChanges } from "../../../core/diff/merge";
import { applyChanges } from "../../../core/text/change";
import type { DocumentChanged } from "../../../shared/contract";
import { createTestApp, FakePage, type TestApp } from "../testing/test-app";

const runs = process.env.GALLEY_LONG ? 150 : 4;
const start = "# Page\n\nperson:\n\nagent:\n\nprogram:\n\nend\n";
const steps = [
  "type",
  "type",
  "journal",
  "save",
  "save slowly",
  "agent",
  "agent",
  "program",
  "pause",
  "sleep",
  "wake",
] as const;
type Step = (typeof steps)[number];

/** A renderer that merges like the real one, in the order in which events reach it. */
class MergingPage extends FakePage {
  isAsleep = false;
  #texts = new Map<number, string>();
  #queue: DocumentChanged[] = [];
  #exchange: Promise<void> | null = null;

  add(text: string): void {
    this.type(this.text.replace("person:\n", `person:\n${text}\n`));
    this.#texts.set(this.seq, this.text);
  }

  handleChange(change: DocumentChanged): void {
    this.#queue.push(change);
    this.pump();
  }

  pump(): void {
    if (this.isAsleep || this.#exchange) return;
    for (const change of this.#queue.splice(0)) this.#take(change);
  }

  #take(change: DocumentChanged): void {
    if (change.to === this.version || change.from !== this.version) return;
    if (!change.changes) throw new Error("spans were expected");
    const next = applyChanges(this.base, change.changes);
    // What main saved on its own is the user's text: only later edits are still unsaved.
    const own = change.includes === null ? this.base : (this.#texts.get(change.includes) ?? this.base);
    const mine = difference(own, this.text);
    const merged = mergeChanges({ base: own, mine, theirs: difference(own, next) });
    if (merged.conflicts.length > 0) throw new Error(`a conflict: ${JSON.stringify(merged.conflicts)}`);
    this.text = applyChanges(this.text, merged.mineToMerged);
    this.saved(change.to, next);
    this.seq++;
    this.#texts.set(this.seq, this.text);
  }

  /** Saves until the result is `saved`, like autosave. */
  saveAll(): Promise<void> {
    this.#exchange ??= this.#saveOnce().finally(() => {
      this.#exchange = null;
      this.pump();
    });
    return this.#exchange;
  }

  async #saveOnce(): Promise<void> {
    for (let round = 0; round < 20; round++) {
      const sent = { text: this.text, seq: this.seq };
      const answer = await this.save();
      if (answer.status === "saved") {
        this.saved(answer.version, sent.text);
        return;
      }
      if (answer.status !== "stale") throw new Error(answer.status);
      this.#take(answer.change);
    }
    throw new Error("never saved");
  }
}

async function play(testApp: TestApp, page: MergingPage, schedule: readonly Step[]): Promise<string[]> {
  const { window } = testApp;
  const text: string[] = [];
  const background: Promise<unknown>[] = [];
  const next = (who: string) => {
    const word = `${who}${text.length}`;
    text.push(word);
    return word;
  };
  const engine = await testApp.engine();
  testApp.desktop.onEvent = ({ name, event }) => {
    if (name === "document:changed") page.handleChange(event);
    if (name === "document:hand-over" && !page.isAsleep)
      void page.saveAll().then(() => window.handlers["document:handed-over"](event.requestId));
  };
  const caller = { id: "agent", name: "agent", roots: [testApp.folder] };
  const agent = async (word: string) => {
    const args = { action: "patch", path: "a.md", old_text: "agent:\n", new_text: `agent:\n${word}\n` };
    const answer = await engine.run({ name: "text_editor", arguments: args, caller });
    if (!answer.ok) throw new Error(answer.message);
  };
  for (const step of schedule) {
    if (step === "type") page.add(next("p"));
    if (step === "journal") await page.journal();
    if (step === "save" && !page.isAsleep) background.push(page.saveAll());
    if (step === "save slowly" && !page.isAsleep) {
      const gate = Promise.withResolvers<void>();
      testApp.slow(gate.promise);
      background.push(page.saveAll());
      await new Promise((resolve) => setTimeout(resolve, 5));
      page.add(next("p"));
      testApp.slow(null);
      gate.resolve();
    }
    if (step === "agent") background.push(agent(next("a")));
    if (step === "program") {
      // An external program does not coordinate with Galley, so only text at rest is safe from it.
      await Promise.all(background.splice(0));
      testApp.write("a.md", testApp.read("a.md").replace("program:\n", `program:\n${next("x")}\n`));
    }
    if (step === "pause") await new Promise((resolve) => setTimeout(resolve, 30));
    if (step === "sleep") page.isAsleep = true;
    if (step === "wake") {
      page.isAsleep = false;
      page.pump();
    }
  }
  page.isAsleep = false;
  page.pump();
  await Promise.all(background);
  await page.saveAll();
  await window.handlers["document:check"](page.doc);
  page.pump();
  await page.saveAll();
  return text;
}

test("in whatever order a user, an agent and another program write, all words are in the editor and on the disk", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 14 }), async (schedule) => {
      const testApp = createTestApp({ "a.md": start });
      try {
        await testApp.start();
        const page = new MergingPage(testApp, await testApp.open("a.md"));
        const text = await play(testApp, page, schedule);
        expect(testApp.read("a.md")).toBe(page.text);
        for (const word of text) expect(page.text.split("\n").filter((line) => line === word)).toEqual([word]);
      } finally {
        await testApp.end();
      }
    }),
    { numRuns: runs },
  );
}, 120_000);
