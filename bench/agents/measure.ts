/** Runs one client through a conversation with Galley's tools and its own, and says what its model received. */
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listSections, parseOutline } from "../../src/core/markdown/sections";
import { estimateTokens } from "../../src/core/text/tokens";
import { HandClient } from "../../src/main/mcp/testing/hand-client";
import type { AgentClient, GalleyCommand } from "./clients";
import { Conversation, type NewCall } from "./conversation";
import type { ClientFigures, QuestionBill } from "./figures";
import { startModelServer } from "./model-server";
import { type QuestionedDocument, questionedDocuments, type SearchQuestion } from "./questions";
import { lostArguments, sampleFigures, toolsOffered, whereInstructions } from "./received";
import { runClient } from "./run-client";

const documents = questionedDocuments();

/** Calls of Galley's tools, each with what it shows. */
const samples: { shows: string; tool: string; input: Record<string, unknown> }[] = [
  { shows: "an outline", tool: "doc_toc", input: { file: "CHANGELOG.md" } },
  { shows: "a section", tool: "doc_read", input: { file: "spec.md", section: "Tabs" } },
  { shows: "a text found", tool: "doc_find", input: { file: "spec.md", content: "tab stop" } },
  { shows: "lines with numbers", tool: "text_editor", input: { action: "read", path: "shapes.md", line_to: 20 } },
  { shows: "a folder", tool: "workspace", input: { action: "list" } },
  { shows: "a refusal", tool: "doc_read", input: { file: "spec.md", section: "no such section" } },
  { shows: "a long answer", tool: "doc_read", input: { file: "spec.md", section: "Inlines", max_tokens: 60_000 } },
  {
    shows: "numbers as text",
    tool: "text_editor",
    input: { action: "read", path: "spec.md", line_from: "2", line_to: "4" },
  },
  { shows: "a list as text", tool: "doc_read_many", input: { file: "spec.md", sections: '["Tabs", "Blank lines"]' } },
  {
    shows: "trained words",
    tool: "text_editor",
    input: { command: "str_replace", path: "note.md", old_str: "Monday", new_str: "Tuesday" },
  },
];
const note = "# Note\n\nHello Monday.\n";

/** Lines that a client reads at once when it reads a whole file. */
const PAGE_LINES = 400;
/** Lines that a client reads around a line that it has found, and how many of them come before it. */
const READ_LINES = 60;
const LINES_BEFORE = 10;

type Results = Generator<NewCall[], void, string[]>;
type Collected = { searches: string[]; samples: string[]; bills: QuestionBill[] };

/** The whole conversation with a client: a search for tools, the samples, and every question by each route. */
function* conversationWith(client: AgentClient, root: string, collected: Collected): Results {
  const galley = (tool: string, input: object): NewCall => ({ call: client.toolName(tool), input });
  if (client.searches !== undefined) collected.searches = yield client.searches;
  for (const { tool, input } of samples) collected.samples.push((yield [galley(tool, input)])[0] ?? "");
  for (const { file, text, questions } of documents) {
    const path = join(root, file);
    const lines = text.split("\n");
    const [outline = ""] = yield [galley("doc_toc", { file })];
    const found = yield questions.map(({ words }) => galley("doc_find", { file, content: words }));
    const unanswered = questions.filter((question, at) => !answers(found[at], question));
    const read =
      unanswered.length === 0
        ? []
        : yield unanswered.map((question) =>
            galley("doc_read", { file, section: sectionAt(text, lineOf(lines, question.answer)) }),
          );
    const hits = yield questions.map(({ words }) => client.grep(path, words));
    const around = yield questions.map((question) =>
      client.readLines(path, Math.max(1, nearestHit(lines, question) - LINES_BEFORE), READ_LINES),
    );
    const pages: NewCall[] = [];
    for (let from = 1; from <= lines.length; from += PAGE_LINES) pages.push(client.readLines(path, from, PAGE_LINES));
    const whole = tokensOf(yield pages);
    for (const [at, question] of questions.entries()) {
      const section = read[unanswered.indexOf(question)];
      collected.bills.push({
        file,
        question: question.ask,
        outline: tokensOf([outline]),
        find: tokensOf([found[at]]),
        read: tokensOf([section]),
        isAnswered: answers(found[at], question) || answers(section, question),
        grep: tokensOf([hits[at]]),
        lines: tokensOf([around[at]]),
        isGrepAnswered: answers(hits[at], question) || answers(around[at], question),
        whole,
      });
    }
  }
}

const tokensOf = (texts: readonly (string | undefined)[]): number =>
  texts.reduce((sum, text) => sum + estimateTokens(text ?? ""), 0);

/** Whether a text holds the answer; line numbers and line breaks do not matter. */
const answers = (text: string | undefined, { answer }: SearchQuestion): boolean =>
  (text ?? "").replaceAll('\\"', '"').includes(answer);

const lineOf = (lines: readonly string[], words: string): number =>
  lines.findIndex((line) => line.toLowerCase().includes(words.toLowerCase())) + 1;

/** The path of the section that holds a line. */
const sectionAt = (text: string, line: number): string =>
  listSections(parseOutline(text)).findLast(({ lineStart, lineEnd }) => lineStart <= line && line <= lineEnd)?.path ??
  "@1";

/** The line with the question's words from which 60 lines show the answer, the nearest to it. */
function nearestHit(lines: readonly string[], { words, answer }: SearchQuestion): number {
  const goal = lineOf(lines, answer);
  const hits = lines.flatMap((line, index) => (line.toLowerCase().includes(words.toLowerCase()) ? [index + 1] : []));
  return hits.sort((a, b) => Math.abs(a - goal) - Math.abs(b - goal))[0] ?? goal;
}

/** What Galley's server says of itself and answers to the samples, seen without any client. */
async function asSent(galley: GalleyCommand) {
  const server = spawn(galley.command, galley.args, { stdio: ["pipe", "pipe", "inherit"] });
  const hand = new HandClient(server.stdin, server.stdout);
  const { result: about } = await hand.initialize("client tests");
  const tools = (await hand.request("tools/list", {})).result?.["tools"] as {
    name: string;
    inputSchema: { properties: Record<string, unknown> };
  }[];
  const messages: string[] = [];
  for (const { tool, input } of samples) {
    const { result } = await hand.callTool(tool, input);
    const [message] = (result?.["content"] ?? []) as { text: string }[];
    messages.push(message?.text ?? "");
  }
  hand.end();
  return { instructions: String(about?.["instructions"]), tools, messages };
}

/** Runs a client that is installed in `folder`. Throws if it does not come to the end of the conversation. */
export async function measureClient(
  client: AgentClient,
  folder: string,
  galleyProgram: string,
  log: (path: string, body: string) => void,
): Promise<ClientFigures> {
  const work = await mkdtemp(join(process.env["GALLEY_BENCH"] ?? tmpdir(), "galley-agents-"));
  const root = join(work, "documents");
  await putDocuments(root, documents);
  const galley = { command: galleyProgram, args: ["mcp", "--root", root, "--data", join(work, "data")] };
  const sent = await asSent({ ...galley, args: ["mcp", "--root", root, "--data", join(work, "other-data")] });
  await writeFile(join(root, "note.md"), note);
  const collected: Collected = { searches: [], samples: [], bills: [] };
  const conversation = new Conversation(conversationWith(client, root, collected));
  const server = await startModelServer((request) => conversation.next(request), log);
  const place = { home: join(work, "home"), root, modelUrl: server.url, galley };
  const { code, printed } = await runClient(
    client,
    folder,
    place,
    "Answer questions about the documents of this folder.",
  );
  server.close();
  await rm(work, { recursive: true, force: true });
  const { first, last } = conversation;
  if (
    first === null ||
    last === null ||
    collected.bills.length < documents.flatMap(({ questions }) => questions).length
  )
    throw new Error(`${client.title} ended with ${code} before the conversation did: ${printed.slice(-600)}`);
  // An agent's own tool may have the name of one of Galley's.
  const listed = last.tools.filter(({ name }) => name.includes("galley"));
  const seen = [...collected.searches, ...listed.map(({ json }) => json)];
  return {
    name: client.name,
    title: client.title,
    packageName: client.packageName,
    version: client.version,
    instructions: whereInstructions(sent.instructions, { first, last, searches: collected.searches }),
    offered: toolsOffered(client, { first, last, searches: collected.searches }),
    lostArguments: lostArguments(sent.tools, seen),
    samples: samples.map((sample, at) =>
      sampleFigures(sample, sent.messages[at] ?? "", withoutPaths(collected.samples[at] ?? "", work)),
    ),
    bills: collected.bills,
  };
}

/** A text without the paths of this run, which are others the next time. */
const withoutPaths = (text: string, folder: string): string => text.replaceAll(folder, "…").replace(/…\/\S+/g, "…");

async function putDocuments(root: string, all: readonly QuestionedDocument[]): Promise<void> {
  await mkdir(root);
  for (const { file, text } of all) await writeFile(join(root, file), text);
  await writeFile(join(root, "note.md"), note);
}
