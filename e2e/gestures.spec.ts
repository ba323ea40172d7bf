/** What a writer's hands do, with real keys of the X server: in a document that has text before and after. */
import { expect, test } from "@playwright/test";
import type { GalleyApp } from "./launch";
import { type RealKeys, realKeys, requireRealKeys } from "./real-keys";
import { shareApp } from "./shared-app";

requireRealKeys();
const start = shareApp("all files");

let galley: GalleyApp;
let hands: RealKeys;
test.beforeEach(async () => {
  galley = await start({ files: { "a.md": "Start\n" }, open: [".", "a.md"] });
  await galley.editor.click();
  hands = await realKeys(galley);
});
test.afterEach(() => galley.close());

test("a shortcut with Alt that is released first leaves the keyboard in the text", async () => {
  await hands.put("one\ntwo‸\nthree\n");
  for (const key of ["Up", "Down", "Down"]) await hands.hold("+alt", `+${key}`, "-alt", `-${key}`);
  await hands.hold("+ctrl", "+alt", "+2", "-alt", "-ctrl", "-2");
  await hands.type("!");
  expect(await hands.shown()).toBe("one\nthree\n## two!‸\n");
});
