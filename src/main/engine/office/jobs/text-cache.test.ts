import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { docxOf } from "../package/packages.fixture";
import { type Packages, packagesInThread } from "./packages";
import { withTextCache } from "./text-cache";

/** Packages with a cache, and the jobs that were run. */
function withCounts(): { packages: Packages; jobs: string[] } {
  const jobs: string[] = [];
  const inThread = packagesInThread();
  const run = (async (job: never, given: never) => {
    jobs.push(job);
    return inThread.run(job, given);
  }) as Packages["run"];
  return { packages: withTextCache({ run, close: () => undefined }), jobs };
}

/** Built once each: a package names the time at which it was made. */
const bytes = new Map<string, Uint8Array>();
function file(text: string) {
  const made = bytes.get(text) ?? docxOf(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`);
  bytes.set(text, made);
  return { bytes: made, format: "docx", name: "a.docx", most: "whole" } as const;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the last texts of packages", () => {
  it("are kept by the bytes, and the result of an edit as well", async () => {
    const { packages, jobs } = withCounts();
    const first = await packages.run("text", file("one"));
    expect(await packages.run("text", file("one"))).toEqual(first);
    expect((await packages.run("text", file("two"))).text).toBe("two");
    expect(jobs).toEqual(["text", "text"]);
    const operation = { operation: "replace_text", find: "one", replace: "three", which: "once", node: null } as const;
    const edit = await packages.run("edit", { ...file("one"), operation, track: null, needsText: true });
    expect((await packages.run("text", { ...file(""), bytes: edit.bytes })).text).toBe("three");
    expect(jobs).toEqual(["text", "text", "edit"]);
  });

  it("are forgotten after a minute, displaced by later ones, and not displaced by a search", async () => {
    const { packages, jobs } = withCounts();
    await packages.run("text", file("one"));
    for (let count = 0; count < 10; count++) await packages.run("text", file(`found ${count}`), { isOneOfMany: true });
    jobs.length = 0;
    await packages.run("text", file("one"));
    expect(jobs).toEqual([]);
    vi.advanceTimersByTime(59_000);
    await packages.run("text", file("one"));
    vi.advanceTimersByTime(61_000);
    await packages.run("text", file("one"));
    expect(jobs).toEqual(["text"]);
    for (const text of ["two", "three", "four", "five"]) await packages.run("text", file(text));
    await packages.run("text", file("one"));
    expect(jobs).toHaveLength(6);
  });

  it("are not given to a call that was cancelled", async () => {
    const { packages } = withCounts();
    await packages.run("text", file("one"));
    await expect(
      packages.run("text", file("one"), { signal: AbortSignal.abort(new Error("stopped")) }),
    ).rejects.toThrow("stopped");
  });
});
