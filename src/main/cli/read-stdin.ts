import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import { MAX_STDIN_BYTES } from "../limits";
import { UsageError } from "./command";

/** All of standard input as text. It must be UTF-8. A byte order mark is kept: it may belong to a document. */
export const readStdin = async (input: Readable, limit = MAX_STDIN_BYTES): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of input) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > limit) throw new UsageError(`Standard input is longer than ${limit / 1024 / 1024} MiB.`);
    chunks.push(bytes);
  }
  const bytes = Buffer.concat(chunks);
  if (!isUtf8(bytes)) throw new UsageError("Standard input is not UTF-8 text.");
  return bytes.toString("utf8");
};
