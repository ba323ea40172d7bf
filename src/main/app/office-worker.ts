/** The thread in which Office documents are read and worked on. */
import { parentPort } from "node:worker_threads";
import { ToolError } from "../engine/tool-error";
import { createOfficeModels, type OfficeModels } from "./office-models";
import type { OfficeAnswer, OfficeQuestion } from "./office-thread";

const models = createOfficeModels();

parentPort?.on("message", async ({ number, name, given }: OfficeQuestion) => {
  const answer = async (): Promise<OfficeAnswer> => {
    try {
      const work = models[name] as (...all: unknown[]) => ReturnType<OfficeModels[keyof OfficeModels]>;
      return { number, status: "done", result: await work(...given) };
    } catch (error) {
      if (error instanceof ToolError) {
        const { code, message, hint } = error;
        return { number, status: "refused", code, message, hint };
      }
      return {
        number,
        status: "failed",
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      };
    }
  };
  parentPort?.postMessage(await answer());
});
