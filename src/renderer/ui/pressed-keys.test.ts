import { expect, test } from "vitest";
import { pressedKeys } from "./pressed-keys";

/** `Ctrl+Shift+KeyP=P`: modifiers, the key's position, and the character it types. */
function pressed(written: string, platform: "linux" | "darwin" | "win32" = "linux"): string[] {
  const [chord = "", key = ""] = written.split(/=(.*)/s);
  const parts = chord.split("+");
  const code = parts.pop() ?? "";
  const held = (name: string) => parts.includes(name);
  return pressedKeys(
    {
      ...{ key, code, ctrlKey: held("Ctrl"), altKey: held("Alt"), shiftKey: held("Shift"), metaKey: held("Meta") },
      getModifierState: (name: string) => name === "AltGraph" && held("AltGr"),
    },
    platform,
  );
}

test("a key is named by the character it types, in capitals", () => {
  expect(pressed("Ctrl+Shift+KeyP=P")).toEqual(["Mod+Shift+P"]);
  expect(pressed("Ctrl+KeyS=s")).toEqual(["Mod+S"]);
  expect(pressed("Alt+ArrowLeft=ArrowLeft")).toEqual(["Alt+Left"]);
  expect(pressed("Shift+F3=F3")).toEqual(["Shift+F3"]);
  expect(pressed("Ctrl+PageDown=PageDown")).toEqual(["Mod+PageDown"]);
  expect(pressed("Ctrl+Space= ")).toEqual(["Mod+Space"]);
});

test("Shift counts for letters, and may be needed to type a sign", () => {
  expect(pressed("Ctrl+Shift+Equal=+")).toEqual(["Mod+Shift+Plus", "Mod+Plus", "Mod+Shift+="]);
  expect(pressed("Ctrl+Equal==")).toEqual(["Mod+="]);
  expect(pressed("Ctrl+Backslash=\\")).toEqual(["Mod+\\"]);
});

test("with another alphabet the position of a key counts, on a French keyboard its letter", () => {
  expect(pressed("Ctrl+KeyS=ы")).toEqual(["Mod+S"]);
  expect(pressed("Ctrl+Shift+KeyP=З")).toEqual(["Mod+Shift+P"]);
  // A and Q are swapped.
  expect(pressed("Ctrl+KeyQ=a")).toEqual(["Mod+A"]);
  expect(pressed("Ctrl+Digit1=&")).toEqual(["Mod+&", "Mod+1"]);
});

test("on macOS ⌘ is the main modifier, Ctrl a separate one, and Alt types other characters", () => {
  expect(pressed("Meta+KeyS=s", "darwin")).toEqual(["Mod+S"]);
  expect(pressed("Ctrl+KeyG=g", "darwin")).toEqual(["Ctrl+G"]);
  expect(pressed("Meta+Alt+KeyF=ƒ", "darwin")).toEqual(["Mod+Alt+F"]);
});

test("a modifier alone, a character typed with AltGr, and the system key match no command", () => {
  for (const key of ["Ctrl+ControlLeft=Control", "Shift+ShiftLeft=Shift", "Ctrl+Alt+AltGr+KeyQ=@", "Meta+KeyE=e"])
    expect(pressed(key)).toEqual([]);
  expect(pressed("KeyA=Dead")).toEqual([]);
  expect(pressed("KeyA=Process")).toEqual([]);
});
