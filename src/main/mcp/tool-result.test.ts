import { expect, test } from "vitest";
import { MAX_ANSWER_BYTES, toolResult } from "./tool-result";

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ title: `Heading ${at}`, path: "页".repeat(40) }));

test("an answer larger than a client accepts is cut, says so, and stays a successful answer", () => {
  const answer = { ok: true, message: "row\n".repeat(500_000), summary: "looked", data: { rows: rows(80_000) } };
  const result = toolResult(answer);
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(MAX_ANSWER_BYTES);
  expect(result.isError).toBeUndefined();
  const [message] = result.content as { text: string }[];
  expect(message?.text.startsWith("row\n")).toBe(true);
  expect(message?.text).toMatch(/This answer has \d+\.\d MB.*the call itself was carried out\. Ask for less/);
  expect(result.structuredContent).toEqual({ truncated: expect.stringContaining("cut here") });
});

test("an error that is too large keeps its code", () => {
  const message = "x".repeat(MAX_ANSWER_BYTES + 1);
  const result = toolResult({ ok: false, message, summary: "no", error: { code: "stale", message } });
  expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: "stale" } } });
  expect(JSON.stringify(result).length).toBeLessThan(1_000_000);
});

test("an answer of acceptable size is passed on unchanged", () => {
  const data = { rows: rows(100) };
  expect(toolResult({ ok: true, message: "m", summary: "s", data }).structuredContent).toBe(data);
});
