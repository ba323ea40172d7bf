// An agent for tests, on the agent's side of the protocol's library: it does what the question says, one order a line.
// Started as a real process by Node. Its faults begin before the protocol, so its first argument may name one.
import { spawn } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import * as acp from "@agentclientprotocol/sdk";

const fault = process.argv[2] ?? "";
if (fault === "die") {
  process.stderr.write("\u001b[31mfatal:\u001b[0m no licence found\n");
  process.exit(3);
}
if (fault === "hang") await new Promise(() => setInterval(() => {}, 1000));
if (fault === "flood") {
  const part = "x".repeat(1024 * 1024);
  const write = () => {
    while (process.stdout.write(part));
    process.stdout.once("drain", write);
  };
  write();
  await new Promise(() => {});
}
if (fault === "environment") process.stderr.write(`${Object.keys(process.env).sort().join(" ")}\n`);

let sessions = 0;
let isLoggedIn = fault !== "login";
const stops = new Map();
const { session: sessionMethods, fs } = acp.methods.client;

/** Runs the orders of a question: `{"do": …}`, one a line. */
async function play({ params: { sessionId, prompt }, client }) {
  const sendText = (text) => update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
  const update = (some) => client.notify(sessionMethods.update, { sessionId, update: some });
  const stopped = new Promise((resolve) => stops.set(sessionId, resolve));
  const text = prompt.at(-1).text;
  const orders = text.split("\n").filter((line) => line.startsWith("{"));
  if (orders.length === 0) await sendText(`You said: ${text}`);
  for (const line of orders) {
    const order = JSON.parse(line);
    try {
      switch (order.do) {
        case "say":
          await sendText(order.text);
          break;
        case "prompt":
          await sendText(JSON.stringify(prompt));
          break;
        case "update":
          await update(order.update);
          break;
        case "read":
          await sendText(JSON.stringify(await client.request(fs.readTextFile, { sessionId, ...order.with })));
          break;
        case "write":
          await client.request(fs.writeTextFile, { sessionId, ...order.with });
          await sendText(`wrote ${order.with.path}`);
          break;
        case "write outside the protocol":
          writeFileSync(order.path, order.text);
          break;
        case "ask": {
          const { outcome } = await client.request(sessionMethods.requestPermission, {
            sessionId,
            toolCall: order.call,
            options: order.options ?? [
              { optionId: "always", name: "Always allow", kind: "allow_always" },
              { optionId: "yes", name: "Allow", kind: "allow_once" },
              { optionId: "no", name: "Reject", kind: "reject_once" },
            ],
          });
          await sendText(`answer: ${outcome.optionId ?? outcome.outcome}`);
          break;
        }
        case "tool":
          await sendText(await callTool(servers.get(sessionId), order));
          break;
        case "many":
          for (let i = 0; i < order.times; i++)
            await update(JSON.parse(JSON.stringify(order.update).replaceAll("%", String(i))));
          break;
        case "big":
          process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", method: "x", params: "x".repeat(order.bytes) })}\n`);
          break;
        case "forget":
          writeFileSync(forgotten(process.cwd()), "");
          break;
        case "spawn":
          spawn(
            process.execPath,
            [
              "-e",
              `require("fs").writeFileSync(${JSON.stringify(order.path)}, String(process.pid)); setInterval(() => {}, 1000)`,
            ],
            {
              stdio: "ignore",
            },
          ).unref();
          break;
        case "wait":
          if ((await stopped) === "stop") {
            if (order.stays) await new Promise(() => {});
            await sendText("too late");
            if (order.writes) await client.request(fs.writeTextFile, { sessionId, ...order.writes }).catch(() => {});
            return { stopReason: "cancelled" };
          }
          break;
        case "die":
          process.stderr.write(`${order.text ?? "I give up"}\n`);
          process.exit(7);
          break;
        case "end":
          return { stopReason: order.reason };
        case "error":
          throw new acp.RequestError(order.code ?? -32603, order.message);
      }
    } catch (error) {
      if (order.do === "error") throw error;
      await sendText(`error ${error.code}: ${error.message}`);
    }
  }
  return { stopReason: "end_turn" };
}

/** Starts the session's first MCP server, as agents do, and calls one of its tools. Returns its text. */
async function callTool([{ command, args, env }], { name, arguments: given }) {
  const server = spawn(command, args, {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...Object.fromEntries(env.map((each) => [each.name, each.value])) },
  });
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const clientInfo = { name: "an MCP client of its own", version: "1" };
  send({ id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo } });
  let held = "";
  for await (const chunk of server.stdout) {
    held += chunk;
    for (const line of held.split("\n").slice(0, -1)) {
      const { id, result, error } = JSON.parse(line);
      if (id === 1) {
        send({ method: "notifications/initialized" });
        send({ id: 2, method: "tools/call", params: { name, arguments: given } });
      }
      if (id !== 2) continue;
      server.stdin.end();
      return error ? error.message : result.content.map(({ text }) => text).join("\n");
    }
    held = held.slice(held.lastIndexOf("\n") + 1);
  }
  return "the server ended";
}

/** What each session was given. */
const servers = new Map();
/** A file that makes the agent forget every session of this folder. */
const forgotten = (folder) => join(folder, ".forgotten");
acp
  .agent({ name: "scripted" })
  .onRequest(acp.methods.agent.initialize, () => ({
    protocolVersion: fault === "version" ? 99 : acp.PROTOCOL_VERSION,
    agentInfo: { name: "scripted", version: "1.2.3" },
    agentCapabilities: {
      loadSession: fault === "load",
      promptCapabilities: { embeddedContext: fault === "embeds", image: fault === "embeds" },
      sessionCapabilities: fault === "resume" ? { resume: {}, list: {} } : {},
    },
    authMethods: [
      { id: "browser", name: "Log in with a browser" },
      { id: "terminal", name: "Log in in a terminal", type: "terminal", args: ["--login"] },
    ],
  }))
  .onRequest(acp.methods.agent.authenticate, () => {
    isLoggedIn = true;
    return {};
  })
  .onRequest(acp.methods.agent.session.new, async ({ params, client }) => {
    if (!isLoggedIn) throw acp.RequestError.authRequired();
    sessions += 1;
    const sessionId = `session-${process.pid}-${sessions}`;
    servers.set(sessionId, params.mcpServers);
    const availableCommands = [
      { name: "review", description: "Reviews\u202e everything" },
      { name: "two words", description: "is left out" },
    ];
    // Before the answer, as some agents do.
    await client.notify(sessionMethods.update, {
      sessionId,
      update: { sessionUpdate: "available_commands_update", availableCommands },
    });
    return {
      sessionId,
      modes: {
        currentModeId: "default",
        availableModes: [
          { id: "default", name: "Default" },
          { id: "plan", name: "Plan", description: "Changes nothing" },
        ],
      },
      configOptions: [
        {
          type: "select",
          id: "model",
          name: "Model",
          category: "model",
          currentValue: "small",
          options: [
            { value: "small", name: "Small" },
            { value: "large", name: "Large" },
          ],
        },
      ],
    };
  })
  .onRequest(acp.methods.agent.session.list, ({ params }) => ({
    sessions: [
      {
        sessionId: "from-a-terminal",
        cwd: params.cwd,
        title: "Fix\u202e the notes",
        updatedAt: "2026-11-20T10:00:00Z",
      },
      { sessionId: "elsewhere", cwd: "/elsewhere", title: "Of another folder" },
      { sessionId: "unnamed", cwd: params.cwd, updatedAt: "soon" },
    ],
  }))
  .onRequest(acp.methods.agent.session.resume, ({ params }) => {
    if (existsSync(forgotten(params.cwd))) throw acp.RequestError.resourceNotFound(params.sessionId);
    return {};
  })
  .onRequest(acp.methods.agent.session.load, async ({ params, client }) => {
    const content = { type: "text", text: "said long ago" };
    await client.notify(sessionMethods.update, {
      sessionId: params.sessionId,
      update: { sessionUpdate: "agent_message_chunk", content },
    });
    return {};
  })
  .onRequest(acp.methods.agent.session.setMode, async ({ params, client }) => {
    const update = { sessionUpdate: "current_mode_update", currentModeId: params.modeId };
    await client.notify(sessionMethods.update, { sessionId: params.sessionId, update });
    return {};
  })
  .onRequest(acp.methods.agent.session.setConfigOption, ({ params }) => ({
    configOptions: [
      {
        type: "select",
        id: "model",
        name: "Model",
        category: "model",
        currentValue: params.value,
        options: [
          { value: "small", name: "Small" },
          { value: "large", name: "Large" },
        ],
      },
    ],
  }))
  .onRequest(acp.methods.agent.session.prompt, play)
  .onNotification(acp.methods.agent.session.cancel, ({ params }) => stops.get(params.sessionId)?.("stop"))
  .connect(acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
