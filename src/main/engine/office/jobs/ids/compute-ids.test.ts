import { expect, test } from "vitest";
import { packTexts } from "./compute-ids";

test("60,000 paragraphs are packed in several turns", async () => {
  const paragraphs = Array.from({ length: 60_000 }, (_, index) => {
    const text = `Paragraph ${String(index).padStart(5, "0")}`;
    const from = index * (text.length + 2);
    return { kind: "paragraph" as const, text, from, to: from + text.length, line_from: index, line_to: index };
  });
  let turns = 0;
  let isDone = false;
  const others = (): void => {
    turns++;
    if (!isDone) setImmediate(others);
  };
  setImmediate(others);
  const packed = await packTexts({ realPath: "/w/a.md", version: "v", paragraphs });
  isDone = true;
  expect(turns).toBeGreaterThanOrEqual(2);
  expect(packed.text).toBe(paragraphs.map(({ text }) => text).join(""));
  expect([...packed.ranges.subarray(-3)]).toEqual([15, 59_999 * 17, 59_999 * 17 + 15]);
  expect(packed.ranges).toHaveLength(3 * paragraphs.length);
});
