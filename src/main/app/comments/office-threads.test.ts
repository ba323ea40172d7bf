import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { agentOf, requestsOf, startOfficeApp } from "../office/testing/office-app";
import type { TestApp } from "../testing/test-app";

let testApp: TestApp;
beforeEach(async () => {
  testApp = await startOfficeApp({ "a.xlsx": "libreoffice.xlsx", "a.ods": "libreoffice.ods" });
});
afterEach(() => testApp.end());

const ask = requestsOf(() => testApp);
const call = agentOf(() => testApp);

describe.each(["a.xlsx", "a.ods"])("comments on the cells of %s in the app", (name) => {
  const open = async () => {
    const { doc } = await testApp.open(name);
    await ask("office:content", doc);
    const threads = async () => (await ask("comments:list", doc)).threads;
    const comment = (address: string, text: string) =>
      ask("comments:add", { doc, from: 0, words: "", address, text, needsMe: false });
    const write = (cells: Record<string, string>, before: Record<string, string>) =>
      ask("office:edit", { doc, edits: [{ edit: "cells", sheet: "Harvest", cells, before }], how: "written" });
    return { doc, threads, comment, write };
  };

  test("stay when the user's edit before them is undone, and go with their own undo", async () => {
    const { doc, threads, comment, write } = await open();
    const earlier = await threads();
    await write({ A3: "Leeks" }, { A3: "Peas" });
    const { thread } = await comment("Harvest!A3", "Why leeks?");
    await write({ D2: "7" }, {});
    const { written } = await ask("office:undo", doc);
    expect(written.status).toBe("written");
    await ask("office:undo", doc);
    const all = await threads();
    expect(all).toHaveLength(earlier.length + 1);
    expect(all.find((each) => each.thread === thread)).toMatchObject({
      address: "Harvest!A3",
      words: "Peas",
      messages: [{ text: "Why leeks?", isMine: true }],
    });
    const { undo } = await ask("comments:delete", { doc, thread });
    expect(await threads()).toHaveLength(earlier.length);
    await ask("comments:undo", { doc, undo });
    expect((await threads()).find(({ address }) => address === "Harvest!A3")?.messages).toMatchObject([
      { text: "Why leeks?" },
    ]);
  });

  test("are answered by an agent while the user has an unsaved draft in the cell, and wait for no review", async () => {
    const { doc, threads, comment } = await open();
    const { thread } = await comment("Harvest!A3", "Why?");
    await testApp.window.handlers["office:typed"]({
      doc,
      drafts: [{ sheet: "Harvest", address: "A3", before: "Peas", text: "Leeks and more" }],
    });
    await call({ action: "reply", thread, text: "Because." }, "comments");
    expect((await threads()).find((each) => each.thread === thread)?.messages.map(({ kind }) => kind)).toEqual([
      "user",
      "agent",
    ]);
    expect((await ask("office:hunks", doc)).hunks).toEqual([]);
  });
});

describe.each(["a.pptx", "a.odp"])("comments on the slides of %s in the app", (path) => {
  const content = ["One", "Two", "Three"].map((title) => `# ${title}\n\n- point`).join("\n\n");
  const open = async () => {
    await call({ action: "create", path, content });
    const { doc } = await testApp.open(path);
    await ask("office:content", doc);
    const threads = async () => (await ask("comments:list", doc)).threads;
    const prepend = (title: string) =>
      call({ action: "edit", path, operation: "prepend", content: `# ${title}\n\n- new` });
    return { doc, threads, prepend };
  };

  test("are on the slide that was meant if an agent has put others before it, and rejected if it is gone", async () => {
    const { doc, threads, prepend } = await open();
    const draft = { doc, from: 0, words: "Two", address: "slide 2", text: "Why?", needsMe: false };
    await prepend("Zero");
    await ask("comments:add", draft);
    expect(await threads()).toMatchObject([{ address: "slide 3", words: "Two" }]);
    const answer = await testApp.window.handlers["comments:add"]({ ...draft, words: "Twelve" });
    expect(answer).toMatchObject({ ok: false, error: { code: "stale" } });
    expect(await threads()).toHaveLength(1);
  });

  test("are brought back to their slide after it has moved", async () => {
    const { doc, threads, prepend } = await open();
    const add = { doc, from: 0, words: "Two", address: "slide 2", text: "Why?", needsMe: false };
    const { thread } = await ask("comments:add", add);
    const { undo } = await ask("comments:delete", { doc, thread });
    await prepend("Zero");
    await ask("comments:undo", { doc, undo });
    expect(await threads()).toMatchObject([{ address: "slide 3", words: "Two", messages: [{ text: "Why?" }] }]);
  });
});
