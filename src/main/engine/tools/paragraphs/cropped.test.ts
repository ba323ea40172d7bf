import { expect, it } from "vitest";
import { engineForTests } from "../engine-for-tests";
import { withoutLines } from "../files/numbered-view";

const long = `needle ${"word ".repeat(2_000)}`.trim();

it("cropped text does not count as read, whichever tool showed it", async () => {
  const on = engineForTests({ "a.md": `short needle\n\n${long}\n\nlast\n` });
  const unread = async () => (await on.call("coverage", { path: "a.md" })).data?.["paragraphs"];
  await on.call("text_editor", { action: "read", path: "a.md" });
  expect(await unread()).toMatchObject({ read: 2, unread_ranges: [[2, 2]] });
  await on.call("grep", { path: "a.md", pattern: "needle|last", context: 3 });
  expect(await unread()).toMatchObject({ read: 2, unread_ranges: [[2, 2]] });
  await on.call("read_file", { path: "a.md", offset: 2, limit: 1 });
  expect(await unread()).toMatchObject({ read: 3, unread_ranges: [] });
});

it("grep alone leaves a cropped line unread, and counts the short ones that it shows as read", async () => {
  const on = engineForTests({ "a.md": `short needle\n\n${long}\n\nlast\n` });
  await on.call("grep", { path: "a.md", pattern: "needle" });
  const { data } = await on.call("coverage", { path: "a.md" });
  expect(data?.["paragraphs"]).toMatchObject({ read_ranges: [[1, 1]], unread_ranges: [[2, 3]] });
});

it("a cropped line may still be replaced by its number", async () => {
  const on = engineForTests({ "a.md": `${long}\n` });
  await on.call("text_editor", { action: "read", path: "a.md" });
  const edited = await on.call("text_editor", {
    action: "patch",
    path: "a.md",
    edits: [{ from: 1, to: 1, content: "x" }],
  });
  expect(edited.ok, edited.message).toBe(true);
});

it("a range without some of its lines", () => {
  expect(withoutLines({ from: 3, to: 8 }, [])).toEqual([{ from: 3, to: 8 }]);
  expect(withoutLines({ from: 3, to: 8 }, [3, 5, 6, 8])).toEqual([
    { from: 4, to: 4 },
    { from: 7, to: 7 },
  ]);
  expect(withoutLines({ from: 1, to: 1 }, [1])).toEqual([]);
});
