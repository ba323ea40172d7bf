import fc from "fast-check";
import { expect, test } from "vitest";
import { changedJson, fuzzRuns, type Step, steps } from "../engine/testing/mutations.fixture";
import { LineSplitter } from "./line-splitter";
import { readMessage } from "./read-message";

const call = {
  jsonrpc: "2.0",
  id: 7,
  method: "tools/call",
  params: {
    name: "text_editor",
    arguments: { action: "patch", path: "a.md", edits: [{ from: 1, to: 2, content: "x" }] },
  },
};
const LIMIT = 1_000_000;

/** The messages that are read if the bytes arrive in chunks of these lengths. */
function readInPieces(lines: readonly string[], lengths: readonly number[]): string[] {
  const splitter = new LineSplitter(LIMIT);
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
  const read: string[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? 1;
    for (const line of splitter.push(bytes.subarray(at, at + length)))
      read.push(line.status === "line" ? readMessage(line.bytes).status : line.status);
    at += length;
  }
  return read;
}

test("whatever a line contains, and however its bytes arrive, each line has one answer, and a valid one is read [A19]", () => {
  const frames = fc.array(fc.oneof(steps, fc.constant<Step[]>([])), { minLength: 1, maxLength: 5 });
  const lengths = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(frames, lengths, (changed, pieces) => {
      const lines = changed.map(
        (changes) => JSON.stringify(changes.length > 0 ? changedJson(call, changes) : call) ?? "",
      );
      const read = readInPieces(lines, pieces);
      expect(read).toHaveLength(lines.length);
      for (const [index, changes] of changed.entries()) if (changes.length === 0) expect(read[index]).toBe("message");
      // However the bytes arrive.
      expect(readInPieces(lines, [LIMIT])).toEqual(read);
    }),
    fuzzRuns(5000, 300),
  );
});
