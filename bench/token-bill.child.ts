// Asks a real MCP server the questions of token-bill.documents.ts, and counts the tokens of every message that the client's
// model gets. Prints the costs as JSON.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { findSection } from "../src/core/markdown/section-address";
import { type Outline, parseOutline, type Section } from "../src/core/markdown/sections";
import { estimateTokens } from "../src/core/text/tokens";
import { createEngine } from "../src/main/engine/host/create-engine";
import { LineTransport } from "../src/main/mcp/line-transport";
import { mcpServer } from "../src/main/mcp/server";
import { HandClient } from "../src/main/mcp/testing/hand-client";
import { type DocumentQuestions, documentQuestions, type Question } from "./token-bill.documents";

const folder = await mkdtemp(join(process.env["GALLEY_BENCH"] ?? tmpdir(), "galley-bench-"));
const root = join(folder, "work");
await mkdir(root);
const engine = await createEngine({ dataDir: join(folder, "data") });
const tools = await engine.tools();
const caller = { id: "bench", name: "bench", roots: [root] };
const [toServer, fromServer] = [new PassThrough(), new PassThrough()];
serveStdio(() => mcpServer({ tools, run: (call) => engine.run({ ...call, caller }), version: "1", onClient() {} }), {
  transport: new LineTransport(toServer, fromServer, 64 * 1024 * 1024),
});
const client = new HandClient(toServer, fromServer);
await client.initialize("bench");

type TextContent = { annotations?: { audience?: string[] }; text: string };
type Result = { content: TextContent[]; structuredContent: Record<string, unknown>; isError?: boolean };

/** The text that the model gets: every content part whose audience includes the assistant. */
async function call(name: string, input: Record<string, unknown>) {
  const { result } = await client.request("tools/call", { name, arguments: input });
  const { content, structuredContent: data, isError } = result as Result;
  if (isError) throw new Error(JSON.stringify(data));
  const message = content
    .filter(({ annotations }) => annotations?.audience?.includes("assistant") !== false)
    .map(({ text }) => text)
    .join("\n");
  return { message, data, tokens: estimateTokens(message) };
}

/** Tokens for reading only the section's own text. An agent does this if it knows the section from a search. */
const readSection = async (file: string, section: string): Promise<number> =>
  (await call("doc_read", { file, section, include_children: false })).tokens;

/** Up to this number of tokens an agent reads a section with its subsections instead of listing the subsections first. */
const MAX_FULL_READ_TOKENS = 2_000;

/**
 * The cost for an agent that only has the outline. It reads the answering section if the outline has a row for it. Otherwise it goes to the deepest
 * ancestor that has a row: a short one is read completely, a long one without its subsections, which lists them, and so on.
 */
async function followOutline({ file, text }: DocumentQuestions, { section }: Question) {
  const toc = await call("doc_toc", { file });
  const outline = parseOutline(text);
  const way = section.split("/").map((_, index, all) => targetAt(outline, all.slice(0, index + 1).join("/")));
  const steps: string[] = [];
  let tokens = toc.tokens;
  for (let rows = toc.message; ; ) {
    const shown = way.findLast(({ lineStart, lineEnd }) => rows.includes(`(${lineStart}-${lineEnd}, `));
    if (shown === undefined || steps.at(-1) === shown.path) throw new Error(`the outline does not lead to ${section}`);
    const isEnd = shown.path === section || costOf(text, shown) <= MAX_FULL_READ_TOKENS;
    const answer = await call("doc_read", { file, section: shown.path, include_children: isEnd });
    tokens += answer.tokens;
    steps.push(shown.path);
    if (isEnd) return { toc: toc.tokens, json: JSON.stringify(toc.data), tokens, steps };
    rows = answer.message;
  }
}

const costOf = (text: string, { from, charCount }: Section): number =>
  estimateTokens(text.slice(from, from + charCount));

function targetAt(outline: Outline, path: string): Section {
  const found = findSection(outline, path);
  if (found.status !== "found" || found.target === "frontmatter") throw new Error(`there is no section ${path}`);
  return found.target;
}

async function bill(document: DocumentQuestions, question: Question) {
  const { file, text } = document;
  const { section, words } = question;
  const { toc, json, tokens: outline, steps } = await followOutline(document, question);
  const found = await call("doc_find", { file, content: words });
  const matches = found.data["matches"] as { path: string }[];
  if (!matches.some(({ path }) => path === section)) throw new Error(`“${words}” does not find ${section}`);
  const lines = await call("grep", { pattern: words, path: file, regex: false });
  const ids = [...new Set((lines.data["matches"] as { id: string }[]).map(({ id }) => id))];
  const paragraphs = await call("read_file", { path: file, node_ids: ids });
  return {
    question: question.ask,
    file,
    whole: estimateTokens(text),
    json: estimateTokens(json) + (await readSection(file, section)),
    outline,
    toc,
    steps,
    find: found.tokens + (await readSection(file, section)),
    grep: lines.tokens + paragraphs.tokens,
    bound: await readSection(file, section),
  };
}

const bills: Awaited<ReturnType<typeof bill>>[] = [];
for (const document of documentQuestions()) {
  await writeFile(join(root, document.file), document.text);
  for (const question of document.questions) bills.push(await bill(document, question));
}
await engine.close();
toServer.end();
await rm(folder, { recursive: true });
console.log(JSON.stringify(bills));
