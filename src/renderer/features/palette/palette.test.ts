import { atom } from "nanostores";
import { afterEach, expect, test, vi } from "vitest";
import type { Session } from "../../../shared/contract";
import type { Tab } from "../../workbench/api/tabs";
import { createPalette } from "./palette";

/** A window that only records key listeners. */
function keys() {
  const listeners = new Set<(event: unknown) => void>();
  vi.stubGlobal("window", {
    addEventListener: (type: string, listener: (event: unknown) => void) =>
      type === "keydown" && listeners.add(listener),
    removeEventListener: (_: string, listener: (event: unknown) => void) => listeners.delete(listener),
  });
  const stopped: string[] = [];
  const press = (...sequence: string[]) => {
    for (const key of sequence) {
      const event = {
        key,
        ctrlKey: false,
        metaKey: false,
        preventDefault: () => stopped.push(key),
        stopPropagation() {},
      };
      for (const listener of listeners) listener(event);
    }
  };
  return { press, stopped, listeners };
}
afterEach(() => vi.unstubAllGlobals());

const tab = (path: string | null) => ({ editor: { $info: atom({ path }) } }) as unknown as Tab;
const start = (files: string[] = []) => ({
  session: { used: { commands: ["bold"], files } } as unknown as Session,
  recent: [{ path: "/else/recent.md", kind: "file" as const }],
  workspace: { root: "/w", name: "w" },
});

test("keys pressed before the palette is mounted go to its field, not to the document", () => {
  const { press, stopped, listeners } = keys();
  const palette = createPalette({ $front: atom(null) }, start());
  palette.open("");
  press("n", "o", "x", "Backspace", "t", "Shift");
  expect(stopped).toEqual(["n", "o", "x", "Backspace", "t", "Shift"]);
  expect(palette.onShown()).toBe("not");
  expect(listeners.size).toBe(0);
  palette.open(">");
  expect(listeners.size).toBe(0);
  palette.close();
  palette.onHidden();
  palette.open("");
  press("Escape");
  expect(palette.$request.get()).toBeNull();
  expect(listeners.size).toBe(0);
});

test("documents in front and picked commands are remembered, newest first", () => {
  const $front = atom<Tab | null>(null);
  const palette = createPalette({ $front }, start());
  for (const path of ["/w/a.md", "/w/b.md", null, "/w/a.md"]) $front.set(tab(path));
  palette.ran("italic");
  palette.ran("bold");
  expect(palette.$used.get()).toEqual({ commands: ["bold", "italic"], files: ["/w/a.md", "/w/b.md"] });
  for (let index = 0; index < 200; index++) $front.set(tab(`/w/${index}.md`));
  expect(palette.$used.get().files).toHaveLength(50);
});

test("of the files of an earlier session only those that main would open are offered", () => {
  const palette = createPalette({ $front: atom(null) }, start(["/w/a.md", "/else/recent.md", "/else/other.md"]));
  expect(palette.$used.get().files).toEqual(["/w/a.md", "/else/recent.md"]);
});
