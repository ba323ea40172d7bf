import { expect, test } from "vitest";
import { MAX_ANSWER_BYTES } from "../limits";
import { toolResult } from "./tool-result";

const structured = { isStructured: true, showsModelEverything: false, namesVersion: false };
const text = { ...structured, isStructured: false };

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ title: `Heading ${at}`, path: "页".repeat(40) }));

test("an answer larger than a client accepts is cut, says so, and stays a successful answer", () => {
  const answer = { ok: true, message: "row\n".repeat(500_000), summary: "looked", data: { rows: rows(80_000) } };
  const result = toolResult(answer, structured);
  expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThan(MAX_ANSWER_BYTES);
  expect(result.isError).toBeUndefined();
  const [message] = result.content as { text: string }[];
  expect(message?.text.startsWith("row\n")).toBe(true);
  expect(message?.text).toMatch(/This answer has \d+\.\d MB.*the call itself was carried out\. Ask for less/);
  expect(result.structuredContent).toEqual({ truncated: expect.stringContaining("cut here") });
});

test("an error that is too large keeps its code", () => {
  const message = "x".repeat(MAX_ANSWER_BYTES + 1);
  const result = toolResult({ ok: false, message, summary: "no", error: { code: "stale", message } }, structured);
  expect(result).toMatchObject({ isError: true, structuredContent: { error: { code: "stale" } } });
  expect(JSON.stringify(result).length).toBeLessThan(1_000_000);
});

test("an answer of acceptable size is passed on unchanged", () => {
  const data = { rows: rows(100) };
  expect(toolResult({ ok: true, message: "m", summary: "s", data }, structured).structuredContent).toBe(data);
});

test("without being asked for, the data is left out: some clients show it to their model in place of the message", () => {
  const answer = { ok: true, message: "m", summary: "s", data: { rows: rows(1) } };
  const message = { type: "text", text: "m", annotations: { audience: ["assistant"] } };
  const summary = { type: "text", text: "s", annotations: { audience: ["user"] } };
  expect(toolResult(answer, text)).toEqual({ content: [message, summary] });
  expect(toolResult(answer, { ...text, showsModelEverything: true })).toEqual({ content: [message] });
});

test("a rejection says its reason once", () => {
  const error = { code: "bad_arguments" as const, message: "path is required" };
  const refused = toolResult({ ok: false, message: error.message, summary: "grep: path is required", error }, text);
  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused).match(/path is required/g)).toHaveLength(1);
});

test("a client without a session gets the version in the text", () => {
  const answer = { ok: true, message: "m", summary: "s", data: { version: "abc" } };
  const [message] = toolResult(answer, { ...text, namesVersion: true }).content as { text: string }[];
  expect(message?.text).toBe("m\nversion: abc");
});
