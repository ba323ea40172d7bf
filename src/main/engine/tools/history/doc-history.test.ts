import { expect, it } from "vitest";
import { engineForTests } from "../engine-for-tests";

it("data has every version, the message the newest ten", async () => {
  const on = engineForTests();
  for (let index = 1; index <= 25; index++) await on.edit({ action: "write", path: "a.md", content: `${index}\n` });
  const { message, data } = await on.call("doc_history", { path: "a.md" });
  expect(data?.["versions"]).toHaveLength(25);
  expect(message.split("\n")).toHaveLength(12);
  expect(message.endsWith("\n... and 15 more")).toBe(true);
  expect(message).toContain("(this is what is there now)");
});

it("what is no text still has its past", async () => {
  const on = engineForTests();
  await on.edit({ action: "write", path: "a.md", content: "text\n" });
  await on.outside("a.md", Buffer.of(0, 1, 2));
  const { message, data } = await on.call("doc_history", { path: "a.md" });
  expect(data).toMatchObject({ version: null, versions: [{ reason: "write" }] });
  expect(message).not.toContain("gone");
});
