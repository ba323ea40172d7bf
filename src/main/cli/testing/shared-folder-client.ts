import { HocuspocusProvider, HocuspocusProviderWebsocket } from "@hocuspocus/provider";
import { expect } from "vitest";
import * as Y from "yjs";
import type { CliFixture, GalleyProcess } from "./galley-process";

export type Served = { process: GalleyProcess; port: number; secrets: Record<string, string>; printed(): string };

/** Starts `galley serve` on any free port, and waits until it listens. */
export async function startServing(fixture: CliFixture, ...args: string[]): Promise<Served> {
  const child = fixture.start("serve", "--port", "0", ...args);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  await expect.poll(() => /(?:^|\n)(?:Link .*|Its links .*)\n/.test(output) || child.exitCode !== null).toBe(true);
  if (child.exitCode !== null) throw new Error(`galley serve ended: ${output}`);
  const secrets = Object.fromEntries(
    [...output.matchAll(/Link for (\w+)s: (?:galley|https):\S+#(\S+)/g)].map(([, role = "", secret = ""]) => [
      role,
      secret,
    ]),
  );
  return { process: child, port: Number(/127\.0\.0\.1:(\d+)\./.exec(output)?.[1]), secrets, printed: () => output };
}

/** The name of a shared text. */
export const textName = (letter: string): string => `text/${letter.repeat(24)}`;

/** A member's replica of a document. It connects again after `delay` milliseconds, which are longer each time. */
export function connectClient(port: number, token: string, name = textName("a"), doc = new Y.Doc(), delay = 50) {
  const url = `ws://127.0.0.1:${port}`;
  const websocketProvider = new HocuspocusProviderWebsocket({ url, delay, minDelay: delay / 2, maxDelay: 10_000 });
  const seen = { refused: "", closed: [] as number[] };
  websocketProvider.on("close", ({ event }: { event: { code: number } }) => seen.closed.push(event.code));
  const provider = new HocuspocusProvider({
    websocketProvider,
    name,
    token,
    document: doc,
    onAuthenticationFailed: ({ reason }) => (seen.refused = reason),
  });
  provider.attach();
  const isConfirmed = () => provider.isSynced && provider.unsyncedChanges === 0;
  return {
    text: doc.getText("t"),
    doc,
    seen,
    provider,
    websocketProvider,
    isConfirmed,
    synced: () => expect.poll(() => provider.isSynced).toBe(true),
    confirmed: () => expect.poll(isConfirmed).toBe(true),
    end() {
      provider.destroy();
      websocketProvider.destroy();
    },
  };
}
