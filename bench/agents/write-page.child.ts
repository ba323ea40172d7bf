// `write-page.child.ts RESULT…`: puts what run.child.ts printed into figures.json and docs/agents.md. A RESULT is a file with the figures of one client, or
// `NAME=REASON` for one that was not run. What the agents of the panel left in out/agents is put in as well; without
// a RESULT only that is new.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { agentClients } from "./clients";
import type { ClientFigures, CommentFigures, Figures, NotRun, PanelFigures } from "./figures";
import { agentsPage } from "./page";

const clients = process.argv.slice(2).map((result): ClientFigures | NotRun => {
  const [, name, reason = ""] = /^(\w+)=([\s\S]*)$/.exec(result) ?? [];
  if (name === undefined) return JSON.parse(readFileSync(result, "utf8")) as ClientFigures;
  const client = agentClients.find((each) => each.name === name);
  if (client === undefined) throw new Error(`There is no client ${name}.`);
  const { title, packageName, version } = client;
  return { name, title, packageName, version, reason };
});
const left = join(import.meta.dirname, "../../out/agents");
/** What the tests whose results begin with this have left. */
const leftBy = (beginning: string): unknown[] =>
  (existsSync(left) ? readdirSync(left) : [])
    .filter((name) => name.startsWith(beginning))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(left, name), "utf8")));
const panel = leftBy("panel-") as PanelFigures[];
const comments = leftBy("comments-") as CommentFigures[];
const figuresFile = join(import.meta.dirname, "figures.json");
const before = JSON.parse(readFileSync(figuresFile, "utf8")) as Figures;
const date = new Date().toISOString().slice(0, 10);
const figures: Figures = {
  ...(clients.length > 0 ? { date, clients } : { date: before.date, clients: before.clients }),
  panel: panel.length > 0 ? { date, agents: panel } : before.panel,
  comments: comments.length > 0 ? { date, agents: comments } : before.comments,
};
writeFileSync(figuresFile, `${JSON.stringify(figures, null, 2)}\n`);
// As `npm run check` wants it.
const biome = join(import.meta.dirname, "../../node_modules/@biomejs/biome/bin/biome");
execFileSync(process.execPath, [biome, "format", "--write", figuresFile]);
writeFileSync(join(import.meta.dirname, "../../docs/agents.md"), agentsPage(figures));
