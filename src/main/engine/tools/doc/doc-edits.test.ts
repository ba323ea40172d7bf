import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Canvas } from "../../ports/documents";
import type { FileStore } from "../../ports/file-store";
import { createMemory } from "../../storage/files/memory";
import { engineForTests } from "../engine-for-tests";

const spec = "# A\n\none\n\n# B\n\ntwo\n\n# C\n\nthree\n";

describe("a caller's knowledge advances by its own edits", () => {
  it("one section can be edited again and again while others write elsewhere", async () => {
    const on = engineForTests({ "s.md": spec });
    await on.call("doc_read", { file: "s.md", section: "a" });
    let text = spec;
    for (const word of ["uno", "ein", "un", "één"]) {
      text = text.replace("three", `three ${word}`);
      await on.outside("s.md", text);
      const before = text.split("\n")[2] ?? "";
      text = text.replace(before, word);
      expect(await on.call("doc_replace", { file: "s.md", section: "a", content: word })).toMatchObject({ ok: true });
      expect(Buffer.from((await on.bytesOf("s.md")) ?? "", "latin1").toString("utf8")).toBe(text);
    }
  });

  it("changes of others do not count as read", async () => {
    const on = engineForTests({ "s.md": spec });
    await on.call("doc_read_many", { file: "s.md", sections: ["a", "b", "c"] });
    await on.outside("s.md", spec.replace("three", "3"));
    expect((await on.call("doc_replace", { file: "s.md", section: "a", content: "uno" })).ok).toBe(true);
    const rejected = await on.call("doc_replace", { file: "s.md", section: "c", content: "tre" });
    expect(rejected.error?.code).toBe("stale");
    expect(await on.bytesOf("s.md")).toContain("# C\n\n3\n");
    expect((await on.call("doc_replace", { file: "s.md", section: "b", content: "due" })).ok).toBe(true);
    await on.call("doc_read", { file: "s.md", section: "c" });
    expect((await on.call("doc_replace", { file: "s.md", section: "c", content: "tre" })).ok).toBe(true);
  });

  it("sections that were inserted, deleted and renamed are known too", async () => {
    const on = engineForTests({ "s.md": spec });
    await on.call("doc_read", { file: "s.md", section: "a" });
    await on.outside("s.md", spec.replace("two", "2"));
    const done = [
      await on.call("doc_insert", { file: "s.md", anchor: "a", content: "# New\n\nn\n" }),
      await on.call("doc_replace", { file: "s.md", section: "new", content: "# Newer\n\nn\n", keep_heading: false }),
      await on.call("doc_replace", { file: "s.md", section: "newer", content: "m" }),
      await on.call("doc_delete", { file: "s.md", section: "a" }),
    ];
    expect(done.map(({ message, ok }) => ok || message)).toEqual([true, true, true, true]);
    expect(await on.bytesOf("s.md")).toBe("# Newer\n\nm\n\n# B\n\n2\n\n# C\n\nthree\n");
  });

  it("several edits sent at once land one after the other, and each is known", async () => {
    const memory = createMemory({ "/w/s.md": spec });
    // Answers late: the next writer's turn in the queue has begun by then.
    const store: FileStore = {
      ...memory,
      async update(...asked) {
        const written = await memory.update(...asked);
        await new Promise((done) => setTimeout(done, 2));
        return written;
      },
    };
    const on = engineForTests({}, { store });
    await on.call("doc_read_many", { file: "s.md", sections: ["a", "b", "c"] });
    await on.outside("s.md", `${spec}\n# D\n`);
    for (const contents of [
      ["uno", "due", "tre"],
      ["un", "deux", "trois"],
    ]) {
      const edits = ["a", "b", "c"].map((section, index) =>
        on.call("doc_replace", { file: "s.md", section, content: contents[index] }),
      );
      expect((await Promise.all(edits)).map(({ ok, message }) => ok || message)).toEqual([true, true, true]);
    }
    expect(await on.bytesOf("s.md")).toBe("# A\n\nun\n\n# B\n\ndeux\n\n# C\n\ntrois\n\n# D\n");
  });

  it("an outline is not a read: it gives a base for sections, but no line numbers to edit by", async () => {
    const on = engineForTests({ "s.md": spec });
    await on.call("doc_toc", { file: "s.md" });
    const byLine = { action: "patch", path: "s.md", edits: [{ from: 1, to: 1, content: "# X" }] };
    expect((await on.edit(byLine)).message).toBe("read file before patching - line numbers unknown");
    await on.call("doc_read", { file: "s.md", section: "a" });
    await on.outside("s.md", spec.replace("one", "1"));
    await on.call("doc_toc", { file: "s.md" });
    const rejected = await on.call("doc_replace", { file: "s.md", section: "a", content: "uno" });
    expect(rejected.error?.code).toBe("stale");
  });

  it("reading one section does not change what is known of the others", async () => {
    const on = engineForTests({ "s.md": spec });
    await on.call("doc_read", { file: "s.md", section: "a" });
    await on.outside("s.md", spec.replace("one", "1").replace("two", "2"));
    await on.call("doc_read", { file: "s.md", section: "b" });
    const lost = await on.call("doc_replace", { file: "s.md", section: "a", content: "uno" });
    expect(lost.message).toContain("section a of s.md changed since last read: line 3 is different now");
    expect((await on.call("doc_replace", { file: "s.md", section: "b", content: "due" })).ok).toBe(true);
    await on.call("doc_read", { file: "s.md", section: "a" });
    expect((await on.call("doc_replace", { file: "s.md", section: "a", content: "uno" })).ok).toBe(true);
    expect(await on.bytesOf("s.md")).toBe("# A\n\nuno\n\n# B\n\ndue\n\n# C\n\nthree\n");
  });

  it("a section that is new to the caller can be edited once it was read", async () => {
    const on = engineForTests({ "s.md": spec });
    await on.call("doc_read", { file: "s.md", section: "a" });
    await on.outside("s.md", `# New\n\nn\n\n${spec}`);
    expect((await on.call("doc_delete", { file: "s.md", section: "new" })).error?.code).toBe("stale");
    await on.call("doc_read", { file: "s.md", section: "new" });
    expect((await on.call("doc_delete", { file: "s.md", section: "new" })).ok).toBe(true);
    expect(await on.bytesOf("s.md")).toBe(spec);
  });

  it("a caller that has read all changes of others can go on with its edits", async () => {
    const on = engineForTests({ "s.md": "# A\n\none\n\n# B\n\ntwo\n" });
    await on.call("doc_read_many", { file: "s.md", sections: ["a", "b"] });
    await on.outside("s.md", "# A\n\n1\n\n# B\n\ntwo\n");
    await on.call("doc_read", { file: "s.md", section: "a" });
    for (const content of ["zwei", "deux", "due"])
      expect((await on.call("doc_replace", { file: "s.md", section: "b", content })).ok).toBe(true);
    expect(await on.bytesOf("s.md")).toBe("# A\n\n1\n\n# B\n\ndue\n");
  });

  it("in any order of events, an edit lands exactly where the section is as the caller last saw it", async () => {
    const names = ["A", "B", "C"] as const;
    const step = fc.record({
      kind: fc.constantFrom("read", "replace", "outside", "toc", "many"),
      name: fc.constantFrom(...names),
      words: fc.constantFrom("x", "y", "z\n\nz"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const now: Record<string, string> = { A: "one", B: "two", C: "three" };
        const text = () => names.map((name) => `# ${name}\n\n${now[name]}\n`).join("\n");
        const on = engineForTests({ "s.md": text() });
        await on.call("doc_read_many", { file: "s.md", sections: [...names] });
        const seen = { ...now };
        for (const { kind, name, words } of steps) {
          if (kind === "toc") await on.call("doc_toc", { file: "s.md" });
          if (kind === "read") {
            await on.call("doc_read", { file: "s.md", section: name });
            seen[name] = now[name] ?? "";
          }
          if (kind === "many") {
            await on.call("doc_read_many", { file: "s.md", sections: ["A", name] });
            for (const each of ["A", name]) seen[each] = now[each] ?? "";
          }
          if (kind === "outside") {
            now[name] = words;
            await on.outside("s.md", text());
          }
          if (kind === "replace") {
            const { ok, error } = await on.call("doc_replace", { file: "s.md", section: name, content: words });
            expect(ok ? "ok" : error?.code).toBe(seen[name] === now[name] ? "ok" : "stale");
            if (ok) now[name] = seen[name] = words;
          }
          expect(await on.bytesOf("s.md")).toBe(text());
        }
      }),
      { numRuns: process.env["GALLEY_LONG"] ? 3_000 : 50 },
    );
  });

  it("reads of another caller do not count", async () => {
    const on = engineForTests({ "s.md": spec });
    await on.call("doc_read", { file: "s.md", section: "a" }, "first");
    await on.outside("s.md", spec.replace("one", "1"));
    const edit = { file: "s.md", section: "a", content: "uno" };
    expect((await on.call("doc_replace", edit, "first")).error?.code).toBe("stale");
    expect((await on.call("doc_replace", edit, "second")).ok).toBe(true);
  });
});

describe("while the user types", () => {
  it("the edit is based on the unsaved text of the canvas", async () => {
    const texts: string[] = [];
    const canvas: Canvas = {
      async handOver() {
        const text = texts.shift();
        if (text !== undefined) await on.outside("s.md", text);
      },
      hasConflict: () => false,
      show: async () => true,
    };
    const on = engineForTests({ "s.md": spec }, { canvas });
    await on.call("doc_read", { file: "s.md", section: "a" });
    texts.push(spec.replace("three", "three, typed just now"));
    const { ok } = await on.call("doc_replace", { file: "s.md", section: "a", content: "uno" });
    expect(ok).toBe(true);
    expect(await on.bytesOf("s.md")).toBe(spec.replace("one", "uno").replace("three", "three, typed just now"));
    texts.push(spec.replace("one", "uno, and more"));
    const rejected = await on.call("doc_replace", { file: "s.md", section: "a", content: "lost?" });
    expect(rejected.error?.code).toBe("stale");
    expect(await on.bytesOf("s.md")).toContain("uno, and more");
  });

  it("an unresolved conflict blocks edits, but not reads", async () => {
    const canvas: Canvas = { handOver: async () => {}, hasConflict: () => true, show: async () => true };
    const on = engineForTests({ "s.md": spec }, { canvas });
    const read = await on.call("doc_read", { file: "s.md", section: "a" });
    expect(read.message).toContain("unresolved conflict");
    for (const [tool, args] of [
      ["doc_replace", { section: "a", content: "x" }],
      ["doc_insert", { anchor: "a", content: "# x" }],
      ["doc_delete", { section: "a" }],
    ] as const) {
      expect((await on.call(tool, { file: "s.md", ...args })).error?.code).toBe("conflict");
    }
    expect(await on.bytesOf("s.md")).toBe(spec);
  });
});

describe("properties", () => {
  const heading = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom("One", "Two", "Notes", "文"));
  const section = fc
    .tuple(heading, fc.array(fc.constantFrom("text", "", "- item", "> quote"), { maxLength: 3 }))
    .map(([[level, title], lines]) => `${"#".repeat(level)} ${title}\n\n${lines.join("\n")}\n`);
  const document = fc.array(section, { minLength: 1, maxLength: 8 }).map((parts) => parts.join("\n"));

  it("every path of an outline reads as its own row, and a section replaced by itself changes nothing", async () => {
    await fc.assert(
      fc.asyncProperty(document, async (text) => {
        const on = engineForTests({ "s.md": text });
        const { data } = await on.call("doc_find", { file: "s.md" });
        const matches = data?.["matches"] as { path: string; line_start: number; line_end: number }[];
        expect(new Set(matches.map(({ path }) => path)).size).toBe(matches.length);
        for (const { path, line_start, line_end } of matches) {
          const read = await on.call("doc_read", { file: "s.md", section: path });
          expect(read.data).toMatchObject({ path, line_start, line_end });
          const content = read.data?.["content"];
          const same = await on.call("doc_replace", { file: "s.md", section: path, content, keep_heading: false });
          expect(same.data).toMatchObject({
            old_content: content,
            version: data?.["version"] ?? read.data?.["version"],
          });
        }
        expect(Buffer.from((await on.bytesOf("s.md")) ?? "", "latin1").toString("utf8")).toBe(text);
      }),
      { numRuns: process.env["GALLEY_LONG"] ? 1_000 : 12 },
    );
  });

  it("a dry run reports what the edit then does", async () => {
    await fc.assert(
      fc.asyncProperty(
        document,
        fc.nat(),
        fc.constantFrom("new text\n", "## New\n\nx"),
        async (text, index, content) => {
          const on = engineForTests({ "s.md": text });
          const { data } = await on.call("doc_find", { file: "s.md" });
          const matches = data?.["matches"] as { path: string }[];
          const args = { file: "s.md", section: matches[index % matches.length]?.path, content };
          const {
            diff,
            dry_run: _,
            version: before,
            ...planned
          } = (await on.call("doc_replace", { ...args, dry_run: true })).data as Record<string, unknown>;
          const { version, ...done } = (await on.call("doc_replace", args)).data as Record<string, unknown>;
          expect(done).toEqual(planned);
          expect(version === before).toBe(diff === "");
        },
      ),
      { numRuns: process.env["GALLEY_LONG"] ? 1_000 : 12 },
    );
  });
});

it("many files take limited time, and a search that stops reports it", async () => {
  const files = Object.fromEntries(Array.from({ length: 5_002 }, (_, index) => [`f${index}.md`, `# T${index}\n`]));
  const on = engineForTests(files);
  const { data } = await on.call("doc_toc", { file: "*.md" });
  expect(data?.["files"]).toHaveLength(5_000);
  expect(data?.["warnings"]).toEqual(["the search for *.md stopped early, at 5000 files; narrow the pattern"]);
  const filtered = await on.call("doc_find", { file: "*.md", documents: ["f999.md"] });
  expect(filtered.data).toEqual({ matches: [expect.objectContaining({ file: "f999.md" })] });
});

it("a section of many tokens is complete in data, and cut at a line in the message", async () => {
  const long = `# A\n${"word ".repeat(20)}\n`.padEnd(50, "x") + `${"many words in a line ".repeat(10)}\n`.repeat(1_000);
  const on = engineForTests({ "s.md": long });
  const { data, message } = await on.call("doc_read", { file: "s.md", section: "a" });
  expect(`${data?.["content"]}\n`).toBe(long);
  const [, next] =
    /cut before line (\d+); max_tokens \d+ shows all; or go on with text_editor read/.exec(message) ?? [];
  expect(message.split("\n")).toHaveLength(Number(next) + 1);
  expect(message.length).toBeLessThan(100_000);
});

it("a paragraph that is longer than an answer is shown from its beginning, and does not count as read", async () => {
  const on = engineForTests({ "s.md": `# A\n\n${"many words ".repeat(3_000)}\n` });
  const { message } = await on.call("doc_read", { file: "s.md", section: "a" });
  expect(message).toMatch(/cut in line 3; max_tokens \d+ shows all/);
  expect(message).toMatch(/many words many words.*\.\.\.$/s);
  expect((await on.call("coverage", { path: "s.md" })).data).toMatchObject({ complete: false });
});

it("a long title is cut in messages, and complete in data", async () => {
  const title = "x".repeat(1_000_000);
  const on = engineForTests({ "s.md": `# ${title}\n\nold\n` });
  for (const [tool, args] of [
    ["doc_toc", {}],
    ["doc_find", {}],
    ["doc_read", { section: "@1", include_children: false }],
    ["doc_replace", { section: "@1", content: "new" }],
    ["doc_delete", { section: "@1" }],
  ] as const) {
    const { data, message, summary } = await on.call(tool, { file: "s.md", ...args });
    expect(JSON.stringify(data)).toContain(title);
    expect(tool === "doc_read" ? summary.length : message.length + summary.length).toBeLessThan(1_000);
  }
});
