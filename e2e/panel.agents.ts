/** Real agents in the panel of the real app, with a local server in place of their models. `npm run agents` installs and runs them. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { PanelFigures } from "../bench/agents/figures";
import { type PanelAgent, panelAgents, withGalley } from "../bench/agents/panel-agents";
import { allowAll, binOf, results, ScriptedModel, startWith } from "./agent-parts";
import { ask, openPanel } from "./assistant-parts";
import { frequentPolling } from "./launch";
import { test } from "./test";

const files = { "notes.md": "# Notes\n\nHello Monday.\n", "other.md": "# Other\n\nThe words before.\n" };

/** All pending edits as JSON. */
async function pendingEdits(page: Page): Promise<string> {
  return JSON.stringify((await ask(page, "review:list", "hunks")).documents);
}

for (const agent of panelAgents)
  test(`${agent.title}: edits with Galley's tools and with its own are pending under its name, and it knows what was undone`, async () => {
    test.setTimeout(600_000);
    test.skip(!existsSync(binOf(agent)), `${agent.packageName} is not installed: npm run agents`);
    const figures = await run(agent);
    mkdirSync(results, { recursive: true });
    writeFileSync(join(results, `panel-${agent.id}.json`), JSON.stringify(figures));
  });

test("Claude Code and opencode answer one question side by side, and each edit is pending under its agent's name", async () => {
  test.setTimeout(600_000);
  const agents = ["claude", "opencode"].map((id) => panelAgents.find((each) => each.id === id) as PanelAgent);
  for (const agent of agents)
    test.skip(!existsSync(binOf(agent)), `${agent.packageName} is not installed: npm run agents`);
  const { galley, models, end } = await startWith(agents, files);
  try {
    const { page } = galley;
    await galley.open("notes.md");
    const { panel, field, approval } = await openPanel(page);
    const paths = ["notes.md", "other.md"].map((name) => galley.pathOf(name));
    const words = [
      { before: "Hello Monday.", after: "Hello Tuesday." },
      { before: "The words before.", after: "The words after." },
    ];
    for (const [at, agent] of agents.entries()) {
      models[at]?.script(withGalley(agent, { file: paths[at] ?? "", before: "", after: "", ...words[at] }));
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
  } = await startWith([agent], files);
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
      withGalley(agent, { file: galley.pathOf("notes.md"), before: "Hello Monday.", after: "Hello Tuesday." }),
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
