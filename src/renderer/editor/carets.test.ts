import { expect, it } from "vitest";
import { selectionWithoutCarets } from "./carets";

it("CodeMirror's drawn selection has the parts of which its carets are left out", () => {
  // Otherwise the editor would draw CodeMirror's carets, which are slower.
  expect(selectionWithoutCarets()).toHaveLength(4);
});
