// Replaces one line of a file for each request, as any careful program would: a temporary file, sync, rename, sync of the folder. Its parent gives the turns.
// Usage: file. Requests on stdin: a line of JSON, [old line, new line]. It prints `turn?`, waits for `turn`, then prints `done`.
import { open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { createInterface } from "node:readline";

const [file = ""] = process.argv.slice(2);
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const next = async (): Promise<string | undefined> => (await lines.next()).value;
console.log("ready");

for (let request = await next(); request !== undefined; request = await next()) {
  const [from, to] = JSON.parse(request);
  console.log("turn?");
  await next();
  const temporary = `${file}.${process.pid}`;
  const text = (await readFile(file, "utf8")).replace(from, to);
  const handle = await open(temporary, "wx", 0o600);
  await handle.writeFile(text);
  await handle.sync();
  await handle.close();
  await rename(temporary, file);
  const folder = await open(dirname(file));
  await folder.sync();
  await folder.close();
  console.log("done");
}
