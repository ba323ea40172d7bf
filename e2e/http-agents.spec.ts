/** The HTTP server for agents: enabled in the settings, connected with the copied configuration, shown with its calls, paused, blocked, unblocked. */
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect } from "@playwright/test";
import { axeFindings } from "./axe";
import { shareApp } from "./shared-app";
import { test } from "./test";

const start = shareApp();

/** The copied configuration, as clients read it. */
type CopiedConfig = { mcpServers: { galley: { type: string; url: string; headers: { Authorization: string } } } };

/** A port that is free on both loopback addresses at this moment. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}

async function connect({ mcpServers: { galley } }: CopiedConfig, name: string): Promise<Client> {
  const client = new Client({ name, version: "1" }, { capabilities: { experimental: { "galley/structured": {} } } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(galley.url), { requestInit: { headers: galley.headers } }),
  );
  return client;
}

test("an agent over HTTP edits the open document, is listed, paused, blocked, and admitted again [A26] @long", async () => {
  const galley = await start({ files: { "harbour.md": "# Harbour\n\nThe ferry.\n" }, open: [".", "harbour.md"] });
  const { app, page, editor, data } = galley;

  // The server is off by default; the port is used once the field loses the focus.
  await page.keyboard.press("Control+,");
  const settings = page.getByRole("dialog", { name: "Settings" });
  await settings.getByRole("button", { name: "Agents", exact: true }).click();
  const port = settings.getByRole("textbox", { name: "HTTP server port" });
  await port.fill("80");
  await expect(settings.getByText("Enter a port number between 1,024 and 65,535.")).toBeVisible();
  const free = await freePort();
  await port.fill(String(free));
  await port.press("Enter");
  await settings.getByRole("switch", { name: "HTTP server for agents" }).check();
  await expect(settings.getByText(`http://127.0.0.1:${free}/mcp`)).toBeVisible();
  const shown = settings.locator("[data-token]");
  await expect(shown).toHaveText(/^•+$/);
  await settings.getByRole("button", { name: "Show", exact: true }).click();
  await expect(shown).toHaveText(/^[\w-]{43}$/);
  const token = await shown.innerText();
  await settings.getByRole("button", { name: "Hide", exact: true }).click();
  await expect(shown).toHaveText(/^•+$/);
  expect(await axeFindings(page, "in the sample")).toEqual([]);

  // The copied text has the token, the shown text does not.
  await settings.getByRole("button", { name: "How to connect…" }).click();
  const guide = page.getByRole("dialog", { name: "Connect an agent" });
  await guide.getByRole("button", { name: "Copy the settings for Clients over HTTP" }).click();
  const clipboardText = () => app.evaluate(({ clipboard }) => clipboard.readText());
  await expect.poll(clipboardText).toContain("mcpServers");
  expect(await guide.innerText()).not.toContain(token);
  const config = JSON.parse(await clipboardText()) as CopiedConfig;
  expect(config.mcpServers.galley.headers.Authorization).toBe(`Bearer ${token}`);
  await page.keyboard.press("Escape");

  const agent = await connect(config, "Harbour pilot");
  const patch = (content: string) =>
    agent.callTool({
      name: "text_editor",
      arguments: { action: "patch", path: "harbour.md", edits: [{ from: 3, to: 3, content }] },
    });
  await agent.callTool({ name: "doc_read", arguments: { file: "harbour.md", section: "Harbour" } });
  expect((await patch("The ferry comes twice.")).isError).toBeFalsy();
  await expect(editor).toContainText("The ferry comes twice.");

  // Its calls are listed under its own name.
  await galley.runMenuCommand("Agents and Activity…");
  const list = page.getByRole("dialog", { name: "Agents" });
  await expect(list.getByRole("button", { name: /^Harbour pilot/ })).toBeVisible();
  const calls = list.getByRole("listitem").filter({ has: page.getByText("text_editor patch harbour.md") });
  await expect(calls).toHaveAttribute("data-outcome", "wrote");
  await expect(list.getByText("1 read · 1 edit · 0 rejected")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);

  await list.getByRole("radio", { name: "Paused" }).check();
  await expect(list.getByRole("button", { name: /^Harbour pilot.*paused/ })).toBeVisible();
  expect(await patch("Paused.")).toMatchObject({
    isError: true,
    structuredContent: {
      error: { code: "denied", message: expect.stringMatching(/^the user has paused this agent/) },
    },
  });
  await list.getByRole("radio", { name: "Read only" }).check();
  await expect(list.getByRole("button", { name: /^Harbour pilot.*read-only/ })).toBeVisible();
  expect((await patch("Only read.")).isError).toBe(true);
  await list.getByRole("radio", { name: "Read and write" }).check();
  await expect(list.getByRole("button", { name: /^Harbour pilot.*(paused|only)/ })).toHaveCount(0);
  expect((await patch("Resumed.")).isError).toBeFalsy();

  // A blocked client stays out until the user unblocks it; its edits stay in the document.
  await list.getByRole("button", { name: "Disconnect and block…" }).click();
  await page
    .getByRole("alertdialog", { name: "Disconnect and block Harbour pilot?" })
    .getByRole("button", { name: "Disconnect and block" })
    .click();
  await expect(list.getByRole("button", { name: "Allow Harbour pilot" })).toBeVisible();
  await expect(patch("Cut off.")).rejects.toThrow();
  await expect(connect(config, "Harbour pilot")).rejects.toThrow();
  await expect(connect(config, "Another name")).rejects.toThrow();
  await expect(list.getByRole("button", { name: "Allow Another name" })).toBeVisible();
  await list.getByRole("button", { name: "Allow Harbour pilot" }).click();
  await expect(list.getByRole("button", { name: "Allow Harbour pilot" })).toHaveCount(0);
  const again = await connect(config, "Harbour pilot");
  expect((await again.listTools()).tools.length).toBeGreaterThan(10);
  await expect.poll(() => galley.onDisk("harbour.md")).toContain("Resumed.");

  // The token is stored only in its own file.
  for (const name of ["settings.json", "agents.json", ...(await readdir(join(data, "logs")).catch(() => []))]) {
    const path = name.endsWith(".log") ? join(data, "logs", name) : join(data, name);
    expect(await readFile(path, "utf8"), name).not.toContain(token);
  }
  await again.close();
  await agent.close().catch(() => undefined);
  await page.keyboard.press("Escape");
  await galley.close();
});
