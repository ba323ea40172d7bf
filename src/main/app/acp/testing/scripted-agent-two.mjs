// An agent for tests that speaks the draft of the protocol's version 2. It does what the question says, one order a line: `{"do": …}`.
import { Readable, Writable } from "node:stream";
import * as acp from "@agentclientprotocol/sdk/experimental/v2";

const { session, auth } = acp.methods.agent;
const client = acp.methods.client.session;
const stops = new Map();
let [sessions, messages] = [0, 0];
const model = (currentValue) => [
  {
    type: "select",
    configId: "model",
    name: "Model",
    category: "model",
    currentValue,
    options: [
      { value: "small", name: "Small" },
      { value: "large", name: "Large" },
    ],
  },
];

async function play({ params: { sessionId, prompt }, client: to }) {
  const update = (some) => to.notify(client.update, { sessionId, update: some });
  const sendText = (text, messageId = `m${++messages}`) =>
    update({ sessionUpdate: "agent_message_chunk", messageId, content: { type: "text", text } });
  const stopped = new Promise((resolve) => stops.set(sessionId, resolve));
  let end = { stopReason: "end_turn" };
  // A state that is sent again, about what was before this question.
  await update({ sessionUpdate: "state_update", state: "idle", stopReason: "end_turn" });
  const work = async () => {
    await update({ sessionUpdate: "state_update", state: "running" });
    const text = prompt.at(-1).text;
    for (const line of text.split("\n").filter((each) => each.startsWith("{"))) {
      const order = JSON.parse(line);
      if (order.do === "say") await sendText(order.text, order.id);
      else if (order.do === "update") await update(order.update);
      else if (order.do === "ask") {
        const { outcome } = await to.request(client.requestPermission, {
          sessionId,
          title: order.title,
          subject: order.subject,
          options: [
            { optionId: "yes", name: "Allow", kind: "allow_once" },
            { optionId: "no", name: "Reject", kind: "reject_once" },
          ],
        });
        await sendText(`answer: ${outcome.optionId ?? outcome.outcome}`);
      } else if (order.do === "wait") {
        await stopped;
        end = { stopReason: "cancelled" };
      } else if (order.do === "fail") end = { stopReason: "error", error: { code: -32603, message: order.message } };
    }
    await update({ sessionUpdate: "state_update", state: "idle", ...end });
  };
  setTimeout(() => void work(), 5);
  return { messageId: `u${++messages}` };
}

acp
  .agent({ name: "scripted" })
  .onRequest(acp.methods.agent.initialize, () => ({
    protocolVersion: acp.PROTOCOL_VERSION,
    info: { name: "scripted", version: "2.0.0" },
    capabilities: { session: { prompt: { image: {} }, mcp: { stdio: {} } } },
    authMethods: [{ type: "agent", methodId: "browser", name: "Log in with a browser" }],
  }))
  .onRequest(auth.login, () => ({}))
  .onRequest(session.new, () => {
    sessions += 1;
    return {
      sessionId: `two-${process.pid}-${sessions}`,
      configOptions: model("small"),
      availableCommands: [{ type: "command", name: "review", description: "Reviews everything" }],
    };
  })
  .onRequest(session.list, ({ params }) => ({
    sessions: [{ sessionId: "from-a-terminal", cwd: params.cwd, title: "Fix the notes" }],
  }))
  .onRequest(session.resume, () => ({ configOptions: model("large") }))
  .onRequest(session.close, () => ({}))
  .onRequest(session.setConfigOption, ({ params }) => ({ configOptions: model(params.value) }))
  .onRequest(session.prompt, play)
  .onNotification(session.cancel, ({ params }) => stops.get(params.sessionId)?.())
  .connect(acp.ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
