import { expect, it } from "vitest";
import { estimateTokens } from "../../../../core/text/tokens";
import { engineForTests } from "../engine-for-tests";

/** Headings that take about 14 tokens each in an outline, above `words` words of text. */
const document = (headings: number, words: number): string =>
  Array.from(
    { length: headings },
    (_, at) => `# Chapter ${at} has a long and telling title\n\n${"word ".repeat(words)}\n`,
  ).join("\n");

it.each([
  ["a document of few tokens", document(40, 5), 200],
  ["one of 90,000 tokens", document(90, 800), 360],
  ["one of 300,000 tokens", document(90, 2666), 600],
])(
  "unless asked for more, the outline of %s takes at most a 250th of it, between 200 and 600 tokens",
  async (_, text, most) => {
    const on = engineForTests({ "a.md": text });
    const { message } = await on.call("doc_toc", { file: "a.md" });
    expect(estimateTokens(message)).toBeGreaterThan(most * 0.85);
    expect(estimateTokens(message)).toBeLessThanOrEqual(most * 1.03);
    const [, all] = /max_tokens (\d+) shows all/.exec(message) ?? [];
    const whole = await on.call("doc_toc", { file: "a.md", max_tokens: Number(all) });
    expect(whole.message.split("\n")).toHaveLength(text.split("# ").length - 1);
  },
);
