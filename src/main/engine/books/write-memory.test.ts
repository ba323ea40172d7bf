import { expect, it } from "vitest";
import { engineForTests } from "../tools/engine-for-tests";

it("a memory has what is translated from its source as it is now, is written beside the book, and never over its source", async () => {
  const lines = [
    "The keeper lit the lamp and waited for the boats.",
    "Nobody came home that night.",
    "It rained for a week.",
  ];
  const testEngine = engineForTests({
    "b.md": `${lines.join("\n")}\n`,
    ".galley/b.md/book.json": '{"language": "German"}',
  });
  const view = testEngine.engine.bookView("b.md", testEngine.caller);
  await expect(view.exportMemory({ which: "all" })).rejects.toThrow("no paragraph of b.md is translated in German");
  const { volumes } = await view.overview();
  const chapter = volumes[0]?.chapters[0]?.id ?? "";
  for (const [at, { id }] of (await view.rows(chapter)).entries()) await view.translate(id, `Satz ${at}.`);
  await testEngine.outside("b.md", `${lines.join("\n").replace("week", "month")}\n`);
  expect(await view.exportMemory({ which: "all" })).toEqual({ target: "/w/b.German.tmx", paragraphs: 2 });
  const written = (await testEngine.bytesOf("b.German.tmx")) ?? "";
  expect(written).toContain(
    `<tuv xml:lang="en"><seg>${lines[0]}</seg></tuv><tuv xml:lang="de"><seg>Satz 0.</seg></tuv>`,
  );
  expect(written).not.toContain("Satz 2.");
  await expect(view.exportMemory({ which: "all", target: "/w/b.md" })).rejects.toThrow("is a .tmx file");
  await expect(view.exportMemory({ which: "accepted" })).rejects.toThrow("is accepted in German");
});
