import fc from "fast-check";
import { expect, it } from "vitest";
import { applied, editProperties, type PropertyEdit } from "./edit-properties";
import { readProperties } from "./front-properties";

const NOTE = `---
# about
title: "A: b"   # the name
tags: [x, 'y z'] # two

# why
aliases:
  - P
  # between
  - "Q" # q
empty:
n: 1_0
done: false
date: 2024-01-02
港口: a
nested: {a: 1}
---
text
`;

const after = (edit: PropertyEdit, text = NOTE) => {
  const edits = editProperties(text, edit);
  return edits === null ? null : applied(text, edits);
};

/** The lines that an edit removes and adds. */
const changed = (edit: PropertyEdit, text = NOTE) => {
  const now = after(edit, text)?.split("\n");
  if (!now) return null;
  const before = text.split("\n");
  let start = 0;
  while (start < before.length && before[start] === now[start]) start++;
  let end = 0;
  while (end < before.length - start && end < now.length - start && before.at(-1 - end) === now.at(-1 - end)) end++;
  return `${before.slice(start, before.length - end).join("|")} → ${now.slice(start, now.length - end).join("|")}`;
};

it("properties are read with their kinds", () => {
  const read = readProperties(NOTE);
  expect(read.status).toBe("read");
  const shown =
    read.status === "read"
      ? read.properties.map(
          ({ name, kind, text, items, source }) => `${name} ${kind} ${text}${items.join("|")}${source}`,
        )
      : [];
  expect(shown).toEqual([
    "title text A: b",
    "tags list x|y z",
    "aliases list P|Q",
    "empty empty ",
    "n text 1_0",
    "done checkbox false",
    "date date 2024-01-02",
    "港口 text a",
    "nested other {a: 1}",
  ]);
});

it("a value changes in its quotes, and its comment stays", () => {
  expect(changed({ do: "set text", at: 0, kind: "text", text: 'C "d": e' })).toBe(
    'title: "A: b"   # the name → title: "C \\"d\\": e"   # the name',
  );
  expect(changed({ do: "set text", at: 7, kind: "text", text: "b: c #d" })).toBe('港口: a → 港口: "b: c #d"');
  expect(changed({ do: "set text", at: 7, kind: "text", text: "true" })).toBe('港口: a → 港口: "true"');
  expect(changed({ do: "set text", at: 3, kind: "text", text: "now" })).toBe("empty: → empty: now");
  expect(changed({ do: "set text", at: 5, kind: "checkbox", text: "true" })).toBe("done: false → done: true");
  expect(changed({ do: "set text", at: 6, kind: "date", text: "2025-12-31" })).toBe(
    "date: 2024-01-02 → date: 2025-12-31",
  );
  expect(changed({ do: "set text", at: 7, kind: "number", text: "x" })).toBeNull();
  expect(changed({ do: "set text", at: 7, kind: "text", text: "a" })).toBe(" → ");
});

it("items of lists in brackets and in lines are changed, added and removed by themselves", () => {
  expect(changed({ do: "set item", at: 1, item: 1, text: "z, é" })).toBe(
    "tags: [x, 'y z'] # two → tags: [x, 'z, é'] # two",
  );
  expect(changed({ do: "add item", at: 1, text: "a, b" })).toBe(
    "tags: [x, 'y z'] # two → tags: [x, 'y z', \"a, b\"] # two",
  );
  expect(changed({ do: "remove item", at: 1, item: 0 })).toBe("tags: [x, 'y z'] # two → tags: ['y z'] # two");
  expect(changed({ do: "remove item", at: 1, item: 1 })).toBe("tags: [x, 'y z'] # two → tags: [x] # two");
  expect(changed({ do: "set item", at: 2, item: 1, text: "R" })).toBe('  - "Q" # q →   - "R" # q');
  expect(changed({ do: "add item", at: 2, text: "- S" })).toBe(' →   - "- S"');
  expect(changed({ do: "remove item", at: 2, item: 0 })).toBe("  - P → ");
  expect(changed({ do: "add item", at: 3, text: "a" })).toBe(" →   - a");
  const one = "---\nx:\n- a\ny: 1\n---\n";
  expect(after({ do: "remove item", at: 0, item: 0 }, one)).toBe("---\nx: []\ny: 1\n---\n");
  expect(after({ do: "add item", at: 0, text: "b" }, one)).toBe("---\nx:\n- a\n- b\ny: 1\n---\n");
  expect(after({ do: "add item", at: 0, text: "b" }, "---\nx: []\n---\n")).toBe("---\nx: [b]\n---\n");
});

it("properties are added, renamed, removed and moved with the comments above them", () => {
  expect(changed({ do: "add", name: "a: b", kind: "text" })).toBe(' → "a: b":');
  expect(changed({ do: "add", name: "title", kind: "text" })).toBeNull();
  expect(after({ do: "add", name: "a", kind: "checkbox" }, "text\n")).toBe("---\na: false\n---\ntext\n");
  expect(after({ do: "add", name: "a", kind: "list" }, "---\n---\ntext\n")).toBe("---\na: []\n---\ntext\n");
  expect(changed({ do: "rename", at: 2, name: "names" })).toBe("aliases: → names:");
  expect(changed({ do: "rename", at: 2, name: "title" })).toBeNull();
  expect(changed({ do: "rename", at: 2, name: " " })).toBeNull();
  expect(changed({ do: "remove", at: 1 })).toBe("tags: [x, 'y z'] # two → ");
  expect(after({ do: "remove", at: 0 }, "---\na: 1\n---\ntext\n")).toBe("text\n");
  expect(after({ do: "move", at: 2, to: 0 }, NOTE)?.split("\n").slice(1, 9)).toEqual([
    "# why",
    "aliases:",
    "  - P",
    "  # between",
    '  - "Q" # q',
    "# about",
    'title: "A: b"   # the name',
    "tags: [x, 'y z'] # two",
  ]);
  expect(after({ do: "move", at: 0, to: 1 }, "---\na: 1\nb: 2\nc: 3\n---\n")).toBe("---\nb: 2\na: 1\nc: 3\n---\n");
});

it("a kind changes with its value kept", () => {
  expect(changed({ do: "set kind", at: 7, kind: "list" })).toBe("港口: a → 港口:|  - a");
  expect(after({ do: "set kind", at: 0, kind: "text" }, "---\na:\n  - P\n  - Q\nb: 1\n---\n")).toBe(
    "---\na: P, Q\nb: 1\n---\n",
  );
  // Its comments would be lost.
  expect(changed({ do: "set kind", at: 2, kind: "text" })).toBeNull();
  expect(changed({ do: "set kind", at: 7, kind: "checkbox" })).toBe("港口: a → 港口: false");
  expect(changed({ do: "set kind", at: 5, kind: "text" })).toBe('done: false → done: "false"');
  expect(changed({ do: "set kind", at: 8, kind: "text" })).toBeNull();
});

it("what is not a plain list of properties is not edited, with the line of the mistake", () => {
  for (const yaml of ["a: [b", "a: 1\na: 2", "- a", "{a: 1}", "a: &x 1\nb: *x", "just words", "\tb: 1", "a: b: c"]) {
    expect(readProperties(`---\n${yaml}\n---\n`).status, yaml).toBe("invalid");
    expect(editProperties(`---\n${yaml}\n---\n`, { do: "add", name: "n", kind: "text" }), yaml).toBeNull();
  }
  expect(readProperties("---\nok: 1\nb: 'x\nc: 2\n---\n")).toMatchObject({ status: "invalid", line: 4 });
  expect(readProperties("---\nok: 1\na: b: c\n---\n")).toMatchObject({ status: "invalid", line: 3 });
  expect(readProperties("no front matter")).toEqual({ status: "none" });
});

it("front matter that would grow or is very long is rejected at once", () => {
  const laughs = `a: &a [x, x]\n${Array.from({ length: 30 }, (_, n) => `b${n}: &b${n} [*a, *a]`).join("\n")}`;
  expect(readProperties(`---\n${laughs}\n---\n`).status).toBe("invalid");
  expect(readProperties(`---\n${"a: b\n".repeat(50_000)}---\n`).status).toBe("invalid");
  expect(readProperties(`---\na: ${"[".repeat(20_000)}\n---\n`).status).toBe("invalid");
});

it("edits of any texts read back as they were typed, and change no other property", () => {
  const text = fc
    .string({ unit: "grapheme", maxLength: 20 })
    .map((written) => written.replace(/[\p{Cc}\u2028\u2029\u0085\ufeff]/gu, " ").trim());
  fc.assert(
    fc.property(text, fc.constantFrom(0, 1, 2, 7), (written, at) => {
      const edit: PropertyEdit =
        at === 1 || at === 2
          ? { do: "set item", at, item: 1, text: written }
          : { do: "set text", at, kind: "text", text: written };
      const now = after(edit);
      if (now === null) return false;
      const read = readProperties(now);
      const property = read.status === "read" ? read.properties[at] : undefined;
      return (at === 1 || at === 2 ? property?.items[1] : property?.text) === written && now.endsWith("\n---\ntext\n");
    }),
  );
});
