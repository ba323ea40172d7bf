import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { recordAttempts } from "../../../shared/testing/record-attempts";
import { createEngine } from "../host/create-engine";
import { createDocx } from "../office/docx/create";
import { tools } from "./registry";

const top = realpathSync(mkdtempSync(join(tmpdir(), "galley-way-out-")));
const [inside, outside] = [join(top, "inside"), join(top, "inside-not")];
mkdirSync(join(inside, "book"), { recursive: true });
writeFileSync(join(inside, "a.md"), "# A\n\nthe combination is 4711\n");
writeFileSync(join(inside, "a.docx"), createDocx("the combination is 4711"));
writeFileSync(join(inside, "book", "1.md"), "# One\n\nthe combination is 4711\n");
cpSync(inside, outside, { recursive: true });
writeFileSync(join(inside, "a.md"), "# A\n\nthe combination is to be found elsewhere\n");
writeFileSync(join(inside, "book", "1.md"), "# One\n\nthe combination is to be found elsewhere\n");
symlinkSync(outside, join(inside, "link"));
symlinkSync(join(outside, "a.md"), join(inside, "linked.md"));

const engine = await createEngine({ dataDir: join(top, "data") });
afterAll(async () => {
  await engine.close();
  rmSync(top, { recursive: true, force: true });
});

/** The other arguments that a tool needs, so that only the path is wrong. */
const besides: Record<string, Record<string, unknown>[]> = {
  text_editor: [
    { action: "read" },
    { action: "write", content: "mine" },
    { action: "patch", old_text: "combination", new_text: "number" },
  ],
  office_artifact: [
    { action: "read" },
    { action: "inspect" },
    { action: "version_history" },
    { action: "create", content: "mine" },
    { action: "edit", operation: "replace_text", find: "4711", replace: "0" },
    { action: "export", format: "md" },
    { action: "restore_version", version_id: "1" },
  ],
  workspace: [{ action: "list" }, { action: "mkdir" }, { action: "move", to: "b.md" }, { action: "delete" }],
  comments: [{ action: "list" }, { action: "add", quote: "combination", text: "?" }],
  doc_read: [{ section: "A" }],
  doc_read_many: [{ sections: ["A"] }],
  doc_find: [{ content: "combination" }],
  doc_replace: [{ section: "A", content: "mine" }],
  doc_insert: [{ anchor: "A", content: "# B" }],
  doc_delete: [{ section: "A" }],
  grep: [{ pattern: "combination" }],
  doc_restore: [{ version_id: "1" }],
  read_chapter: [{ chapter: "One" }],
  find_paragraphs: [{ keywords: "combination" }],
  get_paragraph_info: [{ paragraph_id: "abcde" }],
  get_paragraph_position: [{ paragraph_id: "abcde" }],
  get_next_paragraphs: [{ paragraph_id: "abcde" }],
  get_previous_paragraphs: [{ paragraph_id: "abcde" }],
  open_task: [{ type: "translation", chapters: ["One"] }],
  task_info: [{ task_id: "abcde" }],
  update_task_status: [{ task_id: "abcde", status: "review" }],
  release_task: [{ task_id: "abcde" }],
  add_translation_batch: [{ task_id: "abcde", paragraphs: [{ paragraph_id: "abcde", translated_text: "mine" }] }],
};

/** The arguments that name a path. */
const argumentNames = ["path", "file", "book"];
const ending = (tool: string) => (tool === "office_artifact" ? "a.docx" : "a.md");
const named = (tool: string, argument: string) => (argument === "book" ? "book" : ending(tool));

const waysOut = (name: string): string[] => [
  join(outside, name),
  `../inside-not/${name}`,
  `./book/../../inside-not/${name}`,
  `link/${name}`,
  `${inside}/../inside-not/${name}`,
  `/proc/self/root${outside}/${name}`,
  `//${outside.slice(1)}/${name}`,
  ...(name === "a.md" ? ["linked.md", "/etc/passwd", "../data/history.db"] : []),
];

const rows = tools.flatMap(({ name, input }) => {
  const schema = z.toJSONSchema(input, { unrepresentable: "any", io: "input" }) as {
    properties?: Record<string, unknown>;
  };
  return argumentNames
    .filter((argument) => schema.properties?.[argument])
    .map((argument) => ({ name, place: argument }));
});

/** Every file outside the workspace, with its content. */
const bytesOutside = (): string =>
  readdirSync(outside, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => `${name} ${readFileSync(join(parentPath, name)).toString("base64")}`)
    .sort()
    .join("\n");

describe("every tool with a path argument", () => {
  const before = bytesOutside();

  it("there are at least as many tools as when this test was written", () => {
    expect(rows.length).toBeGreaterThanOrEqual(24);
  });

  it.each(rows)("$name cannot reach outside the workspace by $place [A18 A20]", async ({ name, place: argument }) => {
    for (const more of besides[name] ?? [{}]) {
      for (const way of waysOut(named(name, argument))) {
        const label = `${name} ${JSON.stringify(more)} ${way}`;
        const caller = { id: "obedient", name: "obedient", roots: [inside] };
        const answer = await engine.run({ name, arguments: { ...more, [argument]: way }, caller });
        expect(answer, label).toMatchObject({ ok: false, error: { code: "outside_workspace" } });
        expect(JSON.stringify(answer), label).not.toContain("4711");
        recordAttempts(1);
      }
    }
    expect(bytesOutside()).toBe(before);
  });

  it("nothing is moved to what is outside the workspace [A18 A20]", async () => {
    const caller = { id: "obedient", name: "obedient", roots: [inside] };
    for (const to of waysOut("b.md")) {
      const answer = await engine.run({ name: "workspace", arguments: { action: "move", path: "a.md", to }, caller });
      expect(answer, to).toMatchObject({ ok: false, error: { code: "outside_workspace" } });
      recordAttempts(1);
    }
    expect(bytesOutside()).toBe(before);
  });

  it("nothing outside is exported to, or searched [A18 A20]", async () => {
    const caller = { id: "obedient", name: "obedient", roots: [inside] };
    for (const way of waysOut("new.md")) {
      const exported = { action: "export", path: "a.docx", format: "md", target: way, overwrite: true };
      const answer = await engine.run({ name: "office_artifact", arguments: exported, caller });
      expect(answer, way).toMatchObject({ ok: false, error: { code: "outside_workspace" } });
    }
    for (const way of [...waysOut("*.md"), `${outside}/**`, "../**/*.md", "link/**", "{../inside-not,book}/*.md"]) {
      for (const [name, args] of Object.entries({
        grep: { pattern: "combination", path: way },
        doc_toc: { file: way },
        doc_find: { content: "combination", file: way },
      })) {
        const answer = await engine.run({ name, arguments: args, caller });
        expect(JSON.stringify(answer), `${name} ${way}`).not.toMatch(/4711|"file":"[^"]*inside-not/);
        recordAttempts(1);
      }
    }
    expect(bytesOutside()).toBe(before);
  });
});
