import { versionOf } from "../storage/files/version";
import { openHistory } from "./sqlite-history";

// Usage: dataDir realPath times name. Records versions one after the other and prints each once it is stored.
const [dataDir = "", realPath = "", times = "0", name = ""] = process.argv.slice(2);
const history = openHistory({ dataDir, notice: (sentence) => console.log(`notice ${sentence}`) });
for (let i = 0; i < Number(times); i++) {
  const bytes = Buffer.from(`${name} ${i}\n`.repeat(2000));
  await history.record({ realPath, bytes, version: versionOf(bytes), by: { kind: "agent", name }, reason: `${i}` });
  console.log(`kept ${name} ${i}`);
}
await history.close();
