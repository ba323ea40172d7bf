import fs from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { breakFiles, setPlan } from "../broken-files";

// Usage: folder what. Runs what the test names on the wrapped node:fs, and prints the result.
const [folder = "", what = ""] = process.argv.slice(2);
const owners = async () => {
  const handle = await open(folder);
  await handle.close();
  return { fs, promises: fs.promises, handle: Object.getPrototypeOf(handle) as object };
};
const functions = async () =>
  Object.entries(await owners()).flatMap(([owner, holder]) =>
    Object.entries(Object.getOwnPropertyDescriptors(holder))
      .filter(([, { value }]) => typeof value === "function")
      .map(([key, { value }]) => [`${owner}.${key}`, value] as const),
  );

const before = new Map(await functions());
await breakFiles();
const file = join(folder, "a");
const bytes = Buffer.from("0123456789");

/** Each way of writing or reading, and how many of ten bytes it reports. */
const writes: Record<string, (fd: number) => number | Promise<number>> = {
  writeSync: (fd) => fs.writeSync(fd, bytes, 0, 10, 0),
  "writeSync of a string": (fd) => fs.writeSync(fd, bytes.toString()),
  "readSync with options": (fd) => fs.readSync(fd, Buffer.alloc(10), { position: 0 }),
  write: (fd) => promisify(fs.write)(fd, bytes, 0, 10, 0).then(({ bytesWritten }) => bytesWritten),
  readSync: (fd) => fs.readSync(fd, Buffer.alloc(10), 0, 10, 0),
  read: (fd) => promisify(fs.read)(fd, Buffer.alloc(10), 0, 10, 0).then(({ bytesRead }) => bytesRead),
};

if (what === "names") {
  for (const [name, real] of await functions()) if (before.get(name) === real) console.log(name);
} else if (what === "short") {
  await writeFile(file, bytes);
  setPlan(() => ({ atMost: 3 }));
  const fd = fs.openSync(file, "r+");
  for (const [name, write] of Object.entries(writes)) console.log(`${name} ${await write(fd)}`);
  const handle = await open(file, "r+");
  console.log(`handle.write ${(await handle.write(bytes, 0, 10, 0)).bytesWritten}`);
  console.log(`handle.read ${(await handle.read(Buffer.alloc(10), 0, 10, 0)).bytesRead}`);
} else if (what === "fails") {
  setPlan(() => ({ fails: "EIO" }));
  const stats: (() => unknown)[] = [
    () => fs.statSync(folder),
    () => fs.promises.stat(folder),
    () => promisify(fs.stat)(folder),
    () => promisify(fs.realpath.native)(folder),
  ];
  for (const call of stats)
    console.log(
      await Promise.resolve()
        .then(call)
        .then(
          () => "went well",
          ({ code }: { code: string }) => code,
        ),
    );
} else {
  setPlan(() => null);
  fs.createWriteStream(file);
  console.log("went well");
}
