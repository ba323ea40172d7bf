import { extname } from "node:path";
import { ToolError } from "../../ports/tool-error";
import type { DocumentContent } from "../entries/entry";
import { type PackName, readPack } from "./read-pack";
import { readRulebook } from "./read-rulebook";
import { readText } from "./read-text";

const rulebooks = [".md", ".markdown", ".mdown", ".mkd", ".txt"];

/**
 * Reads a pack (`.json`) or a Markdown rulebook (`.md`, `.txt`). Any other, too large, binary or invalid file is rejected with what to do
 * instead.
 */
export function readDocument(bytes: Uint8Array, name: PackName): DocumentContent {
  const ending = extname(name.file).toLowerCase();
  const isRulebook = rulebooks.includes(ending);
  if (ending !== ".json" && !isRulebook)
    throw new ToolError("unsupported", `${name.file} is neither a pack (.json) nor a Markdown rulebook (.md)`, {
      hint: "Packs are JSON: {document, title, license?, publisher?, entries: [{kind, name, text?, …}]}.",
    });
  const text = readText(bytes, name.file);
  return isRulebook ? readRulebook(text, name) : readPack(text, name);
}
