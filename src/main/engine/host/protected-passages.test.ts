import { describe, expect, it } from "vitest";
import type { OfficeFormat } from "../../../core/text/format";
import type { LockMode } from "../ports/comments";
import { engineForTests } from "../tools/engine-for-tests";

const content = [
  ...["# Contract", "Opening words.", "## Terms", "The price is 100 euros.", "| Item | Price |", "| --- | --- |"],
  ...["| Beans | 3 |", "", "Payable in May.", "## Notes", "A note at the end.", "Closing words."],
].join("\n");

async function made(path: string, options: { reviewEdits?: () => boolean; content?: string } = {}) {
  const on = engineForTests({}, options);
  const run = (args: Record<string, unknown>, tool = "office_artifact") => on.call(tool, { path, ...args });
  const created = await run({ action: "create", content: options.content ?? content });
  expect(created.ok, created.message).toBe(true);
  const format = path.endsWith("odt") ? "odt" : "docx";
  const passages = async () => {
    const { bytes, version } = await on.engine.documents.readBytes(`/w/${path}`, ["/w"]);
    const found = await on.engine.packages.run("textPassages", { bytes, format, name: path });
    return { realPath: `/w/${path}`, version, ...found };
  };
  const protect = async (kind: "section" | "paragraph", words: string, mode: LockMode = "locked", nth = 0) => {
    const document = await passages();
    let from = -1;
    for (let left = nth; left >= 0; left--) from = document.text.indexOf(words, from + 1);
    expect(from).toBeGreaterThanOrEqual(0);
    await on.engine.comments.protect(document, { kind, mode, from, to: from + words.length }, ["/w"]);
  };
  const refused = async (args: Record<string, unknown>, tool?: string) => {
    const before = await on.bytesOf(path);
    const answer = await run(args, tool);
    expect(answer.error?.code, answer.message).toBe("protected");
    expect(await on.bytesOf(path)).toBe(before);
    return answer.message;
  };
  const allowed = async (args: Record<string, unknown>, tool?: string) => {
    const answer = await run(args, tool);
    expect(answer.ok, answer.message).toBe(true);
    return answer;
  };
  /** The ids of the paragraphs that have this text, in order. */
  const nodes = async (wanted: string): Promise<string[]> => {
    const { data } = await allowed({ action: "read" });
    const { paragraphs } = data as { paragraphs: { id: string; text: string }[] };
    expect(paragraphs.map(({ text }) => text)).toContain(wanted);
    return paragraphs.flatMap(({ id, text }) => (text === wanted ? [id] : []));
  };
  const id = async (text: string): Promise<string> => (await nodes(text))[0] ?? "";
  const locks = async () => on.engine.comments.locks(await passages());
  /** Replaces the document as another program does. */
  const rewrite = async (text: string) => {
    const other = await made(path, { content: text });
    await on.outside(path, (await other.engine.documents.readBytes(`/w/${path}`, ["/w"])).bytes);
  };
  return { ...on, run, protect, refused, allowed, id, nodes, locks, rewrite, format: format as OfficeFormat };
}

const edit = (operation: string, rest: Record<string, unknown>) => ({ action: "edit", operation, ...rest });
const replace = (find: string, by = "other") => edit("replace_text", { find, replace: by });

describe.each(["a.docx", "a.odt"])("a protected section of %s", (path) => {
  it("is changed by no operation of an agent, while the rest of the document is", async () => {
    const { protect, refused, allowed, id, engine, call } = await made(path);
    const [first] = await engine.history.list(`/w/${path}`);
    await allowed(replace("100 euros", "200 euros"));
    await protect("section", "Terms");
    const message = await refused(replace("200 euros"));
    expect(message).toContain(`the user protects the section "Terms" of ${path}: it must not be changed by agents`);
    expect(message).toContain("The rest of the document may be changed.");
    await refused({ ...replace("Payable"), dry_run: true });
    await refused({ ...replace("Payable"), track_changes: true });
    await refused(edit("set_text", { node_id: await id("Terms"), content: "Conditions" }));
    await refused(edit("set_text", { node_id: await id("Beans | 3"), content: "Beans | 4" }));
    await refused(edit("delete", { node_id: await id("Payable in May.") }));
    await refused(edit("delete", { node_id: await id("Beans | 3") }));
    await refused(edit("delete", { node_id: [await id("Item | Price"), await id("Beans | 3")] }));
    await refused(edit("insert_after", { node_id: await id("Terms"), content: "Inserted." }));
    await refused(edit("insert_after", { node_id: await id("Beans | 3"), content: "Peas | 5" }));
    await refused(edit("insert_before", { node_id: await id("Payable in May."), content: "# Inserted" }));
    await refused(edit("move", { node_id: await id("Payable in May."), after: await id("Closing words.") }));
    await refused(edit("move", { node_id: await id("Closing words."), before: await id("Payable in May.") }));
    await refused({ action: "restore_version", version_id: first?.version_id });
    await refused({ action: "delete" }, "workspace");
    await allowed(replace("Opening words", "First words"));
    await allowed(edit("insert_before", { node_id: await id("Terms"), content: "Inserted before." }));
    await allowed(edit("insert_after", { node_id: await id("Closing words."), content: "The end." }));
    await allowed(edit("delete", { node_id: await id("A note at the end.") }));
    await allowed(edit("set_text", { node_id: await id("Notes"), content: "Remarks" }));
    await allowed({ action: "add", quote: "100 euros".replace("100", "200"), text: "May I change this?" }, "comments");
    await refused(replace("200 euros"));
    await allowed({ action: "read" });
    await allowed({ action: "move", to: `b${path.slice(1)}` }, "workspace");
    const moved = { path: `b${path.slice(1)}`, ...replace("200 euros") };
    expect((await call("office_artifact", moved)).error?.code).toBe("protected");
  });

  it("may get suggestions with `suggest`, and no other edits, however often", async () => {
    const { protect, refused, allowed, id } = await made(path);
    await protect("section", "Terms", "suggest");
    const message = await refused(replace("100 euros"));
    expect(message).toContain("it may be changed by agents only as a suggestion");
    expect(message).toContain("track_changes: true");
    const suggest = (operation: Record<string, unknown>) => allowed({ ...operation, track_changes: true });
    await suggest(replace("100 euros", "200 euros"));
    await suggest(replace("200 euros", "300 euros"));
    await suggest(edit("insert_after", { node_id: await id("Terms"), content: "Inserted." }));
    await suggest(edit("delete", { node_id: await id("Payable in May.") }));
    await suggest(edit("set_text", { node_id: await id("Terms"), content: "Entirely different heading" }));
    await refused(edit("set_text", { node_id: await id("Beans | 3"), content: "Beans | 4" }));
    await refused(replace("The price"));
    await refused({ action: "delete" }, "workspace");
    await allowed(replace("Closing words", "Last words"));
  });
});

describe.each(["a.docx", "a.odt"])("a protected paragraph of %s, renamed,", (path) => {
  it.each(["locked", "suggest"] as const)(
    "keeps its format, so it cannot be replaced as another one (%s)",
    async (mode) => {
      const { protect, refused, allowed } = await made(path);
      await protect("paragraph", "Payable in May.", mode);
      for (const to of ["b.xlsx", "b.pptx", "b.bin", "b.md", path.endsWith("odt") ? "b.docx" : "b.odt"])
        expect(await refused({ action: "move", to }, "workspace")).toContain("not be given the name of another format");
      await allowed({ action: "move", to: `b${path.slice(1).toUpperCase()}` }, "workspace");
    },
  );
});

describe.each(["a.docx", "a.odt"])("a protected paragraph of %s", (path) => {
  it("is neither changed nor moved, and is found after others changed what is around it", async () => {
    const { protect, refused, allowed, id, locks, rewrite } = await made(path);
    await protect("paragraph", "Payable in May.");
    expect(await refused(replace("May"))).toContain(`the user protects the paragraph "Payable in May." of ${path}`);
    await refused(edit("move", { node_id: await id("Payable in May."), before: await id("Opening words.") }));
    await refused(edit("set_text", { node_id: await id("Payable in May."), content: "Payable in May" }));
    await allowed(replace("price is 100", "price was 90"));
    await allowed(edit("delete", { node_id: await id("Beans | 3") }));
    await allowed(edit("set_text", { node_id: await id("Notes"), content: "Entirely other words here" }));
    await refused(replace("May"));
    await rewrite(`# Wholly new\nNothing that was.\n${content}`);
    await refused(replace("May"));
    await rewrite(content);
    await refused(replace("May"));
    // The user, or another program, changes a word of it.
    await rewrite(content.replace("Payable in May.", "Payable in early June."));
    expect((await locks())[0]?.range).not.toBeNull();
    await refused(replace("June"));
    await rewrite("# Contract\nNothing of it is left here.\nNor here.");
    expect(await locks()).toMatchObject([{ range: null }]);
    await allowed(replace("Nothing of it"));
  });

  it("does not lose its protection to a copy of it with what is around it", async () => {
    const { protect, refused, allowed, nodes } = await made(path, {
      content: "One.\nAlpha.\nYes.\nBeta.\nTwo.\nThree.\nFour.",
    });
    await protect("paragraph", "Yes.");
    await allowed(edit("append_text", { content: "Alpha.\nYes.\nBeta." }));
    const [own, copy] = await nodes("Yes.");
    await refused(edit("set_text", { node_id: own, content: "No." }));
    await refused(edit("move", { node_id: own, after: (await nodes("Four."))[0] }));
    // Without its neighbours nothing distinguishes it from the copy.
    await allowed(edit("set_text", { node_id: (await nodes("Alpha."))[0], content: "Eins." }));
    await refused(edit("set_text", { node_id: own, content: "No." }));
    await allowed(edit("set_text", { node_id: copy, content: "No." }));
    await refused(edit("delete", { node_id: own }));
  });

  it("in a table is a row, which goes neither alone nor with the table", async () => {
    const { protect, refused, allowed, id } = await made(path);
    await protect("paragraph", "Beans | 3");
    const [head, row] = [await id("Item | Price"), await id("Beans | 3")];
    await refused(edit("delete", { node_id: [head, row] }));
    await refused(edit("set_text", { node_id: row, content: "Beans | 5" }));
    await refused(edit("move", { node_id: row, before: head }));
    await allowed(edit("set_text", { node_id: head, content: "Crop | Euros" }));
    await allowed(edit("insert_after", { node_id: row, content: "Peas | 3" }));
    await refused(edit("delete", { node_id: row }));
  });

  it("is not a part of suggestions that what is beside it goes", async () => {
    const { protect, refused, allowed, id } = await made(path, { content: "One.\nThe price is fixed.\nTwo.\nThree." });
    await protect("paragraph", "The price is fixed.");
    const suggest = (operation: Record<string, unknown>) => ({ ...operation, track_changes: true });
    for (const text of ["One.", "Two."]) await allowed(suggest(edit("delete", { node_id: await id(text) })));
    await allowed(suggest(edit("insert_after", { node_id: await id("The price is fixed."), content: "New." })));
    await allowed(suggest(edit("insert_before", { node_id: await id("The price is fixed."), content: "# Newer" })));
    await allowed(edit("append_text", { content: "# A heading\n- a list\n1. another" }));
    await refused(suggest(replace("fixed")));
  });

  it("keeps its formatting, also if an agent restores a version", async () => {
    const { protect, refused, allowed, rewrite, engine } = await made(path, {
      content: "One.\nThe price is fixed.\nTwo.",
    });
    await rewrite("One.\nThe **price** is fixed.\nTwo.");
    await allowed({ action: "read" });
    await allowed(replace("One.", "First."));
    const versions = await engine.history.list(`/w/${path}`);
    await protect("paragraph", "The price is fixed.");
    const answer = await refused({ action: "restore_version", version_id: versions.at(-1)?.version_id });
    expect(answer).toContain('the user protects the paragraph "The price is fixed."');
    await allowed(replace("Two.", "Second."));
  });

  it("is followed, and protected, when all that is around it becomes something else", async () => {
    const { protect, refused, allowed, rewrite, engine } = await made(path, {
      content: "Alpha one.\nYes.\nBeta two.",
    });
    await rewrite("Quite another beginning of it.\nYes.\nWith some other ending.");
    await protect("paragraph", "Yes.");
    await allowed({ action: "read" });
    const [first] = await engine.history.list(`/w/${path}`);
    await allowed({ action: "restore_version", version_id: first?.version_id });
    await refused(replace("Yes."));
  });

  it("stays protected while it is only suggested that it goes, also if the user forbids suggestions then", async () => {
    const { protect, refused, allowed, id, locks, engine, bytesOf } = await made(path, {
      content: "One.\nTwo.\nThree.",
    });
    await allowed(edit("append_text", { content: "The price is fixed." }));
    await allowed(edit("append_text", { content: "Five." }));
    const versions = await engine.history.list(`/w/${path}`);
    await protect("paragraph", "The price is fixed.", "suggest");
    await allowed({ ...edit("delete", { node_id: await id("The price is fixed.") }), track_changes: true });
    const [lock] = await locks();
    expect(lock?.range).toBeNull();
    const { bytes } = await engine.documents.readBytes(`/w/${path}`, ["/w"]);
    const file = { bytes, format: path.endsWith("odt") ? ("odt" as const) : ("docx" as const), name: path };
    const anchors = lock?.anchor
      ? [lock.anchor, { ...lock.anchor, quote: "Quite another sentence.", words: undefined }]
      : [];
    const [going, other] = await engine.packages.run("suggestedToGo", { ...file, anchors });
    expect(going).not.toBeNull();
    expect(other).toBeNull();
    for (const mode of ["suggest", "locked"] as const) {
      await engine.comments.setLockMode(`/w/${path}`, lock?.lock ?? "", mode);
      await refused({ action: "restore_version", version_id: versions.at(-1)?.version_id });
      await allowed(replace(mode === "suggest" ? "One." : "Two.", "Other."));
    }
    expect(await bytesOf(path)).toBeDefined();
  });

  it("with suggestions of others keeps these", async () => {
    const { protect, refused, allowed, call } = await made(path);
    const suggested = { path, ...replace("Payable in May", "Payable in June"), track_changes: true };
    expect((await call("office_artifact", suggested, "ann")).ok).toBe(true);
    await protect("paragraph", "Payable in June.", "suggest");
    await refused(replace("June", "July"));
    await allowed({ ...replace("Payable", "Due"), track_changes: true });
    await refused(replace("June", "July"));
  });

  it("among equal ones is the one with its neighbours", async () => {
    const { protect, refused, allowed, nodes } = await made(path, {
      content: "North\nYes.\nSouth\nYes.\nEast\nYes.\nWest",
    });
    await protect("paragraph", "Yes.", "locked", 1);
    const [first, second, third] = await nodes("Yes.");
    await refused(edit("set_text", { node_id: second, content: "No." }));
    await refused(edit("delete", { node_id: second }));
    await allowed(edit("set_text", { node_id: first, content: "No." }));
    await allowed(edit("delete", { node_id: third }));
    await refused(replace("Yes.", "No."));
    // One neighbour after the other.
    await allowed(edit("set_text", { node_id: (await nodes("South"))[0], content: "Down" }));
    await allowed(edit("set_text", { node_id: (await nodes("East"))[0], content: "Up" }));
    await refused(replace("Yes.", "No."));
  });
});
