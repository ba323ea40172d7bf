import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "../../../engine/host/create-engine";
import type { Envelope, ToolDescription } from "../../../engine/ports/caller";
import { serveHttp } from "../serve-http";
import { tokenProxy } from "./token-proxy";

/** Fixtures that the suite calls by name; they exist only for the suite. Everything else is Galley's own. */
const fixtures: Record<string, () => Promise<Envelope>> = {
  test_simple_text: async () => {
    const message = "This is a simple text response for testing.";
    return { ok: true, message, summary: message };
  },
  test_error_handling: async () => {
    const message = "This tool intentionally returns an error for testing";
    return { ok: false, message, summary: message, error: { code: "failed", message } };
  },
  // Long enough for three progress notifications.
  async test_tool_with_progress() {
    await new Promise((done) => setTimeout(done, 3400));
    return { ok: true, message: "It ran for a while.", summary: "It ran for a while." };
  },
};

const described = (name: string): ToolDescription => ({
  name,
  aliases: [],
  set: "documents",
  title: name,
  description: `What the conformance suite calls: ${name}.`,
  inputSchema: { type: "object", properties: {} },
  changes: "nothing",
});

/** The server on a real engine and a folder with one document, behind a proxy that adds the token. */
export async function startConformanceServer(): Promise<{ url: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "galley-conformance-"));
  await writeFile(join(folder, "notes.md"), "# Notes\n\nA document.\n");
  const engine = await createEngine({ dataDir: join(folder, "data") });
  const server = await serveHttp({
    port: 0,
    app: {
      version: "1.0.0",
      dataDir: join(folder, "data"),
      tools: async () => [...(await engine.tools()), ...Object.keys(fixtures).map(described)],
      listed: (_id, all) => all,
      isStructured: () => false,
      isToken: (given) => given === "conformance",
      admits: () => ({ ok: true }),
      folders: () => [folder],
      run: (call) => fixtures[call.name]?.() ?? engine.run(call),
      prompt: (query, caller) => engine.bookPrompt(query, caller),
      connected: () => undefined,
      disconnected: (id) => engine.forget(id),
      called: () => undefined,
      idle: () => undefined,
      surprised: (what) => console.error(what),
    },
  });
  if (server.status !== "serving") throw new Error(`not serving: ${server.status}`);
  const proxy = await tokenProxy(Number(new URL(server.address).port), "conformance");
  return {
    url: proxy.url,
    async close() {
      await proxy.close();
      await server.close();
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
