import type { App } from "electron";
import { expect, test } from "vitest";
import { guardAll, isOwnPage, resolverRules } from "./guards";

test("only the page itself is the page's own, never a prefix, a look-alike or a neighbour of it [A8 E13]", () => {
  const page = "galley://app/index.html";
  expect(isOwnPage("galley://app/index.html#x", page)).toBe(true);
  for (const url of [
    "galley://app/none.html",
    "galley://app/",
    "galley://app:99/index.html",
    "blob:galley://app/index.html",
    "galley://app.evil/index.html",
    "galley://application/",
    "https://app/",
    "galley:app",
    "about:blank",
    "",
    "x",
  ])
    expect(isOwnPage(url, page), url).toBe(false);
  expect(isOwnPage("http://localhost:5173/?x#y", "http://localhost:5173")).toBe(true);
  expect(isOwnPage("http://localhost:51730/", "http://localhost:5173/")).toBe(false);
  expect(isOwnPage("http://localhost:5173@evil.example/", "http://localhost:5173/")).toBe(false);
});

test("nothing is found on the network but the dev server's own host [A1]", () => {
  expect(resolverRules("galley://app/index.html")).toBe("MAP * ~NOTFOUND");
  expect(resolverRules("http://localhost:5173")).toBe("MAP * ~NOTFOUND, EXCLUDE localhost");
});

test("nobody steers the page of a packaged app by switches [A11]", () => {
  const removed = (isPackaged: boolean) => {
    const gone: string[] = [];
    const commandLine = { appendSwitch: () => {}, removeSwitch: (name: string) => void gone.push(name) };
    guardAll(
      { isPackaged, commandLine, on: () => {} } as unknown as App,
      "galley://app/index.html",
      "galley://drawings/index.html",
    );
    return gone;
  };
  expect(removed(true)).toEqual(expect.arrayContaining(["remote-debugging-port", "remote-debugging-pipe"]));
  expect(removed(false)).toEqual([]);
});
