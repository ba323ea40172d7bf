// Parses the outline of one file, without the rest of the engine: `whole` reads the text at once, `windows` one window at a time, where offsets
// are bytes. Prints the number of sections. Usage: whole|windows file
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { listSections, parseOutline } from "../src/core/markdown/sections";
import { openOutline } from "../src/core/outline/live-outline";
import { HEADING_NUMBERS } from "../src/core/outline/outline-pieces";

const [how = "", path = ""] = process.argv.slice(2);

if (how === "whole") console.log(listSections(parseOutline(readFileSync(path, "utf8"))).length);
else {
  const file = openSync(path, "r");
  // Each byte becomes one character: all Markdown syntax is ASCII.
  const slice = (from: number, to: number): string => {
    const buffer = Buffer.allocUnsafe(to - from);
    return buffer.toString("latin1", 0, readSync(file, buffer, 0, to - from, from));
  };
  const { pieces } = openOutline({ length: fstatSync(file).size, slice });
  closeSync(file);
  console.log(pieces.reduce((count, { headings }) => count + headings.length / HEADING_NUMBERS, 0));
}
