import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { type CliFixture, createCliFixture } from "../../src/main/cli/testing/galley-process";
import { openHistory } from "../../src/main/engine/history/sqlite-history";
import { versionOf } from "../../src/main/engine/storage/files/version";
import type { FaultReporter, FaultRow, Outcome } from "../fault-row";
import { type FaultHttpServer, startHttpServer } from "../http-server";

/** Runs `use` with a workspace for separate processes, and an HTTP server on the same documents and data. */
async function withServers(use: (workspace: CliFixture, server: FaultHttpServer) => Promise<void>): Promise<void> {
  const workspace = await createCliFixture();
  try {
    const server = await startHttpServer(workspace.root, workspace.dataDir);
    try {
      await use(workspace, server);
    } finally {
      await server.close();
    }
  } finally {
    await workspace.remove();
  }
}

/** The answer of a tool call, success or error. */
type ToolAnswer = { isError?: boolean; text: string };
type Agent = { name: string; call(given: Record<string, unknown>): Promise<ToolAnswer> };

const answerOf = (result: { isError?: unknown; content?: unknown } | undefined): ToolAnswer => ({
  isError: result?.isError === true,
  text: JSON.stringify(result?.content ?? null),
});

/** Starts agents: half are processes on standard streams, half use HTTP with both generations of the protocol. */
async function startAgents(workspace: CliFixture, server: FaultHttpServer, count: number): Promise<Agent[]> {
  const made = Array.from({ length: count }, async (_, index): Promise<Agent> => {
    const name = `agent ${index}`;
    if (index % 2 === 0) {
      const { client } = workspace.startMcp();
      await client.initialize(name);
      return { name, call: async (given) => answerOf((await client.callTool("text_editor", given)).result) };
    }
    const client = await server.client(index % 4 === 1 ? "legacy" : "auto", name);
    return {
      name,
      call: async (given) => answerOf(await client.callTool({ name: "text_editor", arguments: given })),
    };
  });
  return Promise.all(made);
}

const together = (files: number): FaultRow => ({
  name: `16 agents at once, eight processes and eight over HTTP, on ${files === 1 ? "one file" : `${files} files`}`,
  covers: ["F30"],
  areCalls: true,
  how: "each reads and writes as fast as it is answered, for half a minute; every write puts in a line of its own",
  bound: 15_000,
  onlyInFull: true,
  run: (reporter) =>
    withServers(async (workspace, server) => {
      const names = Array.from({ length: files }, (_, index) => `list ${index}.md`);
      for (const name of names) writeFileSync(join(workspace.root, name), "start\nend\n");
      const agents = await startAgents(workspace, server, reporter.times(16, 4));
      const until = performance.now() + reporter.times(30_000, 1000);
      const times: number[] = [];
      const confirmed = new Map<string, string>();
      const rejected = new Map<string, string>();
      const answers: { mark: string; outcome: Outcome }[] = [];
      const work = agents.map(async (agent) => {
        for (let turn = 0; performance.now() < until; turn++) {
          const path = names[Math.floor(Math.random() * names.length)] ?? "";
          const mark = `${agent.name} turn ${turn}.`;
          const isWrite = Math.random() < 0.5;
          const at = performance.now();
          const answer = await agent.call(
            isWrite
              ? { action: "patch", path, old_text: "\nend", new_text: `\n${mark}\nend` }
              : { action: "read", path },
          );
          const ms = performance.now() - at;
          times.push(ms);
          // An answer belongs to its call if it shows the written line, or the name of the file that was read.
          const isOwn = isWrite ? answer.isError || answer.text.includes(mark) : answer.text.includes(path);
          if (isWrite) (answer.isError ? rejected : confirmed).set(mark, path);
          const outcome = { what: `${mark} ${path}`, ms, isFalse: !isOwn, seen: answer.text.slice(0, 200) };
          answers.push({ mark, outcome });
        }
      });
      await Promise.all(work);
      const texts = new Map(names.map((name) => [name, readFileSync(join(workspace.root, name), "utf8")]));
      const isThere = ([mark, path]: [string, string]) => (texts.get(path) ?? "").includes(`\n${mark}\n`);
      const lost = new Set([...confirmed].filter((each) => !isThere(each)).map(([mark]) => mark));
      for (const { mark, outcome } of answers) reporter.report({ ...outcome, lost: lost.has(mark) });
      const ghosts = [...rejected].filter(isThere);
      const lines = [...texts.values()].reduce((sum, text) => sum + text.trimEnd().split("\n").length - 2, 0);
      reporter.report({
        what: "after all of them",
        torn: lines !== confirmed.size + ghosts.length,
        // The content from before the first call.
        lost: [...texts.values()].some((text) => !text.startsWith("start\n") || !text.endsWith("\nend\n")),
        isFalse: ghosts.length > 0,
        leftBehind: readdirSync(workspace.root).length !== files,
        seen: `${lines} lines, ${confirmed.size} confirmed, ${rejected.size} refused, ${ghosts.length} of them there`,
      });
      const sorted = times.sort((a, b) => a - b);
      const part = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
      reporter.note(
        `${times.length.toLocaleString("en-US")} calls, half of them answered within ${part(0.5)} ms, 99 of 100 within ${part(0.99)} ms`,
      );
    }),
});

const nested = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;

/** Malformed messages, and the JSON-RPC code for each. */
const wrong: [string, string | Buffer, number][] = [
  ["no JSON", "{oops", -32700],
  ["half a message", '{"jsonrpc":"2.0","id":1,', -32700],
  ["not UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), -32700],
  ["a batch", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
  ["an empty batch", "[]", -32600],
  ["a string", '"ping"', -32600],
  ["null", "null", -32600],
  ["no version", '{"id":7,"method":"ping"}', -32600],
  ["a null id", '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
  ["an object as id", '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600],
  ["deep nesting", `{"jsonrpc":"2.0","id":9,"method":"ping","params":{"a":${nested}}}`, -32600],
  ["a deep list", nested, -32600],
  ["params that are a list", '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32602],
  ["no such method", '{"jsonrpc":"2.0","id":1,"method":"no/such"}', -32601],
];

const member = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom("2.0", "tools/call", "tools/list", "initialize", "ping", "__proto__", "\uFEFF"),
);
const anything = fc.oneof(
  fc.array(fc.nat(0xffff), { maxLength: 60 }).map((units) => String.fromCharCode(...units)),
  fc.json({ maxDepth: 3 }),
  fc
    .record(
      { jsonrpc: fc.constantFrom("2.0", "1.0"), id: member, method: member, params: member },
      { requiredKeys: [] },
    )
    .map((it) => JSON.stringify(it)),
  fc
    .record({ name: fc.oneof(fc.constant("text_editor"), fc.string()), arguments: member, _meta: member })
    .map((params) => JSON.stringify({ jsonrpc: "2.0", id: "fuzz", method: "tools/call", params })),
);

/** The resident memory of a process in MiB; 0 if the system does not report it. */
function memoryOf(pid: number | undefined): number {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return 0;
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(status, "utf8"))?.[1] ?? 0) / 1024;
}

/** Puts a document into the folder that no message names. Returns whether it is lost: no message may have reached it. */
function bystanderIn(root: string): () => boolean {
  const path = join(root, bystander);
  const text = "Words that no message names.\n";
  writeFileSync(path, text);
  return () => !existsSync(path) || readFileSync(path, "utf8") !== text;
}

const bystander = "bystander.md";
const strangersIn = (root: string): string[] => readdirSync(root).filter((name) => name !== bystander);

const overStreams: FaultRow = {
  name: "Malformed messages over the standard streams",
  covers: ["F31"],
  how: "every kind of wrong message has its code; then 80,000 lines of anything, between which it is asked whether it is there",
  bound: 15_000,
  onlyInFull: true,
  run: (reporter) =>
    withServers(async (workspace) => {
      const isLost = bystanderIn(workspace.root);
      const { client, process: child } = workspace.startMcp();
      await client.initialize();
      for (const [what, line, code] of wrong) {
        const before = client.answers.length;
        const at = performance.now();
        client.write(Buffer.concat([Buffer.from(line), Buffer.from("\r\n")]));
        await client.request("ping");
        const codes = client.answers.slice(before).map(({ error }) => error?.code);
        const ms = performance.now() - at;
        reporter.report({ what, ms, lost: isLost(), isFalse: !codes.includes(code), seen: codes.join() });
      }
      const lines = fc.sample(anything, reporter.times(80_000, 500));
      let memory = 0;
      for (let from = 0; from < lines.length; from += 200) {
        const at = performance.now();
        for (const text of lines.slice(from, from + 200)) client.write(`${text.replaceAll("\n", " ")}\n`);
        const { result } = await client.request("ping");
        // Memory that the process needs at its start is not growth.
        if (from === 200) memory = memoryOf(child.pid);
        const ms = performance.now() - at;
        reporter.report({ what: `lines from ${from}`, ms, lost: isLost(), isFalse: result === undefined });
      }
      const grown = memoryOf(child.pid) - memory;
      reporter.report({
        what: "after all of them",
        isFalse: client.rubbish.length > 0 || child.exitCode !== null || grown > 150,
        lost: isLost(),
        leftBehind: strangersIn(workspace.root).length > 0,
        seen: `${client.rubbish.length} lines of rubbish, ended with ${child.exitCode}, ${Math.round(grown)} MiB more`,
      });
      reporter.note(`its memory grew by ${Math.max(0, Math.round(grown))} MiB over ${lines.length} lines`);
    }),
};

const overHttp: FaultRow = {
  name: "Malformed messages over HTTP",
  covers: ["F31"],
  how: "every kind of wrong message in a body of its own, then 20,000 bodies of anything; each is answered as one that is wrong",
  bound: 15_000,
  onlyInFull: true,
  run: (reporter) =>
    withServers(async (workspace, server) => {
      const isLost = bystanderIn(workspace.root);
      for (const [what, body, code] of wrong) {
        const at = performance.now();
        const answer = await server.post(body);
        const ms = performance.now() - at;
        // A request without a session is rejected before its method is checked.
        const isRejected = answer.status >= 400 && answer.status < 500;
        const isCoded = code === -32601 || answer.body.includes(String(code)) || /"error"/.test(answer.body);
        reporter.report({
          what,
          ms,
          lost: isLost(),
          isFalse: !isRejected || !isCoded,
          seen: `${answer.status} ${answer.body.slice(0, 120)}`,
        });
      }
      const bodies = fc.sample(anything, reporter.times(20_000, 200));
      for (let from = 0; from < bodies.length; from += 20) {
        const at = performance.now();
        const answers = await Promise.all(bodies.slice(from, from + 20).map((body) => server.post(body)));
        const odd = answers.filter(({ status }) => status < 400 || status >= 500);
        reporter.report({
          what: `bodies from ${from}`,
          ms: performance.now() - at,
          lost: isLost(),
          isFalse: odd.length > 0,
          seen: odd.map(({ status, body }) => `${status} ${body.slice(0, 80)}`).join("; "),
        });
      }
      const client = await server.client("auto", "afterwards");
      const { tools } = await client.listTools();
      reporter.report({
        what: "after all of them",
        isFalse: tools.length === 0 || server.unexpectedErrors.length > 0,
        lost: isLost(),
        leftBehind: strangersIn(workspace.root).length > 0,
        seen: server.unexpectedErrors.join("; ").slice(0, 300),
      });
    }),
};

const old = "old\n".repeat(100_000);
const fresh = "new\n".repeat(1_000_000);

const vanishing: FaultRow = {
  name: "Agents that vanish in the middle of a call",
  covers: ["F33"],
  how: "100 processes whose streams are broken off, and 100 connections over HTTP, each at a random moment of a write of 4 MB",
  bound: 15_000,
  onlyInFull: true,
  run: (reporter) =>
    withServers(async (workspace, server) => {
      const landings: boolean[] = [];
      const lanes = Array.from({ length: reporter.times(4, 1) }, async (_, lane) => {
        for (let round = 0; round < reporter.times(25, 1); round++)
          landings.push(await vanish(reporter, workspace, `p${lane}.md`));
      });
      await Promise.all(lanes);
      landings.push(...(await vanishFromHttp(reporter, workspace, server)));
      const left = readdirSync(workspace.root).filter((name) => !/^[ph]\d+\.md$/.test(name));
      reporter.report({ what: "after all of them", leftBehind: left.length > 0, seen: left.join() });
      const landed = landings.filter(Boolean).length;
      reporter.note(`of the ${landings.length} writes ${landed} had been worked on far enough to land`);
    }),
};

/** A separate process ends when its client closes the streams. Returns whether the write landed before that. */
async function vanish(reporter: FaultReporter, workspace: CliFixture, path: string): Promise<boolean> {
  writeFileSync(join(workspace.root, path), old);
  const { client, process: child } = workspace.startMcp();
  await client.initialize();
  client.send("tools/call", { name: "text_editor", arguments: { action: "write", path, content: fresh } });
  await sleep(Math.random() * 120);
  const gone = new Promise<number | null>((done) => child.once("exit", done));
  const at = performance.now();
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  const code = await Promise.race([gone, sleep(15_000, -1, { ref: false })]);
  const text = readFileSync(join(workspace.root, path), "utf8");
  reporter.report({
    what: `a process, ${path}`,
    ms: performance.now() - at,
    torn: text !== old && text !== fresh,
    lost: text !== old && !(await isOldInHistory(workspace)),
    leftBehind: code === -1,
    seen: `it ended with ${code}, ${text.length} bytes are there`,
  });
  return text === fresh;
}

/** The caller got no answer: only the previous content can be lost. */
async function isOldInHistory({ dataDir }: CliFixture): Promise<boolean> {
  const history = openHistory({ dataDir });
  try {
    return (await history.content(versionOf(Buffer.from(old)))) !== null;
  } finally {
    await history.close();
  }
}

const openHandles = (): number => (existsSync("/proc/self/fd") ? readdirSync("/proc/self/fd").length : 0);

async function vanishFromHttp(
  reporter: FaultReporter,
  workspace: CliFixture,
  server: FaultHttpServer,
): Promise<boolean[]> {
  const landings: boolean[] = [];
  const version = "2025-06-18";
  const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "vanishing", version: "1" } };
  const begun = await server.post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }));
  const headers = { "Mcp-Session-Id": String(begun.headers["mcp-session-id"]), "MCP-Protocol-Version": version };
  const before = openHandles();
  for (let round = 0; round < reporter.times(100, 2); round++) {
    const path = `h${round % 4}.md`;
    writeFileSync(join(workspace.root, path), old);
    const call = { name: "text_editor", arguments: { action: "write", path, content: fresh } };
    const body = JSON.stringify({ jsonrpc: "2.0", id: round + 2, method: "tools/call", params: call });
    const answer = await server.post(body, { headers, vanish: Math.random() * 120 });
    const at = performance.now();
    // A request that arrived completely may still be running.
    await sleep(20);
    while (server.running() > 0 && performance.now() - at < 15_000) await sleep(5);
    const text = readFileSync(join(workspace.root, path), "utf8");
    reporter.report({
      what: `over HTTP, ${path}`,
      ms: performance.now() - at,
      torn: text !== old && text !== fresh,
      lost: text !== old && !(await isOldInHistory(workspace)),
      leftBehind: server.running() > 0,
      seen: `answered ${answer.status}, ${text.length} bytes are there`,
    });
    landings.push(text === fresh);
  }
  const again = await server.post(JSON.stringify({ jsonrpc: "2.0", id: 999, method: "tools/list" }), { headers });
  await sleep(200);
  const handles = openHandles() - before;
  reporter.report({
    what: "the session goes on",
    isFalse: again.status !== 200,
    // Databases are opened on first use.
    leftBehind: handles > 24,
    seen: `${again.status}, ${handles} handles more than before`,
  });
  return landings;
}

/** Programs that act for agents. */
export const agentRows: FaultRow[] = [together(1), together(50), overStreams, overHttp, vanishing];
