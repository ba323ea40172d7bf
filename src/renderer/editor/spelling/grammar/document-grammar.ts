import type { Extension } from "@codemirror/state";
import type { Settings } from "../../../../shared/contract";
import { workerStarter } from "../../../ui/worker-starter";
import { grammar } from "./grammar";
import { GrammarClient } from "./grammar-client";
import type { EnglishDialect, GrammarWorker } from "./grammar-protocol";
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
  const rulesOff = settings.grammarRulesOff
    .split(",")
    .map((rule) => rule.trim())
    .filter(Boolean);
  return grammar({
    client: client.inDialect(dialect),
    rulesOff: new Set(rulesOff),
    turnOff: (rule) => saveSettings?.({ grammarRulesOff: [...new Set([...rulesOff, rule])].sort().join(", ") }),
  });
}

const REGIONS: Record<string, EnglishDialect> = { AU: "en-AU", NZ: "en-AU", CA: "en-CA", IN: "en-IN", US: "en-US" };
/** Regions that write as in the United States. */
const AMERICAN = /^(?:PH|PR|LR)$/;

/** The English of the first of these languages that is English; null if none is. */
export function dialectOf(languages: readonly string[]): EnglishDialect | null {
  const english = languages.find((tag) => /^en(?:-|$)/i.test(tag));
  if (english === undefined) return null;
  const region = /-([A-Z]{2})\b/.exec(english.toUpperCase())?.[1];
  return region === undefined || AMERICAN.test(region) ? "en-US" : (REGIONS[region] ?? "en-GB");
}
