/**
 * `npm run pictures`: every view of the real app with long real documents, light, dark, in a narrow window and in Chinese; with GALLEY_LONG also in
 * high contrast, forced colours and zoomed. GALLEY_VIEWS selects views by name. scripts/commands/pictures.mjs puts the pictures on contact sheets.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { fakeEndpoint } from "../src/main/app/assistant/testing/fake-endpoint";
import { project } from "./launch";
import { test } from "./test";
import { takeAssistant, takeSetup } from "./views/assistant-views";
import { takeBooks } from "./views/book-views";
import { takeDialogs } from "./views/dialog-views";
import { chinese, hebrewName, longName, novel, specification } from "./views/documents";
import { takeOfficeFiles } from "./views/office-views";
import { takeExports, takeFirstStarts, takeStates } from "./views/other-views";
import { takeEdits, takeGroups, takeSidePanes } from "./views/side-views";
import { openViews } from "./views/stage";
import { takeTexts } from "./views/text-views";

test.describe.configure({ mode: "parallel" });

for (const language of ["en", "zh-CN"] as const) {
  test(`pictures of every view, ${language}`, async () => {
    test.setTimeout(1_800_000);
    const picture = await readFile(join(project, "e2e/pictures/narrow.png"));
    const endpoint = await fakeEndpoint();
    const views = await openViews(language, {
      files: {
        "novel.md": language === "en" ? novel : chinese,
        "spec.md": specification,
        "规范.md": "# 规范\n\n见[港口](novel.md)。渡船不等人。\n",
        "潮汐.md": "# 潮汐\n\n渡船与潮汐。\n",
        "tides.md":
          "# Tides\n\nSee [the harbour](novel.md#what-to-bring) and [[novel]]. The ferry waits for the tide. #tides\n",
        "letters/anna.md": "Dear Anna,\n\nthe harbour was empty when we came; no ferry.\n\nBert\n",
        "letters/answers/from the keeper.md": "# No lamp\n\nThe ferry has one.\n",
        "empty.md": "",
        "log.txt": "06:12 ferry\r\n12:40 ferry late\r\n",
        "pictures/mole.png": picture,
        "pictures/tape.bin": new Uint8Array(2048),
        [longName]: "# A long name\n\nwords\n",
        [hebrewName]: "# מרפא\n\nשלום לנמל ולמעבורת.\n\n- פריט\n- עוד פריט\n",
      },
      open: [".", "novel.md"],
    });
    try {
      await takeTexts(views);
      await takeSidePanes(views);
      await takeEdits(views);
      await takeSetup(views);
      await takeOfficeFiles(views);
      await takeGroups(views);
      await takeDialogs(views);
      await takeBooks(views, endpoint);
      await takeAssistant(views, endpoint);
      await takeExports(views);
      await takeStates(views);
      await takeFirstStarts(views);
    } finally {
      for (const failure of views.failures) console.log(failure);
      await views.galley.kill();
      await endpoint.close();
    }
    expect(views.failures).toEqual([]);
  });
}
