import { open } from "node:fs/promises";
import { join } from "node:path";
import type { z } from "zod";
import { MAX_OBSIDIAN_BYTES } from "./limits";

/** A file of an Obsidian vault's settings; null if there is none that can be read. Nothing is ever written there. */
export async function readObsidian<T>(root: string, name: string, schema: z.ZodType<T>): Promise<T | null> {
  try {
    const file = await open(join(root, ".obsidian", name), "r");
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_OBSIDIAN_BYTES), 0, MAX_OBSIDIAN_BYTES, 0);
      return schema.parse(JSON.parse(buffer.toString("utf8", 0, bytesRead)));
    } finally {
      await file.close();
    }
  } catch {
    return null;
  }
}
