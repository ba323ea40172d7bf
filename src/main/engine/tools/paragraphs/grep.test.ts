import { describe, expect, it } from "vitest";
import { engineForTests } from "../engine-for-tests";

type Match = { file: string; id: string; line: number; text: string };

const matchesOf = (data: Record<string, unknown> | undefined): Match[] => data?.["matches"] as Match[];

describe("which paragraphs match", () => {
  it("[JR-document-tools-002.1] the answer ends with the ids of the paragraphs that match", async () => {
    const on = engineForTests({ "a.md": "# Fruit\n\nAn apple.\n\nA pear.\n\n- one Apple more\n" });
    const { message, summary, data } = await on.call("grep", { pattern: "apple", path: "a.md" });
    const matches = matchesOf(data);
    expect(matches.map(({ file, line, text }) => [file, line, text])).toEqual([
      ["a.md", 3, "An apple."],
      ["a.md", 7, "- one Apple more"],
    ]);
    expect(message.endsWith(`\nMatching paragraphs: ${matches.map(({ id }) => id).join(", ")}`)).toBe(true);
    expect(summary).toBe("found 2 matches in 2 paragraphs of 1 file for “apple”");
  });

  it("[JR-document-tools-002.2] a paragraph with several matches is named once", async () => {
    const on = engineForTests({ "a.md": "apple one\napple two\n\napple three\n" });
    const { message, summary, data } = await on.call("grep", { pattern: "apple", path: "a.md" });
    const ids = [...new Set(matchesOf(data).map(({ id }) => id))];
    expect(matchesOf(data)).toHaveLength(3);
    expect(ids).toHaveLength(2);
    expect(message.endsWith(`\nMatching paragraphs: ${ids.join(", ")}`)).toBe(true);
    expect(summary).toContain("2 paragraphs");
  });

  it("[JR-document-tools-002.3] after ten ids the list says how many more there are", async () => {
    const text = Array.from({ length: 17 }, (_, index) => `apple ${index}\n`).join("\n");
    const on = engineForTests({ "a.md": text });
    const { message, data } = await on.call("grep", { pattern: "apple", path: "a.md", max_results: 3 });
    expect(message).toMatch(/\nMatching paragraphs: (jr_para_\w{12}, ){9}jr_para_\w{12} \.\.\. and 7 more$/);
    expect(data).toMatchObject({ match_count: 17, paragraph_count: 17, truncated: true });
    expect(matchesOf(data)).toHaveLength(3);
  });

  it("[JR-document-tools-002.4] without a match there is neither list nor footer", async () => {
    const on = engineForTests({ "a.md": "pear\n" });
    const { ok, message, summary, data } = await on.call("grep", { pattern: "apple", path: "a.md" });
    expect(ok).toBe(true);
    expect(message).toBe("no matches for “apple” in a.md");
    expect(message).not.toContain("Matching paragraphs");
    expect(summary).toBe("found no matches for “apple”");
    expect(data).toMatchObject({ matches: [], match_count: 0, paragraph_count: 0 });
  });
});
