import type { CDPSession, Frame, Page } from "@playwright/test";
import type { GalleyApp } from "./launch";

/** All strings in the memory of a window, or of a frame with its own process, after garbage collection: the heap snapshot as text. */
export async function readHeapText({ app, page }: Pick<GalleyApp, "app" | "page">, frame?: Frame): Promise<string> {
  const session: CDPSession = await app.context().newCDPSession((frame ?? page) as Page);
  const chunks: string[] = [];
  session.on("HeapProfiler.addHeapSnapshotChunk", ({ chunk }) => chunks.push(chunk));
  await session.send("HeapProfiler.enable");
  await session.send("HeapProfiler.collectGarbage");
  await session.send("HeapProfiler.takeHeapSnapshot", { reportProgress: false });
  await session.detach();
  return chunks.join("");
}
