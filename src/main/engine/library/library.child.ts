import type { DocumentContent } from "./entries/entry";
import { openContentLibrary } from "./sqlite-library";

// Usage: dataDir entries times. Adds the document "house" again and again with that many entries, each time with other texts.
const [dataDir = "", entries = "0", times = "0"] = process.argv.slice(2);

const contentOf = (time: number): DocumentContent => ({
  document: "house",
  title: `House ${time}`,
  license: null,
  publisher: null,
  credit: null,
  source: "pack",
  markdown: null,
  entries: Array.from({ length: Number(entries) }, (_, index) => ({
    kind: "spell",
    key: `k${index}`,
    name: `Spell ${index}`,
    text: `${time} `.repeat(20),
    fields: { level: 1 },
  })),
});

const library = openContentLibrary({ dataDir, notice: (sentence) => console.log(`notice ${sentence}`) });
console.log(`has ${library.documents().map(({ document, entryCount }) => `${document} ${entryCount}`)}`);
for (let time = 1; time <= Number(times); time++) {
  await library.replace(contentOf(time), { progress: (done, total) => done < total && console.log(`came ${done}`) });
  console.log(`added ${time}`);
}
library.close();
