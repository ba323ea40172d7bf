import { expect, test } from "vitest";
import { difference } from "../../../../core/diff/difference";
import { wordwise } from "../../../../core/review/word-changes";
import { compareElsewhere } from "./compare-texts";
import { type Packages, packagesInThread } from "./packages";

function compareWith(run: Packages["run"]) {
  const jobs: string[] = [];
  const logged: unknown[] = [];
  const packages: Packages = {
    run(job, ...rest) {
      jobs.push(job);
      return run(job, ...rest);
    },
    close() {},
  };
  return { compare: compareElsewhere(packages, (error) => logged.push(error)), jobs, logged };
}

const lines = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `Line ${index} costs ${index * 7} ${word}.\n`).join("");
const [old, young] = [lines(4000, "euros"), lines(4000, "francs")];

test("texts that differ a lot are compared in a worker process, with the same result", async () => {
  const { compare, jobs, logged } = compareWith(packagesInThread().run);
  expect(await compare(old, young)).toEqual(difference(old, young));
  expect(await compare(old, young, "words")).toEqual(wordwise(old, young));
  expect(jobs).toEqual(["difference", "difference"]);
  expect(logged).toEqual([]);
});

test("a small change of a long text, and one that only adds or only removes, are compared here", async () => {
  const { compare, jobs } = compareWith(packagesInThread().run);
  expect(await compare(old, old + young)).toEqual(difference(old, old + young));
  expect(await compare(old, old.replace("euros", "pounds"))).toHaveLength(1);
  expect(await compare(old, "")).toHaveLength(1);
  expect(jobs).toEqual([]);
});

test("if the worker process fails, the changes are the same and the error is logged", async () => {
  const error = new Error("the process ended");
  const { compare, logged } = compareWith(() => Promise.reject(error));
  expect(await compare(old, young)).toEqual(difference(old, young));
  expect(logged).toEqual([error]);
});
