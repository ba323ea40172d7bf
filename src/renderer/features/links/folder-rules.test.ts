import { atom } from "nanostores";
import { expect, test } from "vitest";
import type { Bridge, Settings } from "../../../shared/contract";
import { createFolderRules } from "./folder-rules";

const rules = { source: ".obsidian", lineBreaks: null, imageFolder: null, linkStyle: null };

test("a new vault is mentioned once, even if its rules are asked for again before the first answer", async () => {
  const shown: string[] = [];
  const answers = [true, false].map((isNew) => ({ ok: true, rules: { ...rules, isNew } }));
  const $settings = atom({ vaultSettings: true } as Settings);
  createFolderRules({
    bridge: { request: async () => answers.shift() } as unknown as Bridge,
    $root: atom("/vault"),
    $settings,
    notices: { info: (message: string) => void shown.push(message) } as never,
    showSettings: () => {},
    showTags: () => {},
  });
  $settings.set({ vaultSettings: false } as Settings);
  await expect.poll(() => shown.length).toBe(1);
  expect(answers).toEqual([]);
});
