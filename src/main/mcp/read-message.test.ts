import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMessage } from "./read-message";

const read = (line: string | Buffer) => readMessage(Buffer.from(line));
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test.each([
  ["protocolVersion", {}],
  ["protocolVersion", { protocolVersion: 1, capabilities: {}, clientInfo: { name: "a", version: "1" } }],
  ["capabilities", { protocolVersion: "2025-11-25", clientInfo: { name: "a", version: "1" } }],
  ["clientInfo", { protocolVersion: "2025-11-25", capabilities: {} }],
  ["clientInfo", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "a" } }],
])("initialize without a good %s is rejected in words: %j", (named, params) => {
  const line = JSON.stringify({ jsonrpc: "2.0", id: 3, method: "initialize", params });
  const expected = { status: "wrong", id: 3, code: -32602, message: expect.stringContaining(`"${named}"`) };
  expect(read(line)).toMatchObject(expected);
});

describe("an invalid line gets the code of JSON-RPC, and its id if that is usable", () => {
  test.each<[string, string | Buffer, number, string | number | null]>([
    ["no JSON", "{oops", -32700, null],
    ["half a message", '{"jsonrpc":"2.0","id":1,', -32700, null],
    ["not UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), -32700, null],
    ["a batch", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, null],
    ["an empty batch", "[]", -32600, null],
    ["a string", '"ping"', -32600, null],
    ["null", "null", -32600, null],
    ["no version", '{"id":7,"method":"ping"}', -32600, 7],
    ["an old version", '{"jsonrpc":"1.0","id":"a","method":"ping"}', -32600, "a"],
    ["no method", '{"jsonrpc":"2.0","id":1}', -32600, 1],
    ["a method that is a number", '{"jsonrpc":"2.0","id":1,"method":5}', -32600, 1],
    ["a null id", '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, null],
    ["a broken id", '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, null],
    ["an object as id", '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600, null],
    ["a list as id", '{"jsonrpc":"2.0","id":[1],"method":"ping"}', -32600, null],
    ["true as id", '{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, null],
    ["a member too many", '{"jsonrpc":"2.0","id":1,"method":"ping","x":1}', -32600, 1],
    ["a list of params", '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32602, 1],
    ["a number as _meta", '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":5}}', -32602, 1],
    [
      "nesting that would overflow a stack",
      `{"jsonrpc":"2.0","id":9,"method":"ping","params":{"a":${nested(100_000)}}}`,
      -32600,
      9,
    ],
    ["a deep list", nested(100_000), -32600, null],
  ])("%s", (_what, line, code, id) => {
    expect(read(line)).toMatchObject({ status: "wrong", code, id });
  });
});

test("requests, notifications and responses are messages, also after a byte order mark and between blanks", () => {
  for (const line of [
    '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    '{"jsonrpc":"2.0","id":"x","method":"no/such","params":{"any":[1,{"deep":null}]}}',
    '\uFEFF {"jsonrpc":"2.0","method":"notifications/initialized"} ',
    '{"jsonrpc":"2.0","id":1,"result":{}}',
  ]) {
    expect(read(line).status).toBe("message");
  }
});

test("empty lines, and answers to requests that were never sent, are ignored", () => {
  for (const line of [
    "",
    "   ",
    "\uFEFF",
    '{"jsonrpc":"2.0","id":{},"result":{}}',
    '{"jsonrpc":"2.0","method":"x","params":[]}',
  ]) {
    expect(read(line).status).toBe("ignored");
  }
});

test("__proto__ in the arguments is an ordinary name and changes no object [A9]", () => {
  const line =
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"__proto__":{"polluted":1}}}}';
  expect(read(line).status).toBe("message");
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test("any bytes give a result and never throw", () => {
  const runs = process.env.GALLEY_LONG ? 100_000 : 2_000;
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((list) => Buffer.from(list)),
    fc.json().map((text) => Buffer.from(text)),
    fc
      .record(
        {
          jsonrpc: fc.constantFrom("2.0", 2, null),
          id: fc.jsonValue(),
          method: fc.jsonValue(),
          params: fc.jsonValue(),
        },
        { requiredKeys: [] },
      )
      .map((value) => Buffer.from(JSON.stringify(value))),
  );
  fc.assert(
    fc.property(bytes, (line) => ["message", "ignored", "wrong"].includes(readMessage(line).status)),
    { numRuns: runs },
  );
});
