import { describe, expect, it } from "vitest";
import { applyChanges } from "../../../core/text/change";
import { claimedCommand, claimedEdits, galleyTool, permissionInput, plannedEdits } from "./planned-permission";

const after = (text: string | null, edits: Parameters<typeof plannedEdits>[2]) =>
  plannedEdits("/a.md", text, edits).map((each) => ({
    isFound: each.isFound,
    after: applyChanges(each.text ?? "", each.changes),
  }));

describe("what a permission would change", () => {
  it("is its diff, applied to the document as it is now", () => {
    const edits = claimedEdits({ content: [{ type: "diff", path: "/a.md", oldText: "Monday", newText: "Tuesday" }] });
    expect(after("On Monday.\n", edits)).toEqual([{ isFound: true, after: "On Tuesday.\n" }]);
  });

  it.each([
    { file_path: "/a.md", old_string: "one", new_string: "two" },
    { filePath: "/a.md", oldString: "one", newString: "two" },
    { path: "/a.md", old_str: "one", new_str: "two" },
    { path: "/a.md", edits: [{ old_string: "one", new_string: "two" }] },
    { path: "/a.md", content: "two one\n" },
  ])("is worked out from the input %j where there is no diff", (rawInput) => {
    expect(after("one one\n", claimedEdits({ rawInput }))).toEqual([{ isFound: true, after: "two one\n" }]);
  });

  it("changes every place if the input says so, and writes a dollar sign as it is", () => {
    const rawInput = { path: "/a.md", old_string: "one", new_string: "$&", replace_all: true };
    expect(after("one one", claimedEdits({ rawInput }))).toEqual([{ isFound: true, after: "$& $&" }]);
  });

  it("a comment with a path and a text is no edit of that path", () => {
    const rawInput = { action: "add", path: "/a.md", quote: "Monday", text: "Which one?" };
    expect(claimedEdits({ rawInput }, ["", "mcp__galley__comments"])).toEqual([]);
    expect(claimedEdits({ rawInput }, ["", "mcp__other__comments"])).toHaveLength(1);
    // A call names itself, as one that edits a file of this name.
    const diff = { type: "diff", path: "/a.md", oldText: "a", newText: "b" } as const;
    expect(claimedEdits({ content: [diff] }, ["", "Edit galley/comments"])).toHaveLength(1);
    const replaced = { path: "/a.md", old_string: "a", new_string: "b" };
    expect(claimedEdits({ rawInput: replaced }, ["", "mcp__galley__comments"])).toHaveLength(1);
  });

  it("marks a passage that the document does not have", () => {
    const edits = claimedEdits({ content: [{ type: "diff", path: "/a.md", oldText: "never", newText: "ever" }] });
    expect(after("On Monday.\n", edits)).toEqual([{ isFound: false, after: "ever" }]);
  });

  it.each([
    "mcp__galley__text_editor",
    "mcp_galley_text_editor",
    "mcp__galley/text_editor",
    "Tool: galley/text_editor",
    "galley_text_editor",
    "galley.text_editor",
    "text_editor (galley MCP Server)",
  ])("names Galley's own tool in %s", (title) => {
    expect(galleyTool(["", title], { path: "a.md" })).toEqual({ name: "text_editor", arguments: { path: "a.md" } });
  });

  it("reads the input of Galley's tools where Gemini CLI has it, as text", () => {
    const text = (...texts: string[]) => ({
      content: texts.map((each) => ({ type: "content" as const, content: { type: "text" as const, text: each } })),
    });
    const own = ["", "comments (galley MCP Server)"];
    const input = { action: "reply", thread: "c_2xdh67i3kk", text: "So." };
    expect(permissionInput(text(JSON.stringify(input)), own)).toEqual(input);
    // Text with other text beside it is not read, and a raw input counts more.
    expect(permissionInput({ ...text(JSON.stringify(input)), rawInput: { path: "a.md" } }, own)).toEqual({
      path: "a.md",
    });
    expect(permissionInput(text(JSON.stringify(input), "and"), own)).toBeUndefined();
    for (const other of ["[1]", '"x"', "null", "{", ""])
      expect(permissionInput(text(other), own), other).toBeUndefined();
    expect(permissionInput(text(JSON.stringify(input)), ["", "comments (other MCP Server)"])).toBeUndefined();
  });

  it("names no tool of Galley for another one, or without arguments", () => {
    expect(galleyTool(["Edit galley.md", "regalley_text_editor"], {})).not.toMatchObject({ name: "text_editor" });
    expect(galleyTool(["mcp__galley__text_editor"], null)).toBeNull();
    for (const title of [
      "mcp__other_galley__comments",
      "mcp__other__galley_comments",
      "other.galley.comments",
      "comments (galley-2 MCP Server)",
    ])
      expect(galleyTool([title], {}), title).toBeNull();
  });

  it("is nothing for input without a file, and names a command", () => {
    expect(claimedEdits({ rawInput: { command: "rm -r x" } })).toEqual([]);
    expect(claimedEdits({ rawInput: "text" })).toEqual([]);
    expect(claimedCommand({ command: ["rm", "-r"] })).toBe("rm -r");
    expect(claimedCommand(null)).toBeNull();
  });
});
