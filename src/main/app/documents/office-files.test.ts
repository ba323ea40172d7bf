import { expect, test } from "vitest";
import type { WindowFace } from "../core/desktop";
import type { AppContext } from "./context";
import { landedInOffice, lookAtOffice } from "./office-files";
import { WorkingCopy } from "./open-document";

test("an agent's write that has replaced the file but is not reported yet is not taken for another program's", async () => {
  const window = { send: () => true } as unknown as WindowFace;
  const place = { path: "/a.docx", realPath: "/a.docx" };
  const at = { text: "", version: "one", encoding: "", lineEnding: "", warnings: [], readOnly: null };
  const copy = new WorkingCopy(window, "d", place, "a.docx", at);
  const bytes = new Uint8Array([1]);
  const recorded: string[] = [];
  const documents = {
    readBytes: async () => ({ realPath: "/a.docx", bytes, version: "two", writable: true }),
    officeLock: async () => null,
    async writesLanded() {
      landedInOffice(copy, { to: "two", bytes, by: { kind: "agent", name: "Claude" }, reason: "edit" }, null);
    },
  };
  const history = { list: async () => [], record: async ({ reason }: { reason: string }) => recorded.push(reason) };
  const ctx = { engine: async () => ({ documents, history }) } as unknown as AppContext;
  expect(await lookAtOffice(ctx, copy, place)).toBe("there");
  expect([copy.at.version, copy.by.name, recorded]).toEqual(["two", "Claude", []]);
});
