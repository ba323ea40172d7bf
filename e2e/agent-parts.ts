/** Shared by the tests of real agents: the app with agents and models of their own, scripts of models, answers to approval cards. */
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { expect } from "@playwright/test";
import { Conversation, type NewCall } from "../bench/agents/conversation";
import { startModelServer } from "../bench/agents/model-server";
import type { PanelAgent } from "../bench/agents/panel-agents";
import type { openPanel } from "./assistant-parts";
import { folder, type GalleyApp, project, removeFolder, start } from "./launch";

/** Where `npm run agents` installs them. */
export const cache = process.env["GALLEY_AGENTS"] ?? join(homedir(), ".cache/galley/agents");
/** What the page on agents is written from. */
export const results = join(project, "out/agents");

/** A model that makes these calls in order, whatever is asked, and then says a word. */
export class ScriptedModel {
  #conversation = new Conversation(stepsOf([]));
  /** What the newest request said in the user's place. */
  user = "";
  readonly next = (request: Parameters<Conversation["next"]>[0]) => {
    this.user = request.user;
    return this.#conversation.next(request);
  };

  script(turns: NewCall[][]): void {
    this.follow(stepsOf(turns));
  }

  /** Makes calls that depend on what it receives. */
  follow(steps: Generator<NewCall[], void, string[]>): void {
    this.#conversation = new Conversation(steps);
  }
}

function* stepsOf(turns: NewCall[][]): Generator<NewCall[], void, string[]> {
  for (const turn of turns) yield turn;
}

/** Answers approval cards with yes until the turn has ended; returns how many there were. */
export async function allowAll({ page }: GalleyApp, panel: Awaited<ReturnType<typeof openPanel>>): Promise<number> {
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

export const binOf = (agent: PanelAgent): string => join(cache, agent.folder, "node_modules/.bin");

/** The app with these agents on its path, each with a model of its own. */
export async function startWith(agents: readonly PanelAgent[], files: Record<string, string>) {
  const home = await folder("agent-home");
  const models = agents.map(() => new ScriptedModel());
  const servers = await Promise.all(models.map((model) => startModelServer(model.next)));
  const own = await Promise.all(agents.map((agent, at) => agent.prepare(home, servers[at]?.url ?? "")));
  const nowhere = "http://127.0.0.1:9";
  const galley = await start({
    files,
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
