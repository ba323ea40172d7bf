/** What a long answer of a model costs the real app. */
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { fakeEndpoint } from "../src/main/app/assistant/testing/fake-endpoint";
import { streamOf } from "../src/main/app/assistant/testing/wire";
import { ask, lastTurn, openPanel, setUpConversation, statusOf } from "./assistant-parts";
import { start } from "./launch";
import { test } from "./test";

const bytes = 2 * 1024 * 1024;

/** What the main process has used so far: seconds of processor time, and megabytes of memory at most. Linux only. */
async function usedBy(pid: number): Promise<{ seconds: number; megabytes: number }> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [, peak = "0"] = /VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
  return { seconds: (Number(fields[11]) + Number(fields[12])) / 100, megabytes: Number(peak) / 1024 };
}

test("an answer of 2 MB in 17-byte pieces takes the main process less than 300 MB and 2 s of work", async () => {
  test.skip(!process.env["GALLEY_LONG"] || process.platform !== "linux", "long");
  test.setTimeout(180_000);
  const endpoint = await fakeEndpoint();
  const galley = await start({ files: { "notes.md": "# Notes\n" } });
  const { page, app } = galley;
  await galley.open("notes.md");
  const { id } = await setUpConversation(galley, endpoint, "openai-compatible");
  await openPanel(page);
  const text = "A line of words.\n".repeat(bytes / 17);
  const stream = Buffer.from(streamOf("openai", { text }, 17));
  endpoint.answers.push({ reply: { text: "Warm." } }, { stream });
  await ask(page, "assistant:send", { conversation: id, text: "Warm up", chips: [] });
  await expect.poll(() => statusOf(page, id)).toBe("done");
  const pid = app.process().pid ?? 0;
  const before = await usedBy(pid);
  await ask(page, "assistant:send", { conversation: id, text: "Write much", chips: [] });
  await expect.poll(() => statusOf(page, id), { timeout: 120_000, intervals: [1000] }).toBe("done");
  const after = await usedBy(pid);
  const used = { seconds: after.seconds - before.seconds, megabytes: after.megabytes - before.megabytes };
  console.log(`2 MB in 17-byte pieces: ${used.seconds.toFixed(1)} s, ${used.megabytes.toFixed(0)} MB more at most`);
  expect((await lastTurn(page, id))?.parts).toEqual([{ kind: "text", text, isWhole: true }]);
  expect(used.seconds).toBeLessThan(2);
  expect(used.megabytes).toBeLessThan(300);
  await galley.close();
  await endpoint.close();
});
