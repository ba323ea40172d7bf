import { join } from "node:path";
import type { z } from "zod";
import { folded, switchesFile, switchesSchema } from "../../engine/library";
import { t } from "../core/messages";
import { storedJson } from "../core/stored-json";

/** How many folders have stored switches; the last changed ones are kept. */
const MAX_FOLDERS = 500;

/** Which documents the user has switched off, by folder; null is a window without one. */
export function createSwitches(dataDir: string, report: (notice: string) => void, failed: (error: unknown) => void) {
  const file = storedJson(join(dataDir, switchesFile), switchesSchema, () => t.parts.library);
  let choices: Promise<z.infer<typeof switchesSchema>> | null = null;

  const storedChoices = () => {
    choices ??= file.load().then(({ value, notice }) => {
      if (notice !== null) report(notice);
      return value ?? [];
    });
    return choices;
  };

  /** The folded keys of those that are off. */
  async function off(folder: string | null): Promise<Set<string>> {
    const found = (await storedChoices()).find((each) => each.folder === (folder ?? ""));
    return new Set(found?.off);
  }

  return {
    off,
    async turn(folder: string | null, documents: readonly string[], isOn: boolean): Promise<void> {
      const now = await off(folder);
      for (const document of documents) {
        if (isOn) now.delete(folded(document));
        else now.add(folded(document));
      }
      const others = (await storedChoices()).filter((each) => each.folder !== (folder ?? ""));
      const next = now.size === 0 ? others : [{ folder: folder ?? "", off: [...now] }, ...others];
      const some = next.slice(0, MAX_FOLDERS);
      choices = Promise.resolve(some);
      file.save(some).catch(failed);
    },
    idle: () => file.idle(),
  };
}
