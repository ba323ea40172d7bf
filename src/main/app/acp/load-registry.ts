import { readFile, stat } from "node:fs/promises";
import { isAbsolute } from "node:path";
import { ToolError } from "../../engine/ports/tool-error";
import { MAX_REGISTRY_BYTES, REGISTRY_TIMEOUT_MS } from "../core/limits";
import { acpMessages } from "./messages";
import { type RegistryAgent, readRegistry } from "./registry-file";

/** The registry that the Agent Client Protocol publishes. */
export const OFFICIAL_REGISTRY = "https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json";

/** Reads a registry from an https address (or one on this machine), or from a file. Throws a `ToolError` that says what was found. */
export async function loadRegistry(source: string): Promise<RegistryAgent[]> {
  const text = isAbsolute(source) ? await fileText(source) : await webText(source);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = null;
  }
  const agents = readRegistry(json);
  if (agents === null) throw failed(acpMessages.registry.noRegistry(source));
  return agents;
}

async function fileText(path: string): Promise<string> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw failed(acpMessages.registry.noRegistry(path));
    if (found.size > MAX_REGISTRY_BYTES) throw failed(acpMessages.registry.tooLarge);
    return await readFile(path, "utf8");
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw failed(acpMessages.registry.unread(error instanceof Error ? error.message : String(error)));
  }
}

async function webText(address: string): Promise<string> {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isHere = url !== null && ["127.0.0.1", "[::1]", "localhost"].includes(url.hostname);
  if (url === null || !(url.protocol === "https:" || (url.protocol === "http:" && isHere)))
    throw failed(acpMessages.registry.badAddress(address));
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(REGISTRY_TIMEOUT_MS) }).catch(
    (error: Error) => {
      const { cause } = error;
      throw failed(acpMessages.registry.unread(cause instanceof Error ? cause.message : error.message));
    },
  );
  if (!response.ok) throw failed(acpMessages.registry.unread(`HTTP ${response.status}`));
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      size += part.length;
      if (size > MAX_REGISTRY_BYTES) throw failed(acpMessages.registry.tooLarge);
      parts.push(part);
    }
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw failed(acpMessages.registry.unread(error instanceof Error ? error.message : String(error)));
  }
  return Buffer.concat(parts).toString("utf8");
}

const failed = (message: string): ToolError => new ToolError("failed", message, { hint: acpMessages.registry.hint });
