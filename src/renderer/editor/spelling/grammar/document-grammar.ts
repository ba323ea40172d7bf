import type { Extension } from "@codemirror/state";
import type { Settings } from "../../../../shared/contract";
import { workerStarter } from "../../../ui/worker-starter";
import { dialectOf } from "./dialect";
import { grammar } from "./grammar";
import { GrammarClient } from "./grammar-client";
import type { GrammarWorker } from "./grammar-protocol";
import address from "./grammar-worker?worker&url";

const startWorker = workerStarter<GrammarWorker>("grammar", address);

/** One for all documents of the window: the checker takes much memory. */
let client: GrammarClient | null = null;

/** The grammar check of a document in these languages; nothing if none of them is English. */
export function documentGrammar(
  settings: Settings,
  languages: readonly string[],
  saveSettings: ((changed: Partial<Settings>) => void) | undefined,
): Extension {
  const dialect = dialectOf(languages);
  if (dialect === null) return [];
  client ??= new GrammarClient(startWorker);
  client.setDialect(dialect);
  const rulesOff = settings.grammarRulesOff
    .split(",")
    .map((rule) => rule.trim())
    .filter(Boolean);
  return grammar({
    client,
    rulesOff: new Set(rulesOff),
    turnOff: (rule) => saveSettings?.({ grammarRulesOff: [...new Set([...rulesOff, rule])].sort().join(", ") }),
  });
}
