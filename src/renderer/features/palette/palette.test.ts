import { atom } from "nanostores";
import { expect, test } from "vitest";
import type { Session } from "../../../shared/contract";
import type { Tab } from "../../workbench/api/tabs";
import { createPalette } from "./palette";

const tab = (path: string | null) => ({ editor: { $info: atom({ path }) } }) as unknown as Tab;
const start = (files: string[] = []) => ({
  session: { used: { commands: ["bold"], files } } as unknown as Session,
  recent: [{ path: "/else/recent.md", kind: "file" as const }],
  workspace: { root: "/w", name: "w" },
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
