import { expect, test } from "vitest";
import { commands } from "./commands";
import { hasCommand } from "./guest-commands";

const guest = (role: "reader" | "commenter" | "editor") => ({ name: "Ann", role });

test.each([
  // Agents and models.
  ...(["ask-readers", "assistant", "rewrite", "suggest-edits", "set-up-models", "connect-agent"] as const),
  // The library, and other tabs that need the app.
  ...(["new-entry", "library", "authorship-statement"] as const),
])("guests do not have %s", (command) => {
  expect((["reader", "commenter", "editor"] as const).map((role) => hasCommand(guest(role), command))).toEqual([
    false,
    false,
    false,
  ]);
  expect(hasCommand(null, command)).toBe(true);
});

test("a role has every command of those before it", () => {
  expect(hasCommand(guest("reader"), "comment")).toBe(false);
  expect(hasCommand(guest("commenter"), "comment")).toBe(true);
  expect(hasCommand(guest("commenter"), "keep-edit")).toBe(false);
  expect(hasCommand(guest("editor"), "keep-edit")).toBe(true);
});

test("every command is decided on; an unknown one guests do not have", () => {
  for (const { id } of commands) expect(typeof hasCommand(guest("reader"), id), id).toBe("boolean");
  expect(hasCommand(guest("editor"), "a-command-of-tomorrow" as never)).toBe(false);
});
