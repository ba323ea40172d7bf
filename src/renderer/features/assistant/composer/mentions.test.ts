import { expect, test } from "vitest";
import { findSection } from "../../../../core/markdown/section-address";
import { listSections, parseOutline } from "../../../../core/markdown/sections";
import { candidate } from "../../../ui/fuzzy";
import {
  bestFile,
  entryMentions,
  fileMentions,
  mentionAt,
  paragraphMentions,
  paragraphQuery,
  recipientMentions,
  sectionMentions,
  sectionQuery,
  withRecipients,
} from "./mentions";

const files = ["notes.md", "plans/notes on plans.md", "plans/第一章.md", "todo.txt"].map((path) =>
  candidate(path, "path"),
);

test("a mention starts with an @ at the start of a word and ends at the cursor", () => {
  const at = (text: string) => mentionAt(text.replace("|", ""), text.indexOf("|"))?.query ?? null;
  expect(at("look at @no|tes")).toBe("no");
  expect(at("@|")).toBe("");
  expect(at("看@|")).toBe(null);
  expect(at("（@第一|）")).toBe("第一");
  expect(at("see @my notes|")).toBe("my notes");
  expect(at("mail me@example.org|")).toBe(null);
  expect(at("@notes.md\nand|")).toBe(null);
  expect(at("@ two|")).toBe(null);
  expect(at("@a  |")).toBe(null);
});

test("files match by their letters, and without a query the open ones come first", () => {
  expect(fileMentions(files, "plan", [])[0]).toMatchObject({ name: "notes on plans.md", detail: "plans" });
  expect(fileMentions(files, "第一", [])[0]?.chip).toEqual({ kind: "file", path: "plans/第一章.md" });
  expect(fileMentions(files, "", ["todo.txt"])[0]?.name).toBe("todo.txt");
  expect(fileMentions(files, "xyz", [])).toEqual([]);
});

test("a # searches the sections of the named file", () => {
  expect(sectionQuery("notes.md#Au")).toEqual({ file: "notes.md", section: "Au" });
  expect(sectionQuery("notes")).toBe(null);
  expect(bestFile(files, "notes.md", [])).toBe("notes.md");
  expect(bestFile(files, "third", [])).toBe(null);
  expect(bestFile(files, "", ["todo.txt"])).toBe("todo.txt");
});

test("a ¶ or ^ searches the paragraphs of the named file, or of the one in front", () => {
  expect(paragraphQuery("notes.md¶the tok ")).toEqual({ file: "notes.md", text: "the tok" });
  expect(paragraphQuery("notes#^")).toEqual({ file: "notes", text: "" });
  expect(paragraphQuery("^词")).toEqual({ file: "", text: "词" });
  expect(paragraphQuery("notes#a^b")).toBe(null);
  const long = `- ${"many words ".repeat(10)}`;
  expect(paragraphMentions("plans/第一章.md", [{ id: "jr_para_1", kind: "list_item", opening: long }])).toEqual([
    {
      chip: { kind: "paragraph", path: "plans/第一章.md", id: "jr_para_1" },
      name: long,
      detail: "第一章.md",
      insertText: "“many words many words many words…”",
    },
  ]);
});

test("a library entry is offered by name, without its text", () => {
  const entry = { document: "srd-5.1", kind: "spell", key: "fireball", name: "Fireball" } as const;
  expect(entryMentions([{ ...entry, text: "long", fields: {} } as typeof entry])).toEqual([
    { chip: { kind: "entry", entry }, name: "Fireball", detail: "srd-5.1", insertText: "Fireball" },
  ]);
});

test("the address of each offered section resolves to that section only", () => {
  const text = "# One\n\n## Auth\n\n### Keys\n\n## Auth\n\n# 二\n\n## ***\n\n#### Deep\n\n# One\n\n## Auth\n";
  const outline = parseOutline(text);
  const headings = listSections(outline).map(({ title, level }) => ({ title, level }));
  const found = sectionMentions("notes.md", headings, "").map(({ chip }) => {
    const target = findSection(outline, chip.kind === "section" ? chip.address : "");
    return target.status === "found" && target.target !== "frontmatter" ? target.target.lineStart : target.status;
  });
  expect(found).toEqual(listSections(outline).map(({ lineStart }) => lineStart));
});

test("those who can be asked are offered by name, without those who are asked already", () => {
  const known = [
    { recipient: { kind: "agent", agent: "claude" }, name: "Claude Code", provider: null },
    { recipient: { kind: "model", provider: "p", model: "notes-7b" }, name: "notes-7b", provider: "Ollama" },
  ] as const;
  const offered = (query: string, asked = 0) =>
    recipientMentions(
      known,
      known.slice(0, asked).map(({ recipient }) => recipient),
      { query, agent: "Agent" },
    );
  expect(offered("").map(({ name, detail }) => `${name} ${detail}`)).toEqual(["Claude Code Agent", "notes-7b Ollama"]);
  expect(offered("code").map(({ name }) => name)).toEqual(["Claude Code"]);
  expect(offered("", 1).map(({ name }) => name)).toEqual(["notes-7b"]);
  const all = (query: string) =>
    withRecipients(fileMentions(files, query, []), offered(query), query).map(({ name }) => name);
  // A name of which a word begins with the query stands before files; without a query the first files stay where they were.
  expect(all("notes")[0]).toBe("notes-7b");
  expect(all("7b")[0]).toBe("notes-7b");
  expect(all("notes")).toContain("notes.md");
  expect(all("o")[0]).not.toBe("Claude Code");
  expect(all("").slice(-2)).toEqual(["Claude Code", "notes-7b"]);
});
