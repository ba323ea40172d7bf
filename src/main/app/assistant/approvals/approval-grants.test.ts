import { rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fewer } from "../../../../core/text/texts.fixture";
import {
  type Approval,
  type ApprovalGrant,
  type ApprovalKind,
  type ApprovalScope,
  isEnded,
} from "../../../../shared/conversation";
import type { TestAssistant } from "../testing/test-assistant";
import { cardsOf, patchCall, useTestAssistants } from "../testing/test-assistants";
import { grantsOf, isGranted, type WantedAccess } from "./approval-grants";

const createAssistant = useTestAssistants();

/** Sends a question that is answered with these calls; resolves when an approval is requested or the turn has ended. */
async function askFor(
  made: TestAssistant,
  id: string,
  calls: { name: string; input: unknown }[],
): Promise<Approval | null> {
  made.endpoint.answers.push({ reply: { calls } }, { reply: { text: "Done." } });
  await made.assistant.send(id, "Do it", []);
  const { state } = await made.until(id, (turn) => turn.state.status === "approving" || turn.state.status === "done");
  return state.status === "approving" ? state.approval : null;
}

async function agree(made: TestAssistant, id: string, approval: Approval | null, scope: ApprovalScope): Promise<void> {
  if (approval === null) throw new Error("nobody was asked");
  await made.assistant.approvals.answer({ conversation: id, approval: approval.id, decision: { allow: true, scope } });
}

const files = { "a.md": "one\n", "b.md": "one\n", "sub/c.md": "one\n" };
const back = (path: string) => patchCall(path, "two", "one");

describe("an approval", () => {
  /**
   * Whether each of these needs a new approval after one of that scope for a.md: the same call, another file, another
   * conversation, another tool.
   */
  it.each([
    ["once", [true, true, true, true]],
    ["document", [false, true, false, false]],
    ["folder", [false, false, false, false]],
  ] as const)("for “%s” covers exactly that", async (scope, [again, other, elsewhere, otherTool]) => {
    const made = await createAssistant({ files });
    const id = made.begin();
    await agree(made, id, await askFor(made, id, [patchCall("a.md")]), scope);
    await made.ended(id);
    expect(made.read("a.md")).toBe("two\n");
    const isAsked = async (conversation: string, call: { name: string; input: unknown }) => {
      const approval = await askFor(made, conversation, [call]);
      await made.assistant.stop(conversation);
      made.endpoint.answers.length = 0;
      return approval !== null;
    };
    expect(await isAsked(id, back("a.md"))).toBe(again);
    expect(await isAsked(id, patchCall("sub/c.md"))).toBe(other);
    expect(await isAsked(made.begin(), patchCall("a.md", again ? "two" : "one", "three"))).toBe(elsewhere);
    const section = { name: "doc_insert", input: { file: "a.md", anchor: "@1", content: "# New\n" } };
    writeFileSync(join(made.folder, "a.md"), "# A\n\none\n");
    expect(await isAsked(id, section)).toBe(otherTool);
  });

  const kinds = {
    edit: patchCall("a.md"),
    create: { name: "text_editor", input: { action: "write", path: "new.md", content: "new\n" } },
    delete: { name: "workspace", input: { action: "delete", path: "b.md" } },
  } as const;
  it.each(Object.keys(kinds) as (keyof typeof kinds)[])(
    "to %s in a folder covers no other kind, and no move",
    async (kind) => {
      const made = await createAssistant({ files: { ...files, "new.md": "one\n" } });
      rmSync(join(made.folder, "new.md"));
      const id = made.begin();
      const approval = await askFor(made, id, [kinds[kind]]);
      expect(approval).toMatchObject({ agent: "model-a", kinds: [kind], scopes: ["once", "document", "folder"] });
      await agree(made, id, approval, "folder");
      await made.ended(id);
      expect(made.assistant.approvals.grants()).toMatchObject([{ kind, agent: "model-a", conversation: null }]);
      const again = {
        edit: patchCall("sub/c.md"),
        create: { name: "text_editor", input: { action: "write", path: "sub/other.md", content: "new\n" } },
        delete: { name: "workspace", input: { action: "delete", path: "sub/c.md" } },
      };
      const move = { name: "workspace", input: { action: "move", path: "a.md", to: "moved.md" } };
      for (const [other, call] of Object.entries({ ...again, move })) {
        const asked = await askFor(made, id, [call]);
        expect([other, asked === null]).toEqual([other, other === kind]);
        if (other === "move") expect(asked).toMatchObject({ kinds: ["delete", "create"], scopes: ["once"] });
        await made.assistant.stop(id);
        made.endpoint.answers.length = 0;
      }
    },
  );

  it("to delete and one to create cover a move together", async () => {
    const made = await createAssistant({ files });
    const id = made.begin();
    await agree(made, id, await askFor(made, id, [kinds.create]), "folder");
    await made.ended(id);
    await agree(made, id, await askFor(made, id, [kinds.delete]), "folder");
    await made.ended(id);
    expect(
      await askFor(made, id, [{ name: "workspace", input: { action: "move", path: "a.md", to: "moved.md" } }]),
    ).toBeNull();
    expect(made.read("moved.md")).toBe("one\n");
  });

  it("is for the agent that asked: another model asks again", async () => {
    const made = await createAssistant({ files });
    const id = made.begin();
    await agree(made, id, await askFor(made, id, [patchCall("a.md")]), "folder");
    await made.ended(id);
    const { current } = await made.assistant.setup.publicSetup();
    await made.assistant.setup.choose(current ?? "", "model-b");
    expect(await askFor(made, id, [patchCall("b.md")])).toMatchObject({ agent: "model-b" });
    await made.assistant.stop(id);
  });

  it("for always survives a restart, is listed, and ends when it is revoked", async () => {
    const first = await createAssistant({ files });
    const id = first.begin();
    await agree(first, id, await askFor(first, id, [patchCall("a.md")]), "folder");
    await first.ended(id);
    const made = await first.restart("close");
    const [grant] = made.assistant.approvals.grants();
    expect(grant).toMatchObject({
      kind: "edit",
      agent: "model-a",
      place: { kind: "folder", path: first.folder },
      conversation: null,
    });
    expect(await askFor(made, id, [patchCall("b.md")])).toBeNull();
    await made.assistant.approvals.revoke(grant?.id ?? "");
    expect(made.assistant.approvals.grants()).toEqual([]);
    expect(await askFor(made, id, [patchCall("sub/c.md")])).not.toBeNull();
    await made.assistant.close();
  });

  it("cannot be given twice, for another conversation, or for more than was offered [A24]", async () => {
    const made = await createAssistant({ files: { ".vscode/settings.json": "one\n" } });
    const id = made.begin();
    const approval = await askFor(made, id, [patchCall(".vscode/settings.json")]);
    expect(approval).toMatchObject({ scopes: ["once"], sensitive: expect.stringContaining(".vscode") });
    await expect(agree(made, id, approval, "folder")).rejects.toThrow("only be allowed once");
    await expect(agree(made, made.begin(), approval, "once")).rejects.toThrow("answered or withdrawn");
    await agree(made, id, approval, "once");
    await expect(agree(made, id, approval, "once")).rejects.toThrow("answered or withdrawn");
    await made.ended(id);
    expect(made.read(".vscode/settings.json")).toBe("two\n");
  });

  it("is required each time for files that programs execute, whatever was approved before [A23]", async () => {
    const made = await createAssistant({
      files: { "a.md": "one\n", ".git/hooks/post-commit": "one\n", "run.sh": "one\n", "CLAUDE.md": "one\n" },
    });
    const id = made.begin();
    await agree(made, id, await askFor(made, id, [patchCall("a.md")]), "folder");
    await made.ended(id);
    for (const path of [".git/hooks/post-commit", "run.sh", "CLAUDE.md"]) {
      const approval = await askFor(made, id, [patchCall(path)]);
      expect(approval?.sensitive).not.toBeNull();
      await made.assistant.stop(id);
      made.endpoint.answers.length = 0;
    }
  });
});

describe("an approval request", () => {
  it("names the real file: behind a link, and with hidden or reversed letters written out [A24]", async () => {
    const made = await createAssistant({
      files: { "real.md": "one\n", "a\u202Egpj.md": "one\n", "раypal.md": "one\n", "קובץ.md": "one\n" },
    });
    symlinkSync(join(made.folder, "real.md"), join(made.folder, "notes.txt"));
    const asked = async (path: string) => {
      const id = made.begin();
      const target = (await askFor(made, id, [patchCall(path)]))?.writes[0]?.target;
      await made.assistant.stop(id);
      made.endpoint.answers.length = 0;
      return target;
    };
    expect(await asked("notes.txt")).toMatchObject({
      path: join(made.folder, "real.md"),
      warnings: [expect.stringContaining("notes.txt")],
    });
    expect(await asked("a\u202Egpj.md")).toMatchObject({
      name: "a\\u{202e}gpj.md",
      warnings: [expect.stringContaining("invisible")],
    });
    expect((await asked("раypal.md"))?.warnings[0]).toContain("similar-looking");
    expect((await asked("קובץ.md"))?.warnings[0]).toContain("right-to-left");
  });

  /** The next approval request of this turn, different from `before`. */
  const askedAgain = async (made: TestAssistant, id: string, before: Approval | null): Promise<Approval | null> => {
    const { state } = await made.until(
      id,
      (turn) => isEnded(turn.state) || (turn.state.status === "approving" && turn.state.approval.id !== before?.id),
    );
    return state.status === "approving" ? state.approval : null;
  };
  const write = (path: string, content: string) => ({
    name: "text_editor",
    input: { action: "write", path, content },
  });

  it("is shown again with the new diff when the document changed before the approval [A24]", async () => {
    const made = await createAssistant({ files: { "a.md": "one\n" } });
    const id = made.begin();
    const first = await askFor(made, id, [write("a.md", "two\n")]);
    expect(first).toMatchObject({ notice: null, writes: [{ added: 1, removed: 1 }] });
    writeFileSync(join(made.folder, "a.md"), "one\n\nA paragraph of the user's.\n");
    // Before or after the card has been updated: in both cases the paragraph is kept.
    await agree(made, id, first, "once").catch(() => null);
    const second = await askedAgain(made, id, first);
    expect(made.read("a.md")).toContain("A paragraph of the user's.");
    expect(second).toMatchObject({
      notice: expect.stringContaining("a.md changed since"),
      writes: [{ added: 1, removed: 3 }],
    });
    await expect(agree(made, id, first, "once")).rejects.toThrow(/changed in the meantime|answered or withdrawn/);
    await agree(made, id, second, "once");
    await made.ended(id);
    expect(made.read("a.md")).toBe("two\n");
  });

  it("is shown again when an Office document changed before the approval [A24]", async () => {
    const made = await createAssistant({ files: { "a.md": "one\n" } });
    const caller = { id: "other", name: "other", roots: [made.folder] };
    const office = (input: Record<string, unknown>) => ({
      name: "office_artifact",
      input: { path: "b.docx", ...input },
    });
    const byOther = (input: Record<string, unknown>) =>
      made.engine.run({ name: "office_artifact", arguments: { path: "b.docx", ...input }, caller });
    expect((await byOther({ action: "create", content: "one\n\ntwo" })).ok).toBe(true);
    const { version = "" } = ((await byOther({ action: "read" })).data ?? {}) as { version?: string };
    const id = made.begin();
    const edit = office({ action: "edit", operation: "replace_text", find: "one", replace: "three" });
    const first = await askFor(made, id, [edit]);
    expect(first?.writes[0]?.diff).toContain("+three");
    const other = { action: "edit", operation: "replace_text", find: "two", replace: "two and the user's" };
    expect((await byOther({ ...other, version })).ok).toBe(true);
    const second = await askedAgain(made, id, first);
    expect(second?.notice).toContain("b.docx changed since");
    await agree(made, id, second, "once");
    await made.ended(id);
    const text = (await byOther({ action: "read" })).message;
    expect(text).toContain("three");
    expect(text).toContain("two and the user's");
  });

  it("stays valid if a change elsewhere in the document leaves the shown diff as it was", async () => {
    const made = await createAssistant({ files: { "a.md": `first\n${"line\n".repeat(20)}one\n` } });
    const id = made.begin();
    const approval = await askFor(made, id, [patchCall("a.md")]);
    writeFileSync(join(made.folder, "a.md"), `first\nand the user's\n${"line\n".repeat(20)}one\n`);
    await agree(made, id, approval, "once");
    await made.ended(id);
    expect(made.read("a.md")).toBe(`first\nand the user's\n${"line\n".repeat(20)}two\n`);
  });

  it("refreshes itself while it is pending, also when another agent or program wrote", async () => {
    const made = await createAssistant({ files: { "a.md": "one\n" } });
    const id = made.begin();
    const first = await askFor(made, id, [write("a.md", "two\n")]);
    const input = { action: "patch", path: "a.md", old_text: "one", new_text: "one\n\nby another agent" };
    const caller = { id: "other", name: "other", roots: [made.folder] };
    await made.engine.run({ name: "text_editor", arguments: input, caller });
    const second = await askedAgain(made, id, first);
    expect(second?.writes[0]).toMatchObject({ added: 1, removed: 3 });
    await made.assistant.stop(id);
  });

  it("is withdrawn when the edit no longer applies, and the model reads it", async () => {
    const made = await createAssistant({ files: { "a.md": "one\n" } });
    const id = made.begin();
    await askFor(made, id, [patchCall("a.md")]);
    writeFileSync(join(made.folder, "a.md"), "nothing of it\n");
    const turn = await made.ended(id);
    expect(cardsOf(turn)[0]).toMatchObject({ state: "refused", writes: [] });
    expect(made.read("a.md")).toBe("nothing of it\n");
  });

  it("is one for each call, in order, and denying one does not affect the others", async () => {
    const made = await createAssistant({ files });
    const id = made.begin();
    const first = await askFor(made, id, [patchCall("a.md"), patchCall("b.md")]);
    await made.assistant.approvals.answer({
      conversation: id,
      approval: first?.id ?? "",
      decision: { allow: false, note: "" },
    });
    const { state } = await made.until(
      id,
      (turn) => turn.state.status === "approving" && turn.state.approval.id !== first?.id,
    );
    await agree(made, id, state.status === "approving" ? state.approval : null, "once");
    expect(cardsOf(await made.ended(id)).map((card) => card.state)).toEqual(["denied", "done"]);
    expect([made.read("a.md"), made.read("b.md")]).toEqual(["one\n", "two\n"]);
  });
});

describe("grants", () => {
  const path = fc.constantFrom("/w", "/w/a", "/w/a/x.md", "/w/a-evil/x.md", "/w/ab", "/w/b/y.md", "/other/x.md");
  const scope = fc.constantFrom<ApprovalScope>("once", "document, conversation", "document", "folder");

  it("apply to their kind, location and conversation, and to nothing else [A24]", () => {
    const wanted = fc.record<WantedAccess>({
      kind: fc.constantFrom<ApprovalKind>("edit", "create", "delete", "work", "secrets"),
      realPath: path,
      agent: fc.constantFrom("anna", "bert"),
      conversation: fc.constantFrom("c", "k"),
    });
    fc.assert(
      fc.property(wanted, scope, wanted, (given, how, later) => {
        const grants: ApprovalGrant[] = grantsOf(how, {
          kind: given.kind,
          agent: given.agent,
          realPaths: [given.realPath],
          folder: "/w/a",
          conversation: { id: given.conversation, title: "" },
        });
        if (!isGranted(grants, later)) return;
        expect(how).not.toBe("once");
        expect([later.kind, later.agent]).toEqual([given.kind, given.agent]);
        if (how.endsWith("conversation")) expect(later.conversation).toBe(given.conversation);
        if (how.startsWith("document")) expect(later.realPath).toBe(given.realPath);
        else if (given.realPath.startsWith("/w/a/"))
          expect(later.realPath.startsWith("/w/a/") || later.realPath === "/w/a").toBe(true);
      }),
      fewer(2000),
    );
  });

  it.each([
    ["made for one tool", { tool: "text_editor", title: "Text editor", definition: "d" }],
    ["made for every kind of write by any agent", { kind: "documents" }],
  ])("of an earlier version, %s, are dropped: nobody approved as much as they would mean now", async (_, old) => {
    const first = await createAssistant({ files });
    await first.assistant.close();
    const place = { kind: "folder", path: first.folder };
    const grant = { id: "1", conversation: null, place, at: new Date().toISOString() };
    const book = { ...grant, id: "2", kind: "work" };
    writeFileSync(join(first.dataDir, "approvals.json"), JSON.stringify([{ ...grant, ...old }, book]));
    const made = await first.restart("kill");
    expect(made.assistant.approvals.grants()).toEqual([{ ...book, agent: null }]);
    expect(await askFor(made, made.begin(), [patchCall("a.md")])).not.toBeNull();
    await made.assistant.close();
  });
});
