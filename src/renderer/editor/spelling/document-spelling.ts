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

/** The spell-check extension of a document; nothing if no dictionary is available for its languages. */
export async function documentSpelling(
  bridge: Bridge,
  settings: Settings,
  announce: (sentence: string) => void,
): Promise<Extension> {
  client ??= new SpellingClient(bridge, startWorker);
  const isAble = await client.setLanguages(spellingLanguages(settings, navigator.languages));
  return isAble ? spelling({ client, menu: (items) => bridge.request("app:menu", items), announce }) : [];
}
