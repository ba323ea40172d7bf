import type { Extension } from "@codemirror/state";
import type { Bridge, Settings } from "../../../shared/contract";
import { workerStarter } from "../../ui/worker-starter";
import { spelling } from "./spelling";
import { SpellingClient } from "./spelling-client";
import address from "./spelling-worker?worker&url";
import type { WorkerLike } from "./worker-protocol";

const startWorker = workerStarter<WorkerLike>("spelling", address);

/** One for all documents of the window, so that each dictionary is loaded once. */
let client: SpellingClient | null = null;

/** The languages named in the settings, or else those of the system. */
export const spellingLanguages = ({ spellingLanguages: named }: Settings, system: readonly string[]): string[] =>
  named.trim() === "" ? [...system] : named.split(",").map((tag) => tag.trim().replaceAll("_", "-"));

type SpellingDeps = {
  announce(sentence: string): void;
  saveSettings: ((changed: Partial<Settings>) => void) | undefined;
};

/** The spell-check of a document and, for English, its grammar check; nothing if no dictionary is available for its languages. */
export async function documentSpelling(
  bridge: Bridge,
  settings: Settings,
  { announce, saveSettings }: SpellingDeps,
): Promise<Extension> {
  client ??= new SpellingClient(bridge, startWorker);
  const languages = spellingLanguages(settings, navigator.languages);
  if (!(await client.setLanguages(languages))) return [];
  const words = spelling({ client, menu: (items) => bridge.request("app:menu", items), announce });
  if (!settings.grammar) return words;
  const { documentGrammar } = await import("./grammar/document-grammar");
  return [words, documentGrammar(settings, languages, saveSettings)];
}
