import fc from "fast-check";
import { expect, test } from "vitest";
import { commands, mayShareKeys } from "./commands";
import { defaultKeys, effectiveKeys, isKeySettings, readKey } from "./keys";

const platforms = ["linux", "darwin", "win32"] as const;

test("a key has one spelling, however it is written", () => {
  for (const written of ["Mod+Shift+P", "ctrl+shift+p", "Shift+Control+P", "CmdOrCtrl+Shift+p", " Ctrl + Shift + P "])
    expect(readKey(written, "linux"), written).toBe("Mod+Shift+P");
  expect(readKey("Ctrl+Shift+P", "darwin")).toBe("Ctrl+Shift+P");
  expect(readKey("cmd+option+ArrowLeft", "darwin")).toBe("Mod+Alt+Left");
  expect(readKey("Ctrl++", "linux")).toBe("Mod+Plus");
  expect(readKey("Ctrl+=", "linux")).toBe("Mod+=");
  expect(readKey("Ctrl+-", "linux")).toBe("Mod+-");
  expect(readKey("shift+f3", "win32")).toBe("Shift+F3");
  expect(readKey("Alt+pgup", "linux")).toBe("Alt+PageUp");
});

test("a string that is not a key, and keys that type or move in the text, are rejected", () => {
  for (const written of ["", "+", "Ctrl", "Ctrl+", "Ctrl+Ctrl", "A", "Shift+A", "Enter", "Shift+Tab", "é", "Ctrl+文"])
    expect(readKey(written, "linux"), written).toBeNull();
  for (const written of ["Hyper+A", "Ctrl+A+B", "F25", "Ctrl+F0", "Ctrl+PageSideways", "x".repeat(100)])
    expect(readKey(written, "linux"), written).toBeNull();
});

test("every accepted spelling of a key normalizes to one that is read as the same key", () => {
  const part = fc.oneof(
    fc.constantFrom("Ctrl", "shift", "MOD", "alt", "cmd"),
    fc.string({ maxLength: 3 }),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), fc.constantFrom(...platforms), (parts, platform) => {
      const read = readKey(parts.join("+"), platform);
      if (read !== null) expect(readKey(read, platform)).toBe(read);
    }),
  );
});

test("on every platform every key of the table can be read, and none is assigned twice, except to a text and to a book", () => {
  for (const platform of platforms) {
    const keys = commands.flatMap(({ id }) => defaultKeys(id, platform));
    const written = commands.flatMap((row) => (platform === "darwin" ? (row.mac ?? row.keys) : row.keys));
    expect(keys.length).toBe(written.length);
    const shared = commands.flatMap(({ id }) =>
      commands.flatMap(({ id: other }) =>
        id < other && !mayShareKeys(id, other)
          ? defaultKeys(id, platform).filter((key) => defaultKeys(other, platform).includes(key))
          : [],
      ),
    );
    expect(shared).toEqual([]);
  }
});

test("the user's key bindings apply, several keys or none; an unreadable one binds nothing", () => {
  const keys = effectiveKeys(
    { bold: "ctrl+alt+b", italic: null, find: ["Mod+F", "F21", "F21"], undo: ["nonsense", "Alt+U"], gone: "Ctrl+J" },
    "linux",
  );
  expect(keys.bold).toEqual(["Mod+Alt+B"]);
  expect(keys.italic).toEqual([]);
  expect(keys.find).toEqual(["Mod+F", "F21"]);
  expect(keys.undo).toEqual(["Alt+U"]);
  expect(keys.redo).toEqual(["Mod+Y", "Mod+Shift+Z"]);
  expect(Object.keys(keys)).toHaveLength(commands.length);
  expect(effectiveKeys(JSON.parse('{"__proto__": {"bold": "F2"}, "constructor": "F3"}'), "linux").bold).toEqual([
    "Mod+B",
  ]);
});

test("settings of another shape, or without bounds, are rejected", () => {
  expect(isKeySettings({ bold: "Ctrl+J", italic: null, find: ["F3"], later: "nonsense" })).toBe(true);
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`c${index}`, "F3"]));
  for (const wrong of [
    null,
    [],
    "F3",
    { bold: 3 },
    { bold: [null] },
    { bold: ["F3", {}] },
    { bold: "x".repeat(99) },
    many,
  ])
    expect(isKeySettings(wrong)).toBe(false);
  expect(isKeySettings({ bold: new Array(100).fill("F3") })).toBe(false);
});
