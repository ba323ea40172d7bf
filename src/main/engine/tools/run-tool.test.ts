import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { ToolError } from "../ports/tool-error";
import { engineForTests } from "./engine-for-tests";
import { defineTool, type ToolContext, type ToolResult } from "./kit/tool";
import { runTool } from "./run-tool";

const input = z.strictObject({
  count: z.int().min(1).max(9).describe("How many."),
  names: z.array(z.string()).min(1).optional().describe("Which."),
  either: z
    .union([z.string(), z.array(z.string())])
    .optional()
    .describe("One or several."),
});

function tool(run: (ctx: ToolContext) => Promise<ToolResult>, timeLimit = 1000) {
  const described = {
    name: "try",
    set: "documents",
    title: "Try",
    description: "",
    answers: "",
    changes: "nothing",
  } as const;
  return defineTool({ ...described, timeLimit, input, run: (_, ctx) => run(ctx) });
}

const answer: ToolResult = { message: "done", summary: "did it", data: {} };

async function run(
  args: unknown,
  act: (ctx: ToolContext) => Promise<ToolResult> = async () => answer,
  timeLimit?: number,
) {
  const logged: unknown[] = [];
  const context = (signal: AbortSignal) => ({ signal }) as ToolContext;
  const envelope = await runTool(tool(act, timeLimit), args, { context, log: (error) => logged.push(error) });
  return { envelope, logged };
}

describe("messages of errors", () => {
  it.each([
    [{}, "count is required"],
    [undefined, "count is required"],
    [{ count: 0 }, "count must be at least 1, not 0"],
    [{ count: 10 }, "count must be at most 9, not 10"],
    [{ count: "five" }, 'count must be a number, not "five"'],
    [{ count: 1, names: [] }, "names must be at least 1 items long, not 0"],
    [{ count: 1, names: ["a", null] }, "names[1] must be a string, not null"],
    [{ count: 1, either: 5 }, "either must be a string or a list, not 5"],
    [{ count: 1, cuont: 1 }, "unknown argument `cuont`; did you mean `count`?"],
    [{ count: 1, zzzzzz: 1 }, "unknown argument `zzzzzz`; known here: count, names, either"],
    [{ Count: 1 }, "count is required; unknown argument `Count`; did you mean `count`?"],
    [
      JSON.parse('{"count": 1, "__proto__": {"polluted": true}}'),
      "unknown argument `__proto__`; known here: count, names, either",
    ],
    [
      { count: 1, constructor: 1, toString: 2 },
      "unknown argument `constructor`; unknown argument `toString`; known here: count, names, either",
    ],
    [null, "the arguments of try must be an object"],
    ["{}", "the arguments of try must be an object"],
    [[], "the arguments of try must be an object"],
  ])("%j", async (args, message) => {
    const { envelope, logged } = await run(args);
    expect(envelope).toMatchObject({ ok: false, error: { code: "bad_arguments" } });
    expect(envelope.message).toBe(message);
    expect(envelope.error?.message).toBe(envelope.message);
    expect(logged).toEqual([]);
  });

  it("many errors at once are listed, up to a limit", async () => {
    const args = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`q${index}`, 1]));
    const { envelope } = await run(args);
    expect(envelope.message).toContain("... and 16 more");
    expect(envelope.message.length).toBeLessThan(500);
  });

  it("a tool error is shown as written, with its hint below", async () => {
    const { envelope, logged } = await run({ count: 1 }, async () => {
      throw new ToolError("stale", "it moved on", { hint: "Read again.", candidates: ["a"] });
    });
    expect(envelope).toEqual({
      ok: false,
      message: "it moved on\nRead again.",
      summary: "try: it moved on",
      error: { code: "stale", message: "it moved on", hint: "Read again.", candidates: ["a"] },
    });
    expect(logged).toEqual([]);
  });

  it("an unexpected error is logged in full and reported in a sentence, without a stack", async () => {
    const bug = new TypeError("x is not a function\n    at secret.ts:1");
    const { envelope, logged } = await run({ count: 1 }, () => Promise.reject(bug));
    expect(logged).toEqual([bug]);
    expect(envelope.error).toEqual({
      code: "failed",
      message: "try failed unexpectedly; the full error is in Galley's log",
    });
    expect(JSON.stringify(envelope)).not.toContain("secret");
  });

  it("the system's own message is passed on", async () => {
    const { envelope } = await run({ count: 1 }, () =>
      Promise.reject(Object.assign(new Error("EIO: i/o error"), { code: "EIO" })),
    );
    expect(envelope.message).toBe("try failed unexpectedly: EIO: i/o error");
  });

  it("a thrown value that is not an error still gives an answer", async () => {
    for (const thrown of [undefined, null, "text", 5]) {
      const { envelope } = await run({ count: 1 }, () => Promise.reject(thrown));
      expect(envelope.error?.code).toBe("failed");
    }
  });
});

describe("the time limit", () => {
  it("a tool that obeys the signal is stopped, and has changed nothing", async () => {
    const { envelope } = await run(
      { count: 1 },
      async ({ signal }) => {
        while (!signal.aborted) await sleep(1);
        throw signal.reason;
      },
      10,
    );
    expect(envelope.error).toEqual({ code: "timeout", message: "try was stopped after 0.01 s; nothing was changed" });
  });

  it("a write that had begun at the time limit is reported as it ended", async () => {
    const { envelope } = await run({ count: 1 }, () => sleep(60, answer), 10);
    expect(envelope).toEqual({ ok: true, ...answer });
  });

  it("nothing keeps the process alive after the answer", async () => {
    vi.useFakeTimers();
    try {
      await run({ count: 1 });
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it("a tool that never ends is answered for", async () => {
    vi.useFakeTimers();
    try {
      const running = run({ count: 1 }, () => new Promise<never>(() => {}), 1000);
      await vi.advanceTimersByTimeAsync(3500);
      expect((await running).envelope.error?.code).toBe("timeout");
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("a cancelled call", () => {
  it("is stopped like one that exceeds its time", async () => {
    const caller = new AbortController();
    const context = (signal: AbortSignal) => ({ signal }) as ToolContext;
    const heeding = tool(async ({ signal }) => {
      caller.abort();
      signal.throwIfAborted();
      return answer;
    });
    const options = { context, log: () => {}, cancelled: caller.signal };
    const stopped = { code: "failed", message: "the call was cancelled; nothing was changed" };
    expect((await runTool(heeding, { count: 1 }, options)).error).toEqual(stopped);
    expect(
      (
        await runTool(
          tool(async () => answer),
          { count: 1 },
          options,
        )
      ).error,
    ).toEqual(stopped);
  });

  it("writes nothing that had not begun", async () => {
    const on = engineForTests({ "a.md": "one\n" });
    const args = { action: "write", path: "a.md", content: "two\n" };
    const gone = AbortSignal.abort();
    const answered = await on.engine.run({ name: "text_editor", arguments: args, caller: on.caller, signal: gone });
    expect(answered.ok).toBe(false);
    expect(await on.bytesOf("a.md")).toBe("one\n");
  });
});

describe("names", () => {
  it("[003-old-name] the former name of the Office tool is unknown", async () => {
    const envelope = await engineForTests().call("document_artifact", { action: "read", path: "a.odt" });
    expect(envelope.error?.code).toBe("not_found");
  });

  it.each([
    ["text_edit", "did you mean text_editor?"],
    ["TextEditor", "did you mean text_editor?"],
    ["__proto__", "there are text_editor"],
    ["constructor", "there are text_editor"],
    ["", "there are text_editor"],
    ["x".repeat(10_000), "there are text_editor"],
  ])("no tool is called %s", async (name, expectedMessage) => {
    const envelope = await engineForTests().call(name, {});
    expect(envelope.error?.code).toBe("not_found");
    expect(envelope.message).toContain(expectedMessage);
    expect(envelope.message.length).toBeLessThan(400);
  });
});
