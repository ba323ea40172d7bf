/** Comments sent to real agents in a batch, through the panel and as MCP clients of the running app, with a local server in place of their models. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { agentClients } from "../bench/agents/clients";
import type { NewCall } from "../bench/agents/conversation";
import type { CommentFigures } from "../bench/agents/figures";
import { startModelServer } from "../bench/agents/model-server";
import { panelAgents } from "../bench/agents/panel-agents";
import { runClient } from "../bench/agents/run-client";
import { allowAll, binOf, cache, results, ScriptedModel, startWith } from "./agent-parts";
import { ask, panelParts } from "./assistant-parts";
import { folder, frequentPolling, type GalleyApp, project, removeFolder, start } from "./launch";
import { test } from "./test";

/** What the comments are on, and what they become; the last two get an answer only. */
const passages = [
  ["grey harbour", "white harbour"],
  ["empty boats", "full boats"],
  ["tired captain", "cheerful captain"],
  ["broken lamp", "new lamp"],
  ["long letter", "short letter"],
  ["cold kitchen", "warm kitchen"],
  ["old map", "new map"],
  ["locked door", "open door"],
  ["quiet street", null],
  ["last train", null],
] as const;
const path = "letter.md";
const before = `# Letter\n\n${passages.map(([words]) => `We saw the ${words} that day.`).join("\n\n")}\n`;

type Thread = {
  thread: string;
  status: string;
  anchor: { quote: string };
  messages: { text: string; author: { name: string; kind: string } }[];
};

/** The threads of the letter, in its order. */
async function threadsOf({ agent }: GalleyApp): Promise<Thread[]> {
  const { data } = await agent("comments", { action: "list", path, status: "all" });
  return (data?.["threads"] ?? []) as Thread[];
}

/** Opens the letter, on which the user comments ten times, by keyboard. */
async function comment(galley: GalleyApp): Promise<void> {
  const { page, editor } = galley;
  await galley.open(path);
  for (const [at, [words, wanted]] of passages.entries()) {
    await editor.getByText(words).click();
    await page.keyboard.press("Home");
    for (const _ of "We saw the ") await page.keyboard.press("ArrowRight");
    for (const _ of words) await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Control+Alt+m");
    await page.keyboard.type(wanted === null ? `Is ${words} right?` : `Make this ${wanted}, please.`);
    await page.keyboard.press("Control+Enter");
    await expect.poll(async () => (await threadsOf(galley)).length, frequentPolling).toBe(at + 1);
  }
  expect((await threadsOf(galley)).map(({ anchor }) => anchor.quote)).toEqual(passages.map(([words]) => words));
}

/** The user keeps the eight edits, which resolves their comments, and takes two of them back with Ctrl+Z, which opens those again. */
async function decide(galley: GalleyApp, title: string): Promise<CommentFigures["counts"]> {
  const { page, editor } = galley;
  const statuses = async () => (await threadsOf(galley)).map(({ status }) => status);
  const answered = (await threadsOf(galley)).filter(({ anchor, messages }) =>
    messages.some(({ text, author }) => text === `About the ${anchor.quote}: done.` && author.name === title),
  );
  expect(answered).toHaveLength(passages.length);
  const after = passages.reduce((text, [words, wanted]) => text.replace(words, wanted ?? words), before);
  await expect.poll(() => galley.onDisk(path), frequentPolling).toBe(after);
  expect(await statuses()).toEqual(passages.map(() => "open"));

  await editor.click();
  await galley.runMenuCommand("Keep All Edits in This Document");
  const kept = passages.map(([, wanted]) => (wanted === null ? "open" : "resolved"));
  await expect.poll(statuses, frequentPolling).toEqual(kept);
  await editor.click();
  for (const words of ["locked door", "old map"]) {
    await page.keyboard.press("ControlOrMeta+z");
    await expect.poll(() => galley.onDisk(path), frequentPolling).toContain(words);
  }
  const reopened = kept.map((status, at) => (at === 6 || at === 7 ? "open" : status));
  await expect.poll(statuses, frequentPolling).toEqual(reopened);
  for (const { messages } of (await threadsOf(galley)).slice(6, 8))
    expect(messages.at(-1)).toMatchObject({ text: `The user undid the edit by ${title} that answered this.` });
  return { answered: answered.length, resolved: kept.filter((status) => status === "resolved").length, reopened: 2 };
}

/** What the model does: it reads the comments, answers each in its thread, and makes the edits that eight of them ask for. */
function* addressing(
  { galley, search }: Pick<(typeof panelAgents)[number], "galley" | "search">,
  question: () => string,
): Generator<NewCall[], void, string[]> {
  // The server of its tools may not be ready at once.
  for (let found = ""; search !== undefined && !found.includes("comments"); )
    found = (yield [search(["comments", "text_editor"])]).join();
  const named = [...question().matchAll(/^- (c_\w+)/gm)].map(([, id = ""]) => id);
  const [listed = ""] = yield [galley("comments", { action: "list", path })];
  const threads = [...listed.matchAll(/(c_\w+)(?:\\n|\s)+> (\w+ \w+)/g)].map(([, id = "", words = ""]) => ({
    id,
    words,
  }));
  if (named.length > 0 && named.join() !== threads.map(({ id }) => id).join())
    throw new Error(`The question names ${named.join(", ")}, and the list has ${listed}`);
  yield threads.map(({ id, words }) =>
    galley("comments", { action: "reply", thread: id, text: `About the ${words}: done.` }),
  );
  const edits = threads.flatMap(({ id, words }) => {
    const to = passages.find(([each]) => each === words)?.[1] ?? null;
    return to === null ? [] : [{ action: "patch", path, old_text: words, new_text: to, thread: id }];
  });
  // One after the other, as an agent works that looks at each.
  for (const edit of edits) yield [galley("text_editor", edit)];
}

function keepFigures(name: string, figures: CommentFigures): void {
  mkdirSync(results, { recursive: true });
  writeFileSync(join(results, `comments-${name}.json`), JSON.stringify(figures));
}

// A new conversation is in the agent's usual mode: not for one in which another model decides that this server cannot stand in for.
for (const agent of panelAgents.filter(({ mode }) => mode === undefined))
  test(`${agent.title} in the panel answers ten comments that are sent together, each in its thread, and edits for eight of them`, async () => {
    test.setTimeout(600_000);
    test.skip(!existsSync(binOf(agent)), `${agent.packageName} is not installed: npm run agents`);
    const { galley, models, end } = await startWith([agent], { [path]: before });
    const [model = new ScriptedModel()] = models;
    try {
      const { page } = galley;
      await comment(galley);
      const setup = await ask(page, "assistant:choose-agent", agent.id);
      expect(setup.ok).toBe(true);
      model.follow(addressing(agent, () => model.user));
      await page.getByRole("button", { name: "Comments", exact: true }).click();
      await page.getByRole("button", { name: "Send 10 Comments to the Assistant" }).click();
      const panel = panelParts(page);
      const cards = await allowAll(galley, panel);
      const { title, packageName, version } = agent;
      const counts = await decide(galley, title);
      keepFigures(`panel-${agent.id}`, { title, packageName, version, way: "panel", cards, counts });
    } finally {
      await end();
    }
  });

for (const client of agentClients)
  test(`${client.title} as an MCP client answers ten comments, each in its thread, and edits for eight of them`, async () => {
    test.setTimeout(600_000);
    const installed = join(cache, `${client.name}-${client.version}`);
    test.skip(!existsSync(join(installed, client.program)), `${client.packageName} is not installed: npm run agents`);
    const galley = await start({ files: { [path]: before } });
    const home = await folder("agent-home");
    const model = new ScriptedModel();
    const server = await startModelServer(model.next);
    try {
      await comment(galley);
      const { search } = panelAgents.find(({ id }) => id === client.name) ?? {};
      const calls = { galley: (tool: string, input: object) => ({ call: client.toolName(tool), input }) };
      model.follow(addressing({ ...calls, ...(search && { search }) }, () => ""));
      const command = {
        command: join(project, "bin/galley"),
        args: ["mcp", "--root", galley.root, "--data", galley.data],
      };
      const place = { home, root: galley.root, modelUrl: server.url, galley: command };
      const { code, printed } = await runClient(client, installed, place, `Please address the comments on ${path}.`);
      expect(code, printed).toBe(0);
      const [name = ""] = (await threadsOf(galley)).flatMap(({ messages }) =>
        messages.flatMap(({ author }) => (author.kind === "agent" ? [author.name] : [])),
      );
      const { title, packageName, version } = client;
      const counts = await decide(galley, name);
      keepFigures(`mcp-${client.name}`, { title, packageName, version, way: "MCP", cards: null, counts });
    } finally {
      await galley.close();
      server.close();
      await removeFolder(home);
    }
  });
