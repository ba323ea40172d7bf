import { expect, test } from "vitest";
import { hookCommand, withHooks, withoutHooks } from "./hook-settings";
import { jsonEntry, withJsonEntry } from "./json-entry";
import { withTomlTable } from "./toml-table";

const path = ["mcpServers", "galley"];
const value = { command: "/opt/g", args: ["mcp"] };

test("an entry is added last, and comments, order and layout stay", () => {
  const text = `{
    // mine
    "theme": "dark", // at night
    "mcpServers": {
        "other": { "command": "x" } // keep
        /* last */
    },
}
`;
  expect(withJsonEntry(text, path, value)).toBe(`{
    // mine
    "theme": "dark", // at night
    "mcpServers": {
        "other": { "command": "x" }, // keep
        /* last */
        "galley": {
            "command": "/opt/g",
            "args": [
                "mcp"
            ]
        }
    },
}
`);
});

test("missing objects are made, in a file that is missing, empty, or has other entries", () => {
  expect(JSON.parse(withJsonEntry("", path, value))).toEqual({ mcpServers: { galley: value } });
  expect(JSON.parse(withJsonEntry(" \n", path, value))).toEqual({ mcpServers: { galley: value } });
  expect(withJsonEntry("{}", ["a"], 1)).toBe('{\n  "a": 1\n}');
  expect(withJsonEntry('{"a":1}', path, { command: "/g" })).toBe(
    '{"a":1, "mcpServers": {"galley": {"command": "/g"}}}',
  );
  expect(withJsonEntry('\ufeff{\r\n\t"a": 1\r\n}\r\n', ["b"], { c: 1 })).toBe(
    '\ufeff{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": 1\r\n\t}\r\n}\r\n',
  );
});

test("an entry that is there is replaced, and a removed one leaves the others", () => {
  const text = '{\n  "mcpServers": {\n    "a": 1, // one\n    "galley": {"command": "old"},\n    "b": 2\n  }\n}\n';
  expect(withJsonEntry(text, path, { command: "new" })).toBe(text.replace("old", "new"));
  expect(withJsonEntry(text, path, undefined)).toBe('{\n  "mcpServers": {\n    "a": 1, // one\n    "b": 2\n  }\n}\n');
  const last = '{\n  "mcpServers": {\n    "a": 1, // one\n    "galley": {\n      "command": "x"\n    }\n  }\n}\n';
  expect(withJsonEntry(last, path, undefined)).toBe('{\n  "mcpServers": {\n    "a": 1 // one\n  }\n}\n');
  expect(withJsonEntry('{"a": 1, "galley": 2}', ["galley"], undefined)).toBe('{"a": 1 }');
  expect(withJsonEntry('{"galley": 2, "a": 1}', ["galley"], undefined)).toBe('{"a": 1}');
});

test("what is no JSON object is rejected with the place of the error", () => {
  expect(() => withJsonEntry('{\n  "a": oops\n}', path, value)).toThrow("not valid JSON in line 2, column 8");
  expect(() => withJsonEntry("[1]", path, value)).toThrow("it is JSON, but not an object");
  expect(() => withJsonEntry('{"mcpServers": []}', path, value)).toThrow("mcpServers in it is not an object");
});

const table = ["mcp_servers", "galley"];
const toml = `# mine
model = "o3"   # best
when = 1979-05-27T07:32:00Z

[mcp_servers.other]  # keep
command = "x"
args = [ "a",
  "b", # c
]
`;
const block = '\n[mcp_servers.galley]\ncommand = "/opt/g"\nargs = ["mcp", "--root", "/a \\"b\\" 文"]\n';
const server = { command: "/opt/g", args: ["mcp", "--root", '/a "b" 文'] };

test("a table is added at the end, and taking it away gives back the text", () => {
  expect(withTomlTable(toml, table, server)).toBe(toml + block);
  expect(withTomlTable(toml + block, table, undefined)).toBe(toml);
  expect(withTomlTable("", table, server)).toBe(block.trimStart());
  expect(withTomlTable(`${toml}${block}\n[a]\nb = 1\n`, table, undefined)).toBe(`${toml}\n[a]\nb = 1\n`);
});

test("keys of a table are replaced over several lines, and the user's own keys stay", () => {
  const text =
    '[mcp_servers . "galley"] # mine\nenv = { A = "1" }\nargs = [\n  "old",\n  ["x"][0],\n]\ncommand="old"\n[z]\n';
  const valid = text.replace('  ["x"][0],\n', '  "[z]",\n');
  expect(withTomlTable(valid, table, { command: "new", args: ["a"] })).toBe(
    '[mcp_servers . "galley"] # mine\nenv = { A = "1" }\nargs = ["a"]\ncommand = "new"\n[z]\n',
  );
  expect(() => withTomlTable(text, table, server)).toThrow("not valid TOML in line 5");
});

test("a table in another form is rejected, not rewritten", () => {
  expect(() => withTomlTable('mcp_servers = { other = { command = "x" } }\n', table, server)).toThrow(
    "written in a way that Galley cannot edit",
  );
  expect(() => withTomlTable('[mcp_servers]\ngalley.command = "x"\n', table, undefined)).toThrow("cannot remove");
});

const command = "/opt/galley/bin/galley hook claude || true";

test("hooks are added to the user's own and taken out again, to the byte", () => {
  const own = `{
  // mine
  "model": "opus",
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "mine.sh" }] } // keep
    ]
  }
}
`;
  const added = withHooks(own, command);
  const { hooks } = jsonEntry(added, []) as { hooks: Record<string, { matcher: string; hooks: unknown[] }[]> };
  expect(hooks["PreToolUse"]?.map(({ matcher }) => matcher)).toEqual([
    "Bash",
    "Bash|Edit|MultiEdit|Write|NotebookEdit",
  ]);
  expect(hooks["PostToolUse"]?.[0]?.hooks).toEqual([{ type: "command", command, timeout: 5 }]);
  expect(added).toContain("// mine");
  expect(added).toContain("// keep");
  expect(withHooks(added, command)).toBe(added);
  expect(jsonEntry(withoutHooks(added, command), [])).toEqual(jsonEntry(own, []));
  // Commands that the user has put beside Galley's stay with it.
  const shared = added.replaceAll(`"command": ${JSON.stringify(command)}`, '"command": "other.sh"');
  expect(withoutHooks(shared, command)).toBe(shared);
});

test("an empty or missing settings file gets hooks, and one in another form is rejected", () => {
  for (const text of ["", "{}", '{"a": 1}']) {
    const added = withHooks(text, command);
    expect(Object.keys((jsonEntry(added, ["hooks"]) ?? {}) as object)).toEqual(["PreToolUse", "PostToolUse"]);
    expect(jsonEntry(withoutHooks(added, command), ["hooks"])).toBeUndefined();
  }
  expect(() => withHooks('{"hooks": {"PreToolUse": {}}}', command)).toThrow("hooks.PreToolUse in it is not a list");
  expect(() => withHooks('{"hooks": []}', command)).toThrow();
  expect(() => withHooks('{"hooks": oops}', command)).toThrow("not valid JSON");
});

test("a hook's command is quoted for a shell and always succeeds", () => {
  expect(hookCommand({ command: "/opt/my app's/galley", args: ["hook", "claude", "--data", "/d"] })).toBe(
    "'/opt/my app'\\''s/galley' hook claude --data /d || true",
  );
});
