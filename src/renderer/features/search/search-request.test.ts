import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSearchRequests } from "./search-request";

/** A key as the window sees it before the pane is loaded. */
const key = (name: string): Event => Object.assign(new Event("keydown", { cancelable: true }), { key: name });

let page: EventTarget;
beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal("window", page);
});
afterEach(() => vi.unstubAllGlobals());

test("what is typed before the pane is loaded is the text to search for", () => {
  const search = createSearchRequests();
  search.ask(null);
  for (const name of ["o", "n", "e"]) page.dispatchEvent(key(name));
  expect(search.$wanted.get()).toEqual({ text: null, way: "find" });
  expect(search.take()).toBe("one");
});

test("a click elsewhere before the pane is loaded keeps the focus there", () => {
  const search = createSearchRequests();
  search.ask(null);
  page.dispatchEvent(key("o"));
  page.dispatchEvent(new Event("pointerdown"));
  expect(search.$wanted.get()).toBeNull();
  const typedElsewhere = key("x");
  page.dispatchEvent(typedElsewhere);
  expect(typedElsewhere.defaultPrevented).toBe(false);
});
