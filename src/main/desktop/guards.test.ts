import { expect, test } from "vitest";
import { isOwnPage } from "./guards";

test("only the page's own origin is the page's own, never a prefix or a look-alike of it", () => {
  const page = "galley://app/index.html";
  expect(isOwnPage("galley://app/index.html#x", page)).toBe(true);
  for (const url of [
    "galley://app.evil/",
    "galley://application/",
    "https://app/",
    "galley:app",
    "about:blank",
    "",
    "x",
  ])
    expect(isOwnPage(url, page), url).toBe(false);
  expect(isOwnPage("http://localhost:5173/x", "http://localhost:5173/")).toBe(true);
  expect(isOwnPage("http://localhost:51730/", "http://localhost:5173/")).toBe(false);
  expect(isOwnPage("http://localhost:5173@evil.example/", "http://localhost:5173/")).toBe(false);
});
