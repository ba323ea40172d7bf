import type { TransactionSpec } from "@codemirror/state";
import { expect, test } from "vitest";
import { FakeMain } from "../../testing/fake-main.fixture";
import { moveItems } from "../writing/move-items";

/** A document in which an agent wrote each of the words, which stood for "old", and the words that are pending in it. */
function reviewed(text: string, words: readonly string[]) {
  const main = new FakeMain(text);
  const write = { id: "w", by: "Claude", reason: "patch", at: "2026-01-01T00:00:00Z" };
  let at = 0;
  const pending = words.flatMap((word, index) => {
    const from = text.indexOf(word, at);
    const gap = from - at;
    at = from + word.length;
    return [gap, { hunk: `w.${index}`, accepted: [["old", "w"]], now: word === "" ? [] : [[word.length, "w"]] }];
  });
  const news = { doc: "d1", path: "/real/list.md", version: main.version, kind: "news" as const };
  main.editor.handleEvent("document:review", { ...news, pending, writes: [write] } as never);
  const { editor } = main;
  return {
    pending: () => editor.$review.get()?.hunks.map(({ from, to }) => editor.text().slice(from, to)) ?? [],
    text: () => editor.text(),
    run(command: "undo" | "redo" | "up" | "down", cursor = "") {
      if (command === "undo" || command === "redo") return editor.run(command);
      editor.edit({ selection: { anchor: editor.text().indexOf(cursor) } });
      moveItems(command)({ state: editor.state(), dispatch: (made) => editor.edit(made as TransactionSpec) });
    },
  };
}

const LIST = "- first NEW\n- second NOW\n  - child OWN\n- third\n";
const MOVED = "- second NOW\n  - child OWN\n- first NEW\n- third\n";

test("what agents wrote waits on where it is moved, and after undo and redo", () => {
  const list = reviewed(LIST, ["NEW", "NOW", "OWN"]);
  for (const [command, cursor, text, words] of [
    ["down", "first", MOVED, ["NOW", "OWN", "NEW"]],
    ["undo", "", LIST, ["NEW", "NOW", "OWN"]],
    ["redo", "", MOVED, ["NOW", "OWN", "NEW"]],
    ["undo", "", LIST, ["NEW", "NOW", "OWN"]],
    ["up", "second", MOVED, ["NOW", "OWN", "NEW"]],
    ["down", "first", "- second NOW\n  - child OWN\n- third\n- first NEW\n", ["NOW", "OWN", "NEW"]],
    ["up", "third", "- third\n- second NOW\n  - child OWN\n- first NEW\n", ["NOW", "OWN", "NEW"]],
  ] as const) {
    list.run(command, cursor);
    expect(list.text()).toBe(text);
    expect(list.pending()).toEqual(words);
  }
});
