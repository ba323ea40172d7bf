/** Real agents in the panel of the real app, with a local server in place of their models. `npm run agents` installs and runs them. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { Conversation, type NewCall } from "../bench/agents/conversation";
import type { PanelFigures } from "../bench/agents/figures";
import { startModelServer } from "../bench/agents/model-server";
import { type PanelAgent, panelAgents } from "../bench/agents/panel-agents";
import { ask, openPanel } from "./assistant-parts";
import { folder, frequentPolling, type GalleyApp, project, removeFolder, start } from "./launch";
import { test } from "./test";

const cache = process.env["GALLEY_AGENTS"] ?? join(homedir(), ".cache/galley/agents");
const results = join(project, "out/agents");

/** All pending edits as JSON. */
async function pendingEdits(page: Page): Promise<string> {
  return JSON.stringify((await ask(page, "review:list", "hunks")).documents);
}

/** A model that makes these calls in order, whatever is asked, and then says a word. */
class ScriptedModel {
  #conversation = new Conversation(stepsOf([]));
  /** What the newest request said in the user's place. */
  user = "";
  readonly next = (request: Parameters<Conversation["next"]>[0]) => {
    this.user = request.user;
    return this.#conversation.next(request);
  };

  script(turns: NewCall[][]): void {
    this.#conversation = new Conversation(stepsOf(turns));
  }
}

function* stepsOf(turns: NewCall[][]): Generator<NewCall[], void, string[]> {
  for (const turn of turns) yield turn;
}

/** Answers approval cards with yes until the turn has ended; returns how many there were. */
async function allowAll({ page }: GalleyApp, panel: Awaited<ReturnType<typeof openPanel>>): Promise<number> {
  /** Their calls: a card takes answers only half a second after it has appeared. */
  const cards = new Set<string | null>();
  const turn = page.locator(".turn").last();
  await expect(async () => {
    const state = await turn.getAttribute("data-state");
    if (state === "done") return;
    if ((await panel.approval.count()) > 0) {
      cards.add(await panel.approval.getAttribute("data-call", { timeout: 2000 }));
      await panel.approval
        .getByRole("button", { name: /allow|yes/i })
        .first()
        .click({ timeout: 2000 });
    }
    expect(state, await turn.innerText()).toBe("done");
  }).toPass({ timeout: 180_000, intervals: [700] });
  return cards.size;
}

for (const agent of panelAgents)
  test(`${agent.title}: edits with Galley's tools and with its own are pending under its name, and it knows what was undone`, async () => {
    test.setTimeout(600_000);
    test.skip(!existsSync(binOf(agent)), `${agent.packageName} is not installed: npm run agents`);
    const figures = await run(agent);
    mkdirSync(results, { recursive: true });
    writeFileSync(join(results, `panel-${agent.id}.json`), JSON.stringify(figures));
  });

const binOf = (agent: PanelAgent): string => join(cache, agent.folder, "node_modules/.bin");

/** The app with these agents on its path, each with a model of its own. */
async function startWith(...agents: PanelAgent[]) {
  const home = await folder("agent-home");
  const models = agents.map(() => new ScriptedModel());
  const servers = await Promise.all(models.map((model) => startModelServer(model.next)));
  const own = await Promise.all(agents.map((agent, at) => agent.prepare(home, servers[at]?.url ?? "")));
  const nowhere = "http://127.0.0.1:9";
  const galley = await start({
    files: { "notes.md": "# Notes\n\nHello Monday.\n", "other.md": "# Other\n\nThe words before.\n" },
    size: { width: 1400, height: 860 },
    env: {
      ...Object.assign({}, ...own),
      HOME: home,
      PATH: [...agents.map(binOf), process.env["PATH"]].join(delimiter),
      HTTP_PROXY: nowhere,
      HTTPS_PROXY: nowhere,
      NO_PROXY: "127.0.0.1,localhost",
    },
  });
  const end = async () => {
    await galley.kill();
    for (const server of servers) server.close();
    await removeFolder(home);
  };
  return { galley, models, end };
}

test("Claude Code and opencode answer one question side by side, and each edit is pending under its agent's name", async () => {
  test.setTimeout(600_000);
  const agents = ["claude", "opencode"].map((id) => panelAgents.find((each) => each.id === id) as PanelAgent);
  for (const agent of agents)
    test.skip(!existsSync(binOf(agent)), `${agent.packageName} is not installed: npm run agents`);
  const { galley, models, end } = await startWith(...agents);
  try {
    const { page } = galley;
    await galley.open("notes.md");
    const { panel, field, approval } = await openPanel(page);
    const files = ["notes.md", "other.md"].map((name) => galley.pathOf(name));
    const words = [
      { before: "Hello Monday.", after: "Hello Tuesday." },
      { before: "The words before.", after: "The words after." },
    ];
    for (const [at, agent] of agents.entries()) {
      models[at]?.script(agent.withGalley({ file: files[at] ?? "", before: "", after: "", ...words[at] }));
      await field.pressSequentially(`@${agent.title.slice(0, 6)}`);
      await panel.getByRole("listbox").getByRole("option", { name: agent.title }).click();
    }
    await field.pressSequentially("Change a word.");
    await page.keyboard.press("Enter");
    const tabs = panel.getByRole("tab");
    await expect(async () => {
      const waiting = tabs.filter({ hasText: "needs approval" }).first();
      if ((await waiting.count()) > 0) {
        await waiting.click({ timeout: 2000 });
        // A card takes answers only half a second after it has appeared.
        await page.waitForTimeout(700);
        await approval
          .getByRole("button", { name: /allow|yes/i })
          .first()
          .click({ timeout: 2000 });
      }
      await expect(tabs).toHaveText(["Claude Code done", "opencode done"], { timeout: 500 });
    }).toPass({ timeout: 180_000, intervals: [700] });
    await expect.poll(() => galley.onDisk("notes.md"), frequentPolling).toContain("Tuesday");
    await expect.poll(() => galley.onDisk("other.md"), frequentPolling).toContain("after");
    const { documents } = await ask(page, "review:list", "hunks");
    expect(documents.map(({ name, writes }) => [name, writes.map(({ by }) => by)]).sort()).toEqual([
      ["notes.md", ["Claude Code"]],
      ["other.md", ["opencode"]],
    ]);
  } finally {
    await end();
  }
});

async function run(agent: PanelAgent): Promise<PanelFigures> {
  const {
    galley,
    models: [model = new ScriptedModel()],
    end,
  } = await startWith(agent);
  try {
    const { page } = galley;
    await galley.open("notes.md");
    const panel = await openPanel(page);
    await page.getByLabel("Model", { exact: true }).selectOption({ label: agent.title });

    if (agent.mode !== undefined) {
      await panel.ask("Hello");
      await allowAll(galley, panel);
      await page.getByLabel("Mode", { exact: true }).selectOption({ label: agent.mode });
    }

    model.script(
      agent.withGalley({ file: galley.pathOf("notes.md"), before: "Hello Monday.", after: "Hello Tuesday." }),
    );
    await panel.ask("Change Monday to Tuesday.");
    const askedForTool = await allowAll(galley, panel);
    await expect.poll(() => galley.onDisk("notes.md"), frequentPolling).toContain("Tuesday");
    await expect.poll(() => pendingEdits(page), frequentPolling).toContain("notes.md");

    await galley.open("other.md");
    model.script(
      agent.byItself({ file: galley.pathOf("other.md"), before: "The words before.", after: "The words after." }),
    );
    await panel.ask("Change before to after.");
    const askedForEdit = await allowAll(galley, panel);
    await expect.poll(() => galley.onDisk("other.md"), frequentPolling).toContain("after");
    await expect.poll(() => pendingEdits(page), frequentPolling).toContain("other.md");
    const pending = await pendingEdits(page);
    expect(pending).toContain(agent.title);
    expect(pending).not.toContain("External");

    await galley.editor.click();
    await galley.runMenuCommand("Undo All Edits in This Document");
    await expect.poll(() => galley.onDisk("other.md"), frequentPolling).toBe("# Other\n\nThe words before.\n");
    model.script([]);
    await panel.ask("What now?");
    await allowAll(galley, panel);
    expect(model.user).toContain("the user undid these edits of yours");
    expect(model.user).toContain("You had written: after");
    const { id, title, packageName, version, mode = null } = agent;
    return { id, title, packageName, version, mode, cards: { galley: askedForTool, own: askedForEdit } };
  } finally {
    await end();
  }
}
