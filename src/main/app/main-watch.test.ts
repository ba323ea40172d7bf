import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, expect, test } from "vitest";
import { createMainWatch, type MainWatch } from "./main-watch";

let logged: string[];
let watch: MainWatch;
beforeEach(() => {
  logged = [];
  watch = createMainWatch((sentence, level) => logged.push(`${level}: ${sentence}`));
});

/** Keeps the CPU busy for this long. */
function hold(ms: number): void {
  const from = process.threadCpuUsage();
  const worked = () => {
    const { user, system } = process.threadCpuUsage(from);
    return (user + system) / 1000;
  };
  while (worked() < ms);
}

test("a call that blocks main is named, with the time it has been running", async () => {
  const end = watch.begin("grep");
  const other = watch.begin("document:typed");
  await wait(30);
  hold(120);
  await wait(50);
  other();
  end();
  expect(logged).toHaveLength(1);
  expect(logged[0]).toMatch(
    /^info: main was blocked for 1\d\d ms during grep \(for \d+ ms\), document:typed \(for \d+ ms\)$/,
  );
  expect(watch.pauses()).toMatchObject({ count: 1, worst: { during: ["grep", "document:typed"] } });
});

test("a call that blocks main until its own end is named too, and from a quarter of a second on as a warning", () => {
  const end = watch.begin("office_artifact");
  hold(260);
  end();
  expect(logged).toEqual([expect.stringMatching(/^warning: main was blocked for 2\d\d ms during office_artifact/)]);
});

test("waiting is not a pause, nor are many short calls a long one, and nothing is checked while nothing runs", async () => {
  const end = watch.begin("doc_read");
  for (let count = 0; count < 10; count++) {
    hold(12);
    await wait(1);
  }
  await wait(100);
  end();
  hold(80);
  const next = watch.begin("doc_toc");
  next();
  expect(logged).toEqual([]);
  expect(watch.pauses()).toEqual({ count: 0, worst: null });
});
