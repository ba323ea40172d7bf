import { expect, test } from "vitest";
import { keyChords } from "./key-chords";

/** `Ctrl+Shift+KeyP=P`: modifiers, the key's position, and the character it types. */
function chords(written: string, platform: "linux" | "darwin" | "win32" = "linux"): string[] {
  const [chord = "", key = ""] = written.split(/=(.*)/s);
  const parts = chord.split("+");
  const code = parts.pop() ?? "";
  const held = (name: string) => parts.includes(name);
  return keyChords(
    {
      key,
      code,
      ctrlKey: held("Ctrl"),
      altKey: held("Alt"),
      shiftKey: held("Shift"),
      metaKey: held("Meta"),
      getModifierState: (name: string) => name === "AltGraph" && held("AltGr"),
    },
    platform,
  );
}

test("a key is named by the character it types, in capitals", () => {
  expect(chords("Ctrl+Shift+KeyP=P")).toEqual(["Mod+Shift+P"]);
  expect(chords("Ctrl+KeyS=s")).toEqual(["Mod+S"]);
  expect(chords("Alt+ArrowLeft=ArrowLeft")).toEqual(["Alt+Left"]);
  expect(chords("Shift+F3=F3")).toEqual(["Shift+F3"]);
  expect(chords("Ctrl+PageDown=PageDown")).toEqual(["Mod+PageDown"]);
  expect(chords("Ctrl+Space= ")).toEqual(["Mod+Space"]);
});

test("Shift counts for letters, and may be needed to type a sign", () => {
  expect(chords("Ctrl+Shift+Equal=+")).toEqual(["Mod+Shift+Plus", "Mod+Plus", "Mod+Shift+="]);
  expect(chords("Ctrl+Equal==")).toEqual(["Mod+="]);
  expect(chords("Ctrl+Backslash=\\")).toEqual(["Mod+\\"]);
});

test("with another alphabet the position of a key counts, on a French keyboard its letter", () => {
  expect(chords("Ctrl+KeyS=ы")).toEqual(["Mod+S"]);
  expect(chords("Ctrl+Shift+KeyP=З")).toEqual(["Mod+Shift+P"]);
  // A and Q are swapped.
  expect(chords("Ctrl+KeyQ=a")).toEqual(["Mod+A"]);
  expect(chords("Ctrl+Digit1=&")).toEqual(["Mod+&", "Mod+1"]);
});

test("on macOS ⌘ is the main modifier, Ctrl a separate one, and Alt types other characters", () => {
  expect(chords("Meta+KeyS=s", "darwin")).toEqual(["Mod+S"]);
  expect(chords("Ctrl+KeyG=g", "darwin")).toEqual(["Ctrl+G"]);
  expect(chords("Meta+Alt+KeyF=ƒ", "darwin")).toEqual(["Mod+Alt+F"]);
});

test("a modifier alone, a character typed with AltGr, and the system key match no command", () => {
  for (const key of ["Ctrl+ControlLeft=Control", "Shift+ShiftLeft=Shift", "Ctrl+Alt+AltGr+KeyQ=@", "Meta+KeyE=e"])
    expect(chords(key)).toEqual([]);
  expect(chords("KeyA=Dead")).toEqual([]);
  expect(chords("KeyA=Process")).toEqual([]);
});
