import { expect, test } from "vitest";
import type { WindowHandle } from "../core/desktop";
import type { AppContext } from "./context";
import { handleOfficeWrite, refreshOffice } from "./office-files";
import { OpenDocument } from "./open-document";

test("an agent's write that has replaced the file but is not reported yet is not taken for another program's", async () => {
  const window = { send: () => true } as unknown as WindowHandle;
  const location = { path: "/a.docx", realPath: "/a.docx" };
  const at = { text: "", version: "one", encoding: "", lineEnding: "", warnings: [], readOnly: null };
  const document = new OpenDocument(window, "d", location, "a.docx", at);
  const bytes = new Uint8Array([1]);
  const recorded: string[] = [];
  const documents = {
    readBytes: async () => ({ realPath: "/a.docx", bytes, version: "two", writable: true }),
    officeLock: async () => null,
    async noteExternal() {
      handleOfficeWrite(document, { to: "two", bytes, by: { kind: "agent", name: "Claude" }, reason: "edit" }, null);
    },
  };
  const history = { list: async () => [], record: async ({ reason }: { reason: string }) => recorded.push(reason) };
  const ctx = { engine: async () => ({ documents, history }) } as unknown as AppContext;
  expect(await refreshOffice(ctx, document, location)).toBe("there");
  expect([document.at.version, document.by.name, recorded]).toEqual(["two", "Claude", []]);
});
