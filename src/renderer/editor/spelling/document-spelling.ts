import type { Extension } from "@codemirror/state";
import type { Bridge, Settings } from "../../../shared/contract";
import { workerStarter } from "../../ui/worker-starter";
import { spelling } from "./spelling";
import { SpellingClient } from "./spelling-client";
import address from "./spelling-worker?worker&url";
import type { WorkerLike } from "./worker-protocol";

const startWorker = workerStarter<WorkerLike>("spelling", address);

/** One for all documents of the window in the same languages, so that each dictionary is loaded once. */
const clients = new Map<string, SpellingClient>();

/** More languages than anybody writes at once: beyond them, a client that is no longer needed may still have its worker. */
const MAX_CLIENTS = 12;

function clientFor(bridge: Bridge, languages: readonly string[]): SpellingClient | null {
  const key = languages.join(" ");
  const known = clients.get(key);
  if (known !== undefined || clients.size >= MAX_CLIENTS) return known ?? null;
  const client = new SpellingClient(bridge, startWorker, (word) => {
    for (const other of clients.values()) if (other !== client) void other.learn(word);
  });
  clients.set(key, client);
  return client;
}

/** The languages named in the settings, or else those of the system. */
export const spellingLanguages = ({ spellingLanguages: named }: Settings, system: readonly string[]): string[] =>
  named.trim() === "" ? [...system] : named.split(",").map((tag) => tag.trim().replaceAll("_", "-"));

type SpellingDeps = {
  announce(sentence: string): void;
  saveSettings: ((changed: Partial<Settings>) => void) | undefined;
};

/**
 * The spell-check of a document and, for English, its grammar check; nothing if no dictionary is available for its languages: the one that its front
 * matter `declared`, or those of the settings.
 */
export async function documentSpelling(
  bridge: Bridge,
  settings: Settings,
  declared: string | null,
  { announce, saveSettings }: SpellingDeps,
): Promise<Extension> {
  const languages = declared === null ? spellingLanguages(settings, navigator.languages) : [plainTag(declared)];
  const client = clientFor(bridge, languages);
  if (client === null || !(await client.setLanguages(languages))) return [];
  const words = spelling({ client, menu: (items) => bridge.request("app:menu", items), announce });
  if (!settings.grammar) return words;
  const { documentGrammar } = await import("./grammar/document-grammar");
  return [words, documentGrammar(settings, languages, saveSettings)];
}

/** A tag with its language and its region only: there are no dictionaries for more. */
const plainTag = (tag: string): string => {
  const [language = "", ...rest] = tag.split("-");
  const region = rest.find((part) => /^[A-Za-z]{2}$/.test(part));
  return region === undefined ? language.toLowerCase() : `${language.toLowerCase()}-${region.toUpperCase()}`;
};
