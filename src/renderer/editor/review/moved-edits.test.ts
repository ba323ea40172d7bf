import { moveLineDown, moveLineUp } from "@codemirror/commands";
import type { TransactionSpec } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { expect, test } from "vitest";
import { undoHunks } from "../../../core/review/pending-edits";
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

/** Moves the line at a position. `gone`: where an agent deleted `X y`, which is pending; null: nobody did. */
function moveLine(text: string, gone: number | null, cursor: number, command: typeof moveLineUp) {
  const main = new FakeMain(text);
  const { editor } = main;
  const write = { id: "w", by: "Claude", reason: "patch", at: "2026-01-01T00:00:00Z" };
  const pending = [gone, { hunk: "w.0", accepted: [["X y", "w"]], now: [] }];
  const news = { doc: "d1", path: "/real/a.md", version: main.version, kind: "news" as const };
  if (gone !== null) editor.handleEvent("document:review", { ...news, pending, writes: [write] } as never);
  const before = editor.$review.get()?.pending;
  editor.edit({ selection: { anchor: cursor } });
  const target = { state: editor.state(), dispatch: (made: TransactionSpec) => editor.edit(made) };
  command(target as unknown as EditorView);
  return { editor, before };
}

/** The text once all pending edits are undone. */
function undone({ editor }: ReturnType<typeof moveLine>): string {
  const { pending, hunks } = editor.$review.get() ?? { pending: [], hunks: [] };
  const text = editor.text();
  const { changes } = undoHunks(
    pending,
    hunks.map(({ id }) => id),
  );
  return changes.toReversed().reduce((all, { from, to, insert }) => all.slice(0, from) + insert + all.slice(to), text);
}

test("a pending deletion stays in its line wherever that is moved, also past an empty line, and after undo", () => {
  for (const text of ["ab cd\n\nef gh\n", "\nab\nc\nd"]) {
    for (let gone = 0; gone <= text.length; gone++) {
      for (let cursor = 0; cursor <= text.length; cursor += 2) {
        for (const command of [moveLineUp, moveLineDown]) {
          const moved = moveLine(text, gone, cursor, command);
          // Past another empty line, an empty line looks the same.
          if (moved.editor.text() === text) continue;
          const whole = `${text.slice(0, gone)}X y${text.slice(gone)}`;
          const wanted = moveLine(whole, null, cursor > gone ? cursor + 3 : cursor, command).editor.text();
          const where = `${JSON.stringify(text)}, deleted at ${gone}, ${command.name} at ${cursor}`;
          expect(undone(moved), where).toBe(wanted);
          moved.editor.run("undo");
          expect(moved.editor.$review.get()?.pending, where).toEqual(moved.before);
        }
      }
    }
  }
});
