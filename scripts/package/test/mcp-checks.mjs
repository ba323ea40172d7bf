import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { waitFor } from "./inspect-app.mjs";
import { assertThat, isOpen } from "./installed-app.mjs";

/** Agents that reach the package. */
export function mcpChecks({ installRoot, installed }) {
  const { home, screen, inHome, write, startVisible, end } = installed;
  return {
    "MCP over stdio, with the SDK's client": async () => {
      const [command, ...args] = installRoot.command(["/usr/bin/galley", "mcp", "--root", join(home, "notes")], screen);
      const client = new Client({ name: "package-test", version: "1" });
      await client.connect(new StdioClientTransport({ command, args, stderr: "pipe" }));
      const { tools } = await client.listTools();
      const answer = await client.callTool({ name: "text_editor", arguments: { action: "read", path: "a.md" } });
      await client.close();
      assertThat(JSON.stringify(answer.content).includes("Second words."), "not read");
      return `${tools.length} tools, one called`;
    },
    "MCP over HTTP, switched on in the settings": async () => {
      const port = 47_391;
      write("http/settings.json", JSON.stringify({ httpDoor: true, httpPort: port }));
      const address = new URL(`http://127.0.0.1:${port}/mcp`);
      const running = await startVisible(["--data", join(home, "http"), join(home, "notes")]);
      const token = inHome("http/http-token");
      await waitFor("the HTTP server", () => existsSync(token) && isOpen(port));
      const asked = { method: "POST", headers: { "content-type": "application/json" }, body: "{}" };
      const without = (await fetch(address, asked)).status;
      assertThat(without === 401, `without a token it answered ${without}`);
      const client = new Client({ name: "package-test", version: "1" });
      const headers = { Authorization: `Bearer ${readFileSync(token, "utf8").trim()}` };
      await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
      const answer = await client.callTool({ name: "text_editor", arguments: { action: "read", path: "a.md" } });
      await client.close();
      await end(running);
      assertThat(JSON.stringify(answer.content).includes("Second words."), "not read");
      return "401 without the token, a document read with it";
    },
  };
}
