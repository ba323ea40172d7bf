import { expect, it } from "vitest";
import type { LockMode, StoredLock } from "../ports/comments";
import { engineForTests } from "../tools/engine-for-tests";

const text = "# One\n\nFirst paragraph.\n\n## Inner\n\nInner text.\n\n# Two\n\nSecond paragraph.\n";

function protectedDocument(options: { reviewEdits?: () => boolean } = {}) {
  const on = engineForTests({ "a.md": text, "b.md": "Other.\n" }, options);
  const protect = async (kind: StoredLock["kind"], words: string, mode: LockMode = "locked") => {
    const document = await on.engine.documents.read("/w/a.md", ["/w"]);
    const from = document.text.indexOf(words);
    await on.engine.comments.protect(document, { kind, mode, from, to: from + words.length }, ["/w"]);
  };
  const refused = async (name: string, args: Record<string, unknown>) => {
    const before = await on.bytesOf("a.md");
    const answer = await on.call(name, args);
    expect(answer.error?.code, `${name}: ${answer.message}`).toBe("protected");
    expect(await on.bytesOf("a.md")).toBe(before);
    return answer;
  };
  const allowed = async (name: string, args: Record<string, unknown>) => {
    const answer = await on.call(name, args);
    expect(answer.ok, `${name}: ${answer.message}`).toBe(true);
  };
  return { ...on, protect, refused, allowed };
}

it("no tool changes a protected section, whatever it uses, and the rest stays open", async () => {
  const { protect, refused, allowed, engine } = protectedDocument();
  await protect("section", "# One");
  const patch = { action: "patch", path: "a.md" };
  const { message } = await refused("text_editor", { ...patch, old_text: "Inner text", new_text: "Other text" });
  expect(message).toContain("the user protects a section of a.md (lines 1-8): it must not be changed by agents");
  await refused("text_editor", { ...patch, old_text: "Inner text", new_text: "Other text", dry_run: true });
  await refused("text_editor", { action: "write", path: "a.md", content: text.replace("First", "Last") });
  await refused("doc_replace", { file: "a.md", section: "inner", content: "New." });
  await refused("doc_insert", { file: "a.md", anchor: "one", position: "first_child", content: "## New\n" });
  await refused("doc_delete", { file: "a.md", section: "one" });
  await refused("workspace", { action: "delete", path: "a.md" });
  await allowed("text_editor", { ...patch, old_text: "Second", new_text: "The second" });
  await allowed("doc_insert", { file: "a.md", anchor: "two", content: "# Three\n\nNew." });
  await allowed("workspace", { action: "move", path: "a.md", to: "c.md" });
  const moved = await engine.documents.read("/w/c.md", ["/w"]);
  expect(await engine.comments.locks(moved)).toMatchObject([{ kind: "section", range: { from: 0 } }]);
});

it("a protected paragraph is followed, and a protected document stays where it is", async () => {
  const { protect, refused, allowed } = protectedDocument();
  await protect("paragraph", "Second paragraph.");
  const patch = { action: "patch", path: "a.md" };
  await allowed("text_editor", { ...patch, old_text: "# One\n", new_text: "# One\n\nNew before.\n" });
  await refused("text_editor", { ...patch, old_text: "Second", new_text: "Third" });
  await protect("document", "");
  await refused("text_editor", { ...patch, old_text: "First", new_text: "Third" });
  await refused("workspace", { action: "move", path: "a.md", to: "c.md" });
  await allowed("text_editor", { action: "write", path: "b.md", content: "x\n" });
  await allowed("comments", { action: "add", path: "a.md", quote: "First", text: "May I?" });
});

it("the user writes everywhere, and takes the protection away", async () => {
  const { protect, allowed, engine } = protectedDocument();
  await protect("document", "");
  const by = { kind: "you", name: "you" } as const;
  const edit = () => ({ changes: [{ from: 0, to: 0, insert: "x" }] });
  const { status, after } = await engine.documents.change("/w/a.md", ["/w"], { by, reason: "typed", edit });
  expect(status).toBe("written");
  const [lock] = await engine.comments.locks(after);
  await engine.comments.unprotect("/w/a.md", lock?.lock ?? "");
  await allowed("text_editor", { action: "patch", path: "a.md", old_text: "First", new_text: "Third" });
});

it("a passage for suggestions takes edits that wait for review, and none while reviews are off", async () => {
  let isOn = true;
  const { protect, refused, allowed } = protectedDocument({ reviewEdits: () => isOn });
  await protect("paragraph", "First paragraph.", "suggest");
  const patch = { action: "patch", path: "a.md", old_text: "First", new_text: "Third" };
  await allowed("text_editor", patch);
  isOn = false;
  await refused("text_editor", { ...patch, old_text: "Third", new_text: "Fourth" });
});

it("of passages that nothing tells apart the protected one is known until a restart, and then all of them are protected", async () => {
  const same = `${"word ".repeat(20)}\n\nYes.\n\n${"more ".repeat(20)}\n\n`;
  const files = { "a.md": `Start.\n\n${same}${same}End. Yes.\n` };
  const on = engineForTests(files);
  const document = await on.engine.documents.read("/w/a.md", ["/w"]);
  const from = document.text.lastIndexOf("\n\nYes.\n\n") + 2;
  await on.engine.comments.protect(document, { kind: "paragraph", mode: "locked", from, to: from + 4 }, ["/w"]);
  const changed = async (engine: typeof on, nth: number) => {
    const { text: now } = await engine.engine.documents.read("/w/a.md", ["/w"]);
    const line = now.split("\n").flatMap((each, index) => (each === "Yes." ? [index + 1] : []))[nth] ?? 0;
    await engine.edit({ action: "read", path: "a.md" });
    const edits = [{ from: line, to: line, content: "No." }];
    return (await engine.edit({ action: "patch", path: "a.md", edits, dry_run: true })).error?.code ?? "allowed";
  };
  expect([await changed(on, 0), await changed(on, 1)]).toEqual(["allowed", "protected"]);
  await on.edit({ action: "patch", path: "a.md", old_text: "Start.", new_text: "Begin here." });
  expect([await changed(on, 0), await changed(on, 1)]).toEqual(["allowed", "protected"]);
  await on.engine.close();
  const again = engineForTests({}, { store: on.store });
  expect([await changed(again, 0), await changed(again, 1)]).toEqual(["protected", "protected"]);
  expect((await again.edit({ action: "patch", path: "a.md", old_text: "Begin here", new_text: "B" })).ok).toBe(true);
  expect((await again.edit({ action: "patch", path: "a.md", old_text: "End. Yes", new_text: "End. No" })).ok).toBe(
    true,
  );
  expect([await changed(again, 0), await changed(again, 1)]).toEqual(["protected", "protected"]);
});

it("a protected passage is not set free by edits of all that is around it, also after a restart", async () => {
  const around = [
    "In spring the garden is green, and a link leads out of it.",
    "Quite other words that follow, at some length.",
  ];
  const on = engineForTests({ "a.md": `The garden\n\n${around.join("\n\n")}\n` });
  const document = await on.engine.documents.read("/w/a.md", ["/w"]);
  await on.engine.comments.protect(document, { kind: "paragraph", mode: "locked", from: 0, to: 10 }, ["/w"]);
  const patch = (engine: typeof on, old_text: string, new_text: string) =>
    engine.edit({ action: "patch", path: "a.md", old_text, new_text });
  for (const [at, words] of around.entries())
    expect((await patch(on, words, at === 0 ? "" : "Something else altogether.")).ok).toBe(true);
  expect((await on.edit({ action: "write", path: "a.md", content: "New.\n\nThe garden\n\nAll new.\n" })).ok).toBe(true);
  expect((await patch(on, "The garden", "The sea")).error?.code).toBe("protected");
  // Not even closed: as after a crash.
  const again = engineForTests({}, { store: on.store });
  expect((await patch(again, "The garden", "The sea")).error?.code).toBe("protected");
  expect((await patch(again, "All new", "All old")).ok).toBe(true);
});
