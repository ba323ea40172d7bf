import { expect, test, vi } from "vitest";
import { recordAttempts } from "../../shared/testing/record-attempts";
import { requestSchemas } from "../app/requests";
import { answerRequests } from "./ipc";

type Channel = (event: unknown, ...args: unknown[]) => Promise<unknown>;
const channels = vi.hoisted(() => new Map<string, Channel>());
vi.mock("electron", () => ({
  ipcMain: { handle: (name: string, answer: Channel) => void channels.set(name, answer) },
}));

const rendererUrl = "galley://app/index.html";

/** The channels of an app with one window, whose handlers only record their calls. */
function answering() {
  const calls: string[] = [];
  const dropped: string[] = [];
  const logged: string[] = [];
  const main = { url: rendererUrl };
  const contents = { mainFrame: main };
  const handlers = Object.fromEntries(
    Object.keys(requestSchemas).map((name) => [name, async () => void calls.push(name)]),
  );
  const window = { handlers, dropped: async (path: string) => void dropped.push(path) };
  answerRequests({
    windowOf: (asked) => ((asked as unknown) === contents ? (window as never) : null),
    rendererUrl,
    begin: () => () => {},
    log: (line) => void logged.push(line),
  });
  const ask = (event: unknown, ...args: unknown[]) => channels.get("galley:request")?.(event, ...args);
  const drop = (event: unknown, ...args: unknown[]) => channels.get("galley:dropped")?.(event, ...args);
  return { calls, dropped, logged, contents, main, window, ask, drop, page: { sender: contents, senderFrame: main } };
}

test("the page itself gets answers, and there are only two channels", async () => {
  const { ask, drop, page, calls, dropped } = answering();
  await ask(page, "app:start", undefined);
  await drop(page, "/notes");
  expect([calls, dropped]).toEqual([["app:start"], ["/notes"]]);
  expect([...channels.keys()]).toEqual(["galley:request", "galley:dropped"]);
});

test("frames, closed frames, other windows and other addresses get no answer [A9 E17]", async () => {
  const { ask, drop, contents, main, calls, dropped, logged } = answering();
  const elsewhere = (url: string) => {
    const frame = { url };
    return { sender: { mainFrame: frame }, senderFrame: frame };
  };
  const strangers: object[] = [
    { sender: contents, senderFrame: { url: rendererUrl } },
    { sender: contents, senderFrame: { url: "about:srcdoc" } },
    { sender: contents, senderFrame: null },
    { sender: { mainFrame: main }, senderFrame: main },
    elsewhere(rendererUrl),
    elsewhere("galley://drawings/drawings/frame/index.html"),
    elsewhere("https://example.com/"),
  ];
  for (const stranger of strangers) {
    await expect(ask(stranger, "app:start", undefined)).rejects.toThrow("Galley rejected this request.");
    await expect(drop(stranger, "/etc/passwd")).rejects.toThrow("Galley rejected this request.");
  }
  // Our own main frame, after it was navigated away.
  const addresses = ["about:blank", "galley://app/none.html", "galley://app.evil/index.html", "https://app/index.html"];
  addresses.push("file:///app/index.html", "galley://print/page.html", "blob:galley://app/1", "");
  for (const url of addresses) {
    main.url = url;
    await expect(ask({ sender: contents, senderFrame: main }, "app:start", undefined)).rejects.toThrow("rejected");
    await expect(drop({ sender: contents, senderFrame: main }, "/etc/passwd")).rejects.toThrow("rejected");
  }
  recordAttempts(2 * (strangers.length + addresses.length));
  expect([calls, dropped]).toEqual([[], []]);
  expect(logged.length).toBe(2 * (strangers.length + addresses.length));
});

test("a name that is not a request reaches no handler [A9]", async () => {
  const { ask, drop, page, calls, dropped, logged } = answering();
  const names: unknown[] = [
    "",
    "no:such",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "app:start ",
    "App:start",
  ];
  names.push(7, null, undefined, true, {}, [], ["app:start"], Symbol.iterator, () => {}, "x".repeat(10_000_000));
  names.push({ toString: () => "app:start" }, new String("app:start"), "document:open\0");
  for (const name of names) await expect(ask(page, name, undefined)).rejects.toThrow("Galley rejected this request.");
  for (const path of [7, null, {}, ["/etc"], "x".repeat(5000), new String("/etc")]) await drop(page, path);
  recordAttempts(names.length + 6);
  expect([calls, dropped]).toEqual([[], []]);
  // Logged values are short and contain nothing private.
  expect(Math.max(...logged.map((line) => line.length))).toBeLessThan(301);
});

test("an argument that is nested too deeply is rejected like any other invalid one [A9]", async () => {
  const { ask, page, calls, logged } = answering();
  let deep: unknown = "x";
  for (let level = 0; level < 100_000; level++) deep = [deep];
  const argument = { conversation: "a", tool: "doc_read", arguments: { deep } };
  await expect(ask(page, "assistant:run-tool", argument)).rejects.toThrow(/^Galley rejected this request\.$/);
  expect([calls, logged]).toEqual([[], ["bad argument of assistant:run-tool: is nested too deeply"]]);
});

test("if a handler fails, the page gets a sentence without the details [A9 E20]", async () => {
  const { ask, page, window, logged } = answering();
  window.handlers["app:start"] = async () => {
    throw new Error("/home/anna/private is not there");
  };
  await expect(ask(page, "app:start", undefined)).rejects.toThrow(
    /^app:start failed; see the log in Galley's data folder$/,
  );
  expect(logged.join()).toContain("/home/anna/private");
});
