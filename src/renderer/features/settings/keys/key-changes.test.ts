import fc from "fast-check";
import { expect, test } from "vitest";
import { commands } from "../../../../shared/commands";
import { effectiveKeys, type KeySettings, keyboard } from "../../../../shared/keys";
import { conflictsOf, holdersOf, reservedFor, unreadableKeys, withKeyAssigned, withKeys } from "./key-changes";

const linux = (changed: KeySettings = {}) => keyboard(changed, "linux");

test("default keys are not stored, and a command without keys is stored as null", () => {
  expect(withKeys({}, "bold", ["F20"], "linux")).toEqual({ bold: "F20" });
  expect(withKeys({ bold: "F20" }, "bold", [], "linux")).toEqual({ bold: null });
  expect(withKeys({ bold: "F20", italic: null }, "bold", ["Mod+B"], "linux")).toEqual({ italic: null });
  expect(withKeys({}, "redo", ["Mod+Y"], "linux")).toEqual({ redo: "Mod+Y" });
  expect(withKeys({}, "redo", ["Mod+Shift+Z", "Mod+Y"], "linux")).toEqual({ redo: ["Mod+Shift+Z", "Mod+Y"] });
});

test("assigning a key removes it from its previous command and changes nothing else", () => {
  const after = withKeyAssigned({}, "italic", "Mod+B", linux());
  expect(after).toEqual({ bold: null, italic: ["Mod+I", "Mod+B"] });
  expect(conflictsOf(linux(after))).toEqual(new Map());
  expect(withKeyAssigned({}, "bold", "Mod+B", linux())).toEqual({});
});

test("after any changes the command has the key and no key is shared", () => {
  const id = fc.constantFrom(...commands.map((row) => row.id));
  const key = fc.constantFrom("F20", "Mod+B", "Mod+Shift+P", "Alt+Left", "Mod+Alt+J");
  fc.assert(
    fc.property(fc.array(fc.tuple(id, key), { maxLength: 8 }), (given) => {
      let changed: KeySettings = {};
      for (const [command, key] of given) {
        changed = withKeyAssigned(changed, command, key, linux(changed));
        expect(effectiveKeys(changed, "linux")[command]).toContain(key);
      }
      expect(conflictsOf(linux(changed)).size).toBe(0);
    }),
    { numRuns: process.env["GALLEY_LONG"] ? 1000 : 25 },
  );
});

test("a key that settings.json assigns twice is a conflict of both commands", () => {
  const now = linux({ bold: "F20", italic: "f20" });
  expect(conflictsOf(now)).toEqual(new Map([["F20", ["bold", "italic"]]]));
  expect(holdersOf("F20", now, "bold")).toEqual(["italic"]);
});

test("invalid keys in settings.json are listed", () => {
  expect(unreadableKeys({ bold: ["F20", "Hyper+B", "A"], italic: null }, "bold", "linux")).toEqual(["Hyper+B", "A"]);
  expect(unreadableKeys({ bold: ["F20"], italic: null }, "italic", "linux")).toEqual([]);
});

test("keys reserved by the system or for text cannot be assigned, and no command has one", () => {
  expect(reservedFor("Mod+C", "linux")).toBe("copy");
  expect(reservedFor("Mod+3", "darwin")).toBe("tabs");
  expect(reservedFor("Mod+H", "darwin")).toBe("system");
  expect(reservedFor("Mod+H", "linux")).toBeNull();
  for (const platform of ["linux", "darwin", "win32"] as const)
    for (const keys of Object.values(effectiveKeys({}, platform)))
      for (const key of keys) expect(reservedFor(key, platform), key).toBeNull();
});
