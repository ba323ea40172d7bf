/** Web worker that checks English grammar with harper, which is WebAssembly: only this worker's policy allows that. */
import { createBinaryModuleFromUrl, Dialect, LocalLinter } from "harper.js";
import type { EnglishDialect, GrammarAnswer, GrammarLint, GrammarQuestion } from "./grammar-protocol";
import { shownLints } from "./shown-lints";

const DIALECTS: Record<EnglishDialect, Dialect> = {
  "en-US": Dialect.American,
  "en-GB": Dialect.British,
  "en-AU": Dialect.Australian,
  "en-CA": Dialect.Canadian,
  "en-IN": Dialect.Indian,
};

/** Harper's WebAssembly, as a file of the page. */
const files = import.meta.glob<string>("../../../../../node_modules/harper.js/dist/harper_wasm_slim_bg.wasm", {
  query: "?url",
  import: "default",
  eager: true,
});
const [address = ""] = Object.values(files);
const binary = createBinaryModuleFromUrl(new URL(address, self.location.href).href, "slim");
const linters = new Map<EnglishDialect, Promise<LocalLinter>>();

async function start(dialect: EnglishDialect): Promise<LocalLinter> {
  const found = new LocalLinter({ binary, dialect: DIALECTS[dialect] });
  // The dictionaries of the user and of other languages know words better.
  await found.setLintConfig({ ...(await found.getLintConfig()), SpellCheck: false });
  return found;
}

async function check({ dialect, paragraphs }: GrammarQuestion): Promise<GrammarLint[][]> {
  const known = linters.get(dialect) ?? start(dialect);
  linters.set(dialect, known);
  const ready = await known;
  const all: GrammarLint[][] = [];
  for (const text of paragraphs)
    all.push(shownLints(text, await ready.organizedLints(text, { language: "markdown", isolateEnglish: true })));
  return all;
}

self.onmessage = ({ data }: MessageEvent<GrammarQuestion>) => {
  const answer = (result: GrammarAnswer) => self.postMessage(result);
  check(data).then(
    (lints) => answer({ id: data.id, lints }),
    (error: unknown) => answer({ id: data.id, why: error instanceof Error ? error.message : String(error) }),
  );
};
