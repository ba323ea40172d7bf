import { evidenceIn } from "./evidence";
import { wordsIn } from "./expected-words";

// Usage: root dataDir. Prints every word that can be found anywhere, one per line.
const [root = "", dataDir = ""] = process.argv.slice(2);
const found = new Set<string>();
for await (const text of evidenceIn(root, dataDir)) for (const word of wordsIn(text)) found.add(word);
process.stdout.write([...found].join("\n"));
