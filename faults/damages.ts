import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";

/** Ways to damage a file between two starts. */
export const damages: Record<string, (path: string) => void> = {
  "cut in half": (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  "cut to a few bytes": (path) => truncateSync(path, 10),
  emptied: (path) => truncateSync(path, 0),
  "overwritten at its beginning": (path) => overwrite(path, 0, 200),
  "overwritten in its middle": (path) => overwrite(path, Math.floor(statSync(path).size / 2), 3000),
  "another text": (path) => writeFileSync(path, "This is not what you expect.\n".repeat(500)),
  "a folder in its place": (path) => {
    rmSync(path);
    mkdirSync(path);
  },
  gone: (path) => rmSync(path),
};

function overwrite(path: string, from: number, length: number): void {
  const bytes = readFileSync(path);
  bytes.fill("?garbage", from, Math.min(bytes.length, from + length));
  writeFileSync(path, bytes);
}
