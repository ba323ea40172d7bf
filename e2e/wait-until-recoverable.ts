import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import type { GalleyApp } from "./launch";

/**
 * Waits until each of these texts would be recovered after the app ends: it is in the journal or saved in a file of the folder, and the session has
 * its tab.
 */
export async function waitUntilRecoverable(
  { data, root }: Pick<GalleyApp, "data" | "root">,
  texts: string[],
): Promise<void> {
  const textsIn = async (folder: string, ending: string) => {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(ending));
    return Promise.all(
      names.map(async (name) => ({ name, text: await readFile(join(folder, name), "utf8").catch(() => "") })),
    );
  };
  await expect
    .poll(async () => {
      const session = await readFile(join(data, "session.json"), "utf8").catch(() => "");
      const journal = (await textsIn(join(data, "journal"), ".json")).filter(
        ({ text }) => text !== "" && session.includes(`"doc": "${JSON.parse(text).doc}"`),
      );
      const saved = (await textsIn(root, ".md")).filter(({ name }) => session.includes(`/${name}"`));
      const found = [...journal, ...saved];
      return texts.every((expected) => found.some(({ text }) => text.includes(expected)));
    })
    .toBe(true);
}
