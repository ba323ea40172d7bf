import { expect, test } from "vitest";
import { commands, needNames } from "../../../shared/commands";
import { keyboard } from "../../../shared/keys";
import { commandItems } from "./command-items";

const everything = new Set(needNames);

function itemsFor(text: string, some: Partial<Parameters<typeof commandItems>[1]> = {}) {
  const ran: string[] = [];
  const run = (command: string) => ran.push(command);
  const answer = commandItems(text, {
    keyboard: keyboard({}, "linux"),
    used: [],
    has: everything,
    guest: null,
    run,
    ...some,
  });
  return { ...answer, ran, labels: answer.items.map(({ label }) => label) };
}

test("every command is listed with its menu and key, and picking it runs it", () => {
  const { items, count, ran } = itemsFor("");
  expect(count).toBe(commands.length - 1);
  expect(items.find(({ id }) => id === "bold")).toMatchObject({ label: "Bold", detail: "Format", key: "Ctrl+B" });
  for (const item of items) item.pick("and closes");
  expect([...ran, "show-commands"].sort()).toEqual(commands.map(({ id }) => id).sort());
});

test("recently used commands come first, also among matches", () => {
  expect(itemsFor("", { used: ["zoom-out", "bold"] }).labels.slice(0, 2)).toEqual(["Zoom Out", "Bold"]);
  expect(itemsFor("zoom").labels[0]).toBe("Zoom In");
  expect(itemsFor("zoom", { used: ["zoom-out"] }).labels[0]).toBe("Zoom Out");
});

test("a command is found by its title, menu or settings name", () => {
  expect(itemsFor("line wrap").labels[0]).toBe("Toggle Line Wrap");
  expect(itemsFor("format bold").labels[0]).toBe("Bold");
  expect(itemsFor("zoom-reset").labels[0]).toBe("Actual Size");
  expect(itemsFor("zzzz").labels).toEqual([]);
  expect(itemsFor("zzzz").status).not.toBeNull();
});

test("an unavailable command appears only if it matches, with what is missing", () => {
  const { labels } = itemsFor("", { has: new Set() });
  expect(labels).toContain("New");
  expect(labels).not.toContain("Save");
  const [save] = itemsFor("save", { has: new Set() }).items;
  expect(save).toMatchObject({ isOff: true, note: "needs an open document" });
  expect(itemsFor("bold", { has: new Set(["document"]) }).items[0]).toMatchObject({ note: "Markdown documents only" });
});

test("the listed keys are the configured ones", () => {
  const changed = { keyboard: keyboard({ bold: "F20", italic: null }, "linux") };
  expect(itemsFor("bold", changed).items[0]?.key).toBe("F20");
  expect(itemsFor("italic", changed).items[0]?.key).toBeNull();
});
