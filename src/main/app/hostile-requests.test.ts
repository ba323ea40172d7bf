import { execFileSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RequestName } from "../../shared/contract";
import { recordAttempts } from "../../shared/testing/record-attempts";
import { readArgument } from "./read-argument";
import { requestSchemas } from "./requests";
import { hostileValues, hugeValues, samplesOf, withAt } from "./testing/hostile-arguments";
import { createTestApp, type TestApp } from "./testing/test-app";

const isLong = process.env["GALLEY_LONG"] !== undefined;
const names = Object.keys(requestSchemas) as RequestName[];
/** These requests remove what later ones need, so they come last. */
const last: RequestName[] = ["workspace:close", "window:close", "app:ready-to-close"];
const ordered = [...names.filter((name) => !last.includes(name)), ...last];

let testApp: TestApp;
let outside: string;
beforeEach(async () => {
  testApp = createTestApp({ "a.md": "# A\n\none\n" });
  outside = join(testApp.folder, "..", "outside");
  mkdirSync(join(outside, "sub"), { recursive: true });
  writeFileSync(join(outside, "secret.md"), "# Hidden\n\nthe secret\n");
  writeFileSync(join(outside, "sub", "secret.docx"), "the secret");
  mkdirSync(`${testApp.folder}-evil`);
  writeFileSync(`${testApp.folder}-evil/secret.md`, "the secret");
  symlinkSync(outside, testApp.path("way"));
  symlinkSync(join(outside, "secret.md"), testApp.path("way.md"));
  symlinkSync(join(outside, "new.md"), testApp.path("dangling.md"));
  // A renderer without unsaved edits answers at once.
  testApp.desktop.onEvent = ({ name, event }) => {
    if (name === "document:hand-over") testApp.window.handlers["document:handed-over"](event.requestId);
  };
  await testApp.start([""]);
});
afterEach(() => testApp.end());

type Answer = { threw: unknown } | { answer: unknown } | "hangs";

/** Sends an argument through validation and handler, like a request. Null if it is rejected. */
async function ask(name: RequestName, argument: unknown): Promise<Answer | null> {
  const checked = readArgument(name, argument);
  if (checked.status === "refused") return null;
  const handler = testApp.window.handlers[name] as (argument: unknown) => Promise<unknown>;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"hangs">((done) => {
    timer = setTimeout(() => done("hangs"), 30_000);
  });
  const answered = (async () => {
    try {
      return { answer: await handler(checked.argument) };
    } catch (threw) {
      return { threw };
    }
  })();
  const reply = await Promise.race([answered, late]);
  clearTimeout(timer);
  return reply;
}

/** Names, kinds, bytes and times of everything in a folder. */
function contents(folder: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .sort()
    .map((name) => {
      const path = join(folder, name);
      const found = lstatSync(path);
      if (found.isSymbolicLink()) return `${name} -> ${readlinkSync(path)}`;
      return found.isFile() ? `${name} ${found.mtimeMs} ${readFileSync(path, "utf8")}` : `${name}/`;
    });
}

const collected = (): number => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  return process.memoryUsage().heapUsed;
};

test("there is a sample for every request, and each fits its request", () => {
  for (const name of names)
    for (const { argument } of samplesOf(requestSchemas[name]))
      expect(readArgument(name, argument), name).toMatchObject({ status: "fits" });
});

test("whatever value stands in whatever argument of any request, the schema rejects it or the request is answered, and nothing else happens [A9]", async () => {
  const began = contents(outside);
  const before = collected();
  let refused = 0;
  let runs = 0;
  const passed = new Map<RequestName, unknown[]>();
  for (const [nth, name] of ordered.entries()) {
    const [sample] = samplesOf(requestSchemas[name]);
    if (!sample) continue;
    const { argument, leaves } = sample;
    const extra = typeof argument === "object" && argument !== null && !Array.isArray(argument);
    const tries = [
      ...leaves.flatMap(({ at }) => hostileValues.map((value) => withAt(argument, at, value))),
      // A short run covers one position of each request, a different one each time.
      ...leaves
        .filter((_, at) => isLong || at === nth % leaves.length)
        .flatMap(({ at }, place) =>
          hugeValues
            .filter((_, huge) => isLong || huge % 7 === (nth + place) % 7)
            .map((value) => withAt(argument, at, value)),
        ),
      ...(extra
        ? [
            { ...argument, more: 1 },
            { ...argument, ...JSON.parse('{"__proto__": {"x": 1}}') },
          ]
        : []),
    ];
    for (const each of tries) {
      if (readArgument(name, each).status === "fits") passed.set(name, [...(passed.get(name) ?? []), each]);
      else refused++;
    }
    runs += tries.length;
  }
  // The same values at every position of every request, and two unexpected properties.
  recordAttempts(hostileValues.length + hugeValues.length + 2, runs);
  // Of the arguments that pass validation, the handlers get one, another one for each request, and in a long run all.
  const wrong: string[] = [];
  for (const [nth, [name, all]] of [...passed].entries()) {
    const few = all.filter((_, at) => isLong || at === nth % all.length);
    for (const argument of few) {
      const reply = await ask(name, argument);
      if (reply === "hangs") wrong.push(`${name} hangs at ${shown(argument)}`);
      if (reply !== null && typeof reply === "object" && "threw" in reply)
        wrong.push(`${name} throws ${String(reply.threw)} at ${shown(argument)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(5000);
  expect(contents(outside)).toEqual(began);
  expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
  expect(({} as Record<string, unknown>)["path"]).toBeUndefined();
  passed.clear();
  expect((collected() - before) / 2 ** 20, "MiB kept").toBeLessThan(100);
});

const shown = (argument: unknown): string => {
  try {
    return JSON.stringify(argument)?.slice(0, 150) ?? "undefined";
  } catch {
    return typeof argument;
  }
};

/** Every way to name a path outside the open folder. */
function waysOut(): string[] {
  const secret = join(outside, "secret.md");
  return [
    ...[
      secret,
      outside,
      `${testApp.folder}-evil/secret.md`,
      `${testApp.folder}-evil`,
      "/etc/passwd",
      "/",
      "/root/.ssh/id_rsa",
    ],
    ...[
      `${testApp.folder}/../outside/secret.md`,
      `${testApp.folder}/missing/../../outside/secret.md`,
      `${testApp.folder}/..`,
    ],
    ...[testApp.path("way/secret.md"), testApp.path("way"), testApp.path("way.md"), testApp.path("dangling.md")],
    ...[`/proc/self/root${secret}`, `/proc/self/cwd/../../${secret}`, "/dev/fd/0", "/dev/zero", "/proc/self/environ"],
    ...["../outside/secret.md", "way/secret.md", "~/.ssh/id_rsa", `file://${secret}`, "..%2foutside%2fsecret.md"],
    ...["\\\\?\\C:\\secret.md", "C:\\secret.md", "C:secret.md", "//host/share/secret.md", `${secret}\0.md`],
    ...[testApp.dataDir, join(testApp.dataDir, "settings.json"), join(testApp.dataDir, "history.db")],
  ];
}

test("no request reads, writes, shows or opens anything that the user has not opened, by whatever path in whatever argument [A10 A18]", async () => {
  mkdirSync(testApp.dataDir, { recursive: true });
  const began = [contents(outside), contents(`${testApp.folder}-evil`), readdirSync(join(testApp.folder, ".."))];
  const ways = waysOut();
  const wrong: string[] = [];
  const { doc } = await testApp.open("a.md");
  let calls = 0;
  for (const [nth, name] of ordered.entries()) {
    for (const { argument, leaves } of samplesOf(requestSchemas[name]).slice(0, isLong ? undefined : 1)) {
      const paths = leaves.filter(({ kind }) => kind === "path");
      const ids = leaves.filter(({ kind }) => kind === "document");
      const asking = ids.reduce((each, { at }) => withAt(each, at, doc), argument);
      // If a request has several paths, only this one is outside, so that it must be the reason.
      const inside = paths.reduce((each, { at }) => withAt(each, at, testApp.path("a.md")), asking);
      for (const { at } of paths)
        for (const way of ways.filter((_, each) => isLong || (each + nth) % 3 === 0)) {
          calls++;
          const reply = await ask(name, withAt(inside, at, way));
          if (reply === null) continue;
          const where = `${name} ${at.join(".")} ${way}`;
          if (reply === "hangs") wrong.push(`hangs: ${where}`);
          else if ("threw" in reply) wrong.push(`throws ${String(reply.threw)}: ${where}`);
          else if (/the secret|root:x:0|Hidden/.test(JSON.stringify(reply.answer) ?? "")) wrong.push(`tells: ${where}`);
        }
    }
  }
  recordAttempts(ways.length, calls);
  expect(wrong).toEqual([]);
  expect(calls).toBeGreaterThan(isLong ? 1000 : 250);
  expect([contents(outside), contents(`${testApp.folder}-evil`), readdirSync(join(testApp.folder, ".."))]).toEqual(
    began,
  );
  const { revealed, openedPaths, trashed } = testApp.desktop;
  const isInside = (path: string) => path === testApp.folder || path.startsWith(`${testApp.folder}/`);
  expect([...revealed, ...openedPaths, ...trashed].filter((path) => !isInside(path))).toEqual([]);
  for (const path of [...revealed, ...openedPaths]) expect(path).not.toContain("/way");
});

test("no request reaches a document of another window, nor one that does not exist [A10]", async () => {
  const theirs = await testApp.open("a.md");
  const other = await testApp.app.openWindow();
  if (!other) throw new Error("no window was opened");
  await testApp.startIn(other);
  const handlers = other.handlers as Record<string, (argument: unknown) => Promise<unknown>>;
  const wrong: string[] = [];
  let calls = 0;
  for (const name of ordered) {
    for (const { argument, leaves } of samplesOf(requestSchemas[name]).slice(0, isLong ? undefined : 2)) {
      const ids = leaves.filter(({ kind }) => kind === "document");
      for (const { at } of ids)
        for (const id of [
          theirs.doc,
          "4fca9b34-e87a-46fc-817a-000000000000",
          "__proto__",
          "constructor-x",
          "toString-",
        ]) {
          calls++;
          const checked = readArgument(name, withAt(argument, at, id));
          if (checked.status === "refused") continue;
          const reply = await (handlers[name]?.(checked.argument) ?? Promise.resolve()).catch((error: unknown) => {
            wrong.push(`${name} throws ${String(error)}`);
          });
          if (/# A|one/.test(JSON.stringify(reply) ?? "")) wrong.push(`${name} tells: ${JSON.stringify(reply)}`);
        }
    }
  }
  recordAttempts(5, calls);
  expect(wrong).toEqual([]);
  expect(calls).toBeGreaterThan(100);
  expect(testApp.read("a.md")).toBe("# A\n\none\n");
  expect(await testApp.window.handlers["document:text"](theirs.doc)).toMatchObject({ ok: true, text: "# A\n\none\n" });
});

test.skipIf(process.platform === "win32")(
  "pipes, devices and names of other systems in the folder block nothing [A18]",
  async () => {
    const { doc } = await testApp.open("a.md");
    execFileSync("mkfifo", [testApp.path("pipe.md")]);
    symlinkSync("/dev/zero", testApp.path("zero.md"));
    symlinkSync("pipe.md", testApp.path("to-pipe.md"));
    symlinkSync("loop.md", testApp.path("loop.md"));
    const odd = ["pipe.md", "zero.md", "to-pipe.md", "loop.md", "CON", "nul.md", "a.md:stream", "C:x", "trailing."];
    odd.push("\u202Egnp.md", "cafe\u0301.md", "caf\u00e9.md", "line\nbreak.md", "x".repeat(300));
    const wrong: string[] = [];
    const asks = async (name: RequestName, argument: unknown) => {
      const reply = await ask(name, argument);
      if (reply === null || reply === "hangs" || "threw" in reply)
        wrong.push(`${name} ${JSON.stringify([argument, reply])}`);
      recordAttempts(1);
    };
    for (const each of odd) {
      const path = testApp.path(each);
      for (const name of ["document:open", "workspace:list", "links:headings", "book:look", "book:open"] as const)
        await asks(name, path);
      await asks("library:add", [path]);
      await asks("links:plan-move", { from: path, to: testApp.path("moved.md") });
      await asks("document:image", { doc, path: each });
      await asks("workspace:copy", { from: path, folder: testApp.folder, taken: "both" });
    }
    const query = { text: "one", regex: false, caseSensitive: false, wholeWord: false, include: "", exclude: "" };
    await asks("search:begin", { ...query, search: 1, unsaved: "included" });
    await asks("search:files", { query, paths: odd.map((each) => testApp.path(each)) });
    await asks("workspace:files", undefined);
    await asks("links:names", undefined);
    await asks("links:back", doc);
    await asks("links:plan-heading", { doc, line: 1, source: "# A", title: "B" });
    expect(wrong).toEqual([]);
    expect(testApp.read("a.md")).toBe("# A\n\none\n");
  },
);
