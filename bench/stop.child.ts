/** Stops in the middle of an answer, and aborts the SDK alone over the same endpoint. Prints milliseconds as JSON. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { createTestAssistant } from "../src/main/app/assistant/testing/test-assistant";
import { streamOf } from "../src/main/app/assistant/testing/wire";

const rounds = Number(process.argv[2]);
const fullStream = streamOf("anthropic", { text: "A long answer that goes on and on" });
const openStream = fullStream.slice(0, fullStream.indexOf("event: content_block_stop"));

const testAssistant = await createTestAssistant();
testAssistant.endpoint.otherwise = () => ({ stream: openStream, finally: "hang" });

/** The comparison: one request of the SDK, aborted once text has arrived. Ends when its reader notices. */
async function sdk(): Promise<number> {
  const model = createAnthropic({ baseURL: `${testAssistant.endpoint.url}/v1`, apiKey: "sk-bench" })("model-a");
  const stop = new AbortController();
  const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Go on" }] }];
  const { stream } = await model.doStream({ prompt, abortSignal: stop.signal });
  const reader = stream.getReader();
  for (;;) {
    const { value } = await reader.read();
    if (value?.type === "text-delta" && value.delta.includes("on")) break;
  }
  const started = performance.now();
  stop.abort();
  for (;;) {
    const ended = await reader.read().then(
      ({ done, value }) => done || value.type === "error",
      () => true,
    );
    if (ended) break;
  }
  return performance.now() - started;
}

/** Galley: from the renderer's request until the renderer knows that the turn is stopped. */
async function galley(): Promise<number> {
  const id = testAssistant.begin();
  await testAssistant.assistant.send(id, "Go on", []);
  await testAssistant.until(id, ({ parts }) => parts[0]?.kind === "text" && parts[0].text.includes("on and on"));
  const started = performance.now();
  await testAssistant.assistant.stop(id);
  const status = testAssistant.page(id)?.turns.at(-1)?.state.status;
  if (status !== "stopped") throw new Error(`the renderer shows ${status}`);
  return performance.now() - started;
}

const runs = { sdk: [] as number[], galley: [] as number[] };
await sdk();
await galley();
for (let round = 0; round < rounds; round++) {
  runs.sdk.push(await sdk());
  runs.galley.push(await galley());
}
await testAssistant.end();
console.log(JSON.stringify(runs));
process.exit(0);
