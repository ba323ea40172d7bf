import { describe, expect, it } from "vitest";
import { estimateTokens } from "../../../../core/text/tokens";
import { engineForTests } from "../engine-for-tests";
import { numberedView } from "./numbered-view";

const linesIn = (data: Record<string, unknown> = {}): string[] => data["lines"] as string[];

describe("long lines", () => {
  it("[003-read-crop] are cropped above 500 tokens, and reported", async () => {
    const on = engineForTests({ "a.txt": `short\n${"word ".repeat(401)}\n${"x".repeat(2000)}\n${"日".repeat(500)}\n` });
    const { message, data } = await on.edit({ action: "read", path: "a.txt" });
    expect(message).toContain("warning: lines 2, 4 are longer than 500 tokens and were cropped\n");
    expect(data).toMatchObject({ cropped: [2, 4], total_lines: 4 });
    const lines = linesIn(data);
    expect(lines[1]?.endsWith("...")).toBe(true);
    expect(lines[2]).toBe("x".repeat(2000));
    for (const line of lines) expect(estimateTokens(line.replace(/\.\.\.$/, ""))).toBeLessThanOrEqual(500);
  });

  it("are counted if there are more than ten", () => {
    const { warnings } = numberedView(`${"x".repeat(4000)}\n`.repeat(11), 1, 11);
    expect(warnings[0]).toContain("lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 ... and 1 more");
  });

  it("of 50 MB are answered at once", () => {
    const text = "x".repeat(50_000_000);
    const start = process.cpuUsage();
    expect(numberedView(text, 1, 1).cropped).toEqual([1]);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(500);
  });
});

describe("the budget of the answer", () => {
  it("[003-read-trim] stops at 6,000 tokens and names the next line, until all is read", async () => {
    const all = Array.from({ length: 3000 }, (_, index) => `line number ${index + 1} says something`);
    const on = engineForTests({ "a.txt": all.join("\n") });
    const seen: string[] = [];
    for (let next: unknown = 1; next !== null; ) {
      const { message, data } = await on.edit({ action: "read", path: "a.txt", line_from: next, line_to: 3000 });
      expect(estimateTokens(message)).toBeLessThanOrEqual(6000);
      seen.push(...linesIn(data));
      next = data?.["next_line"];
      if (next !== null)
        expect(message).toContain(
          `warning: stopped at 6,000 tokens after line ${seen.length}; go on with line_from ${next}`,
        );
    }
    expect(seen).toEqual(all);
  });

  it("also limits a write's answer", async () => {
    const on = engineForTests();
    const { message, data } = await on.edit({
      action: "write",
      path: "a.txt",
      content: "some words in a line\n".repeat(5000),
    });
    expect(estimateTokens(message)).toBeLessThanOrEqual(6000);
    expect(message).toContain("go on with line_from");
    expect(data).toMatchObject({ total_lines: 5000 });
  });

  it("also limits a patch's changed region", async () => {
    const on = engineForTests({ "a.txt": "top\n" });
    const content = "some words in a line\n".repeat(5000);
    const { message } = await on.edit({ action: "patch", path: "a.txt", old_text: "top\n", new_text: content });
    expect(estimateTokens(message)).toBeLessThanOrEqual(6000);
    expect(message).toContain("not all of the changed lines are shown; go on with line_from");
  });

  it("also counts empty lines", () => {
    const view = numberedView("\n".repeat(100_000), 1, 100_000);
    expect(view.stoppedBefore).toBe(view.to + 1);
    expect(estimateTokens(view.body.join("\n"))).toBeLessThanOrEqual(6000);
  });
});

describe("the default range", () => {
  it("[003-read-no-range] is the first 200 lines, or what the setting says", async () => {
    const text = "x\n".repeat(450);
    const first = await engineForTests({ "a.txt": text }).edit({ action: "read", path: "a.txt" });
    expect(first.data).toMatchObject({ line_from: 1, line_to: 200, next_line: 201, total_lines: 450 });
    expect(first.message).toContain("warning: lines 1-200 of 450 are shown; go on with line_from 201");
    const on = engineForTests({ "a.txt": text }, { defaultLineCount: () => 7 });
    const later = await on.edit({ action: "read", path: "a.txt", line_from: 10 });
    expect(later.data).toMatchObject({ line_from: 10, line_to: 16 });
    const range = await on.edit({ action: "read", path: "a.txt", line_from: 10, line_to: 300 });
    expect(range.data).toMatchObject({ line_from: 10, line_to: 300 });
  });
});
