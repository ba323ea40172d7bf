/** After a session full of errors, searches for keys and tokens everywhere they could be stored or shown. */
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, type Page } from "@playwright/test";
import { type Answer, fakeEndpoint } from "../src/main/app/assistant/testing/fake-endpoint";
import { ask, filesIn, openPanel, panelParts, patch, request } from "./assistant-parts";
import { folder, start } from "./launch";
import { readHeapText } from "./read-heap-text";
import { recordAttempts } from "./record-attempts";
import { test } from "./test";

const key = "sk-hunted-4b1d9e7c2a6f8053";
const variable = "sk-from-the-surroundings-77aa55ee33cc";
const keptSentence = "a sentence that is kept";

/** The encodings in which a program might write a secret. */
const spellings = (secret: string): string[] => [
  secret,
  encodeURIComponent(secret),
  ...(["base64", "base64url", "hex", "utf16le"] as const).map((encoding) =>
    encoding === "utf16le" ? Buffer.from(secret, encoding).toString("latin1") : Buffer.from(secret).toString(encoding),
  ),
];

/** The secrets that a text or bytes contain, each named by its first characters. */
function findSecrets(content: string | Buffer, secrets: readonly string[]): string[] {
  const bytes = typeof content === "string" ? content : content.toString("latin1");
  return secrets
    .filter((secret) => spellings(secret).some((each) => bytes.includes(each)))
    .map((each) => each.slice(0, 9));
}

/** The command lines, as `ps` shows them, of each process of Galley and its child processes. */
async function commandLines(): Promise<string[]> {
  const numbers = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const lines = numbers.map((number) => readFile(`/proc/${number}/cmdline`, "utf8").catch(() => ""));
  // The process that runs this test is not part of Galley.
  return (await Promise.all(lines))
    .map((line) => line.replaceAll("\0", " "))
    .filter((line) => line.includes("electron"));
}

/** A port that is free at this moment. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Sets up a provider as the user does: the browser itself types the key into its field. */
async function setUpByHand(page: Page, address: string): Promise<void> {
  const setup = page.getByRole("dialog", { name: "Models" });
  const { panel } = await openPanel(page);
  await panel.getByRole("button", { name: "Set up a model" }).click();
  await setup.getByRole("button", { name: "OpenAI", exact: true }).click();
  await setup.getByLabel("Protocol").selectOption("Anthropic");
  await setup.getByRole("textbox", { name: "Address" }).fill(address);
  await setup.getByLabel("API key", { exact: true }).focus();
  await page.keyboard.insertText(key);
  await setup.getByRole("button", { name: "Save and Test" }).click();
  await expect(setup.locator(".setup-result")).toContainText("2 models available");
  await setup.getByRole("combobox", { name: "Model" }).fill("model-a");
  await setup.getByRole("button", { name: "Save and Test" }).click();
  await expect(setup.locator(".setup-result")).toContainText("is ready to use.");
  await page.keyboard.press("Escape");
  await expect(setup).toBeHidden();
}

test("after a session full of errors no key or token is in memory, files, logs, answers, exports or process lists, and a development address from another project in the environment is ignored [A26 A27 E1]", async () => {
  test.setTimeout(180_000);
  const endpoint = await fakeEndpoint({ models: ["model-a", "model-b", key] });
  const outsideRequests: string[] = [];
  const outsideServer = createServer((request, response) => {
    outsideRequests.push(JSON.stringify(request.headers));
    response.end("{}");
  });
  await new Promise<void>((listening) => outsideServer.listen(0, "127.0.0.1", listening));
  const outsideUrl = `http://localhost:${(outsideServer.address() as AddressInfo).port}`;
  const [data, root] = [await folder("data"), await folder("root")];
  const galley = await start({
    data,
    root,
    files: { "notes.md": `# Notes\n\n${keptSentence}\n\n$x^2$\n` },
    open: [".", "notes.md"],
    env: { ANTHROPIC_API_KEY: variable, OPENAI_API_KEY: variable, ELECTRON_RENDERER_URL: "http://127.0.0.1:9/" },
  });
  const { page, app, editor } = galley;
  expect(page.url()).toBe("galley://app/index.html");
  await expect(editor).toContainText(keptSentence);
  await setUpByHand(page, `${endpoint.url}/v1`);

  // The token is created, shown for a moment, and hidden again.
  await request(page, "app:save-settings", { httpPort: await freePort() });
  await page.keyboard.press("Control+,");
  const settings = page.getByRole("dialog", { name: "Settings" });
  await settings.getByRole("button", { name: "Agents", exact: true }).click();
  await settings.getByRole("switch", { name: "HTTP server for agents" }).check();
  const address = settings.getByText(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  await expect(address).toBeVisible();
  const url = await address.innerText();
  await settings.getByRole("button", { name: "Show", exact: true }).click();
  await expect(settings.locator("[data-token]")).toHaveText(/^[\w-]{43}$/);
  await settings.getByRole("button", { name: "Hide", exact: true }).click();
  await expect(settings.locator("[data-token]")).toHaveText(/^•+$/);
  await page.keyboard.press("Escape");
  await expect(settings).toBeHidden();
  const token = (await readFile(`${data}/http-token`, "utf8")).trim();
  const secrets = [key, variable, token];

  // Errors and answers that repeat the key, in every encoding.
  const panel = panelParts(page);
  const repeated = spellings(key).slice(0, 5).join(" ");
  const hostileAnswers: Answer[] = [
    { status: 401, body: JSON.stringify({ error: { message: `invalid key ${repeated}` } }), headers: { "x-key": key } },
    { status: 500, body: `<pre>x-api-key: ${repeated}</pre>`, headers: { "retry-after-ms": "0" } },
    { status: 302, headers: { location: `${outsideUrl}/v1/messages?key=${key}` } },
    { status: 307, headers: { location: `${outsideUrl}/v1/messages` } },
    {
      stream: `event: error\ndata: {"type":"error","error":{"type":"invalid_request_error","message":"${repeated}"}}\n\n`,
      finally: "end",
    },
  ];
  for (const [nth, answer] of hostileAnswers.entries()) {
    endpoint.otherwise = () => answer;
    // Not "Question": that is in the headings of the turns, one higher.
    await panel.ask(`Fail ${nth}`);
    await panel.expectStatus("failed");
  }
  endpoint.otherwise = () => ({ reply: { text: "Done." } });
  endpoint.answers.push(
    {
      reply: {
        thinking: `the key is ${repeated}`,
        text: `your key is ${repeated}`,
        calls: [
          { name: "grep", input: { pattern: key, path: "." } },
          { name: key, input: { [key]: repeated } },
          patch("notes.md", keptSentence, `${keptSentence}, and ${key}`),
        ],
      },
    },
    { reply: { text: "That was all." } },
  );
  await panel.ask("Say the key");
  await panel.allow("Allow once");
  await panel.expectStatus("done");
  await expect.poll(() => galley.onDisk("notes.md")).toContain(", and ");

  // An external agent learns nothing of it, whatever it asks for.
  const agentAnswers: string[] = [];
  const client = new Client({ name: "Hunter", version: "1" });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  agentAnswers.push(JSON.stringify(await client.listTools()));
  for (const path of [
    "notes.md",
    `${data}/http-token`,
    `${data}/assistant.json`,
    `${data}/keys.json`,
    "/proc/self/environ",
  ])
    agentAnswers.push(JSON.stringify(await client.callTool({ name: "read_file", arguments: { path } })));
  agentAnswers.push(JSON.stringify(await client.callTool({ name: "grep", arguments: { pattern: "sk-", path: "." } })));
  const refused = await fetch(url, { method: "POST", headers: { Authorization: `Bearer ${token}x` }, body: "{}" });
  agentAnswers.push(await refused.text(), JSON.stringify([...refused.headers]));
  await client.close();
  for (const [nth, answer] of agentAnswers.entries())
    expect(findSecrets(answer, secrets), `answer ${nth} to an agent`).toEqual([]);
  expect(agentAnswers.join()).toContain(keptSentence);

  // Exports and copies.
  const { conversations } = await ask(page, "assistant:list", { folder: galley.root, sought: "" });
  await galley.answerSaveDialog("talk.md");
  for (const { id } of conversations) {
    await ask(page, "assistant:export", { conversation: id, to: "file" });
    const { conversation } = await ask(page, "assistant:open", id);
    expect(findSecrets(JSON.stringify(conversation), secrets)).toEqual([]);
  }
  expect(await galley.onDisk("talk.md")).toContain("Say the key");
  await galley.runMenuCommand("About and Diagnostics");
  await page.getByRole("button", { name: "Copy as text" }).click();
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(/^Galley \d/);
  expect(findSecrets(await app.evaluate(({ clipboard }) => clipboard.readText()), secrets)).toEqual([]);
  await page.keyboard.press("Escape");

  // The window and its frames: shown text, storage, memory.
  expect(findSecrets(await page.content(), secrets)).toEqual([]);
  const stored = await page.evaluate(async () =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases()]),
  );
  expect(findSecrets(stored, secrets)).toEqual([]);
  const memory = await readHeapText(galley);
  expect(memory).toContain("That was all.");
  expect(findSecrets(memory, secrets), "in the memory of the page").toEqual([]);
  let frames = 0;
  for (const frame of page.frames().slice(1)) {
    const heapText = await readHeapText(galley, frame).catch(() => null);
    if (heapText === null) continue;
    frames += 1;
    expect(findSecrets(heapText, secrets), `in the memory of ${frame.url()}`).toEqual([]);
  }
  // Formulas are drawn in a separate process.
  expect(frames).toBeGreaterThan(0);
  const lines = await commandLines();
  expect(lines.some((line) => line.includes(data))).toBe(process.platform === "linux");
  expect(findSecrets(lines.join("\n"), secrets), "in the list of processes").toEqual([]);

  // Typing has ended, and the renderer is killed: only the files on disk remain.
  const dumps = await app.evaluate(({ app: running }) => running.getPath("crashDumps"));
  await editor.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText("not saved yet");
  await expect.poll(async () => (await filesIn(data)).some((file) => file.includes("journal"))).toBe(true);
  await galley.kill();
  const files = [...(await filesIn(data)), ...(await filesIn(root)), ...(await filesIn(dumps).catch(() => []))];
  let known = 0;
  for (const file of files) {
    if (file === `${data}/http-token`) continue;
    const bytes = await readFile(file).catch(() => Buffer.alloc(0));
    expect(findSecrets(bytes, secrets), `in ${file}`).toEqual([]);
    if (bytes.includes("Say the key") || bytes.includes(keptSentence)) known += 1;
  }
  // The search finds text that was stored on purpose, so it looks in the right files.
  expect(known).toBeGreaterThan(2);
  expect(outsideRequests).toEqual([]);
  recordAttempts(secrets.length * (files.length + agentAnswers.length + lines.length + frames + 6));
  outsideServer.close();
  await endpoint.close();
});
