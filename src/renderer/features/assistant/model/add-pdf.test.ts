import { atom } from "nanostores";
import { expect, test, vi } from "vitest";
import type { Conversation } from "../../../../shared/conversation";
import { memoryBridge } from "../../../testing/memory-bridge";
import { panelMessages } from "../messages";
import { chinese } from "../messages.zh";
import { PdfError } from "../pdf/draw-pages";
import { createPdfPages } from "./add-pdf";

const file = (name: string) => new File(["%PDF-"], name, { type: "application/pdf" });

/** PDFs of `counts` pages by the order of opening; each page is drawn when `draw` is called. */
function setUp(...counts: (number | "damaged")[]) {
  const $conversation = atom<Conversation | null>({ id: "c1" } as Conversation);
  const notices = { error: vi.fn(), announce: vi.fn() };
  const added: string[] = [];
  const drawing: PromiseWithResolvers<Blob>[] = [];
  const closed = vi.fn();
  const openPdf = async (_: Uint8Array, { signal }: { signal?: AbortSignal } = {}) => {
    const count = counts.shift() ?? 0;
    if (count === "damaged") throw new PdfError("damaged");
    const draw = () => {
      const drawn = Promise.withResolvers<Blob>();
      drawing.push(drawn);
      signal?.addEventListener("abort", () => drawn.reject(new PdfError("damaged")));
      return drawn.promise;
    };
    return { count, draw, close: closed };
  };
  const asked = Promise.withResolvers<unknown>();
  const pdf = createPdfPages({
    bridge: { ...memoryBridge({}).bridge, request: (() => asked.promise) as never },
    notices,
    $conversation,
    addImages: async (files) => void added.push(...files.map(({ name }) => name)),
    load: async () => ({ openPdf, PdfError }),
  });
  const draw = async (times: number) => {
    for (let at = 0; at < times; at++) {
      await vi.waitFor(() => expect(drawing).not.toHaveLength(0));
      drawing.shift()?.resolve(new Blob(["png"]));
    }
  };
  const leave = () => $conversation.set({ id: "c2" } as Conversation);
  return { pdf, notices, added, drawing, closed, asked, draw, leave, $conversation };
}

test("a question waits for a PDF from the moment on that it is named", async () => {
  const { pdf, asked, draw, added } = setUp(1);
  const done = pdf.addPath("docs/a.pdf");
  expect(pdf.$adding.get()).toBe("a.pdf");
  asked.resolve({ ok: true, bytes: new Uint8Array(5) });
  await draw(1);
  await done;
  expect(pdf.$adding.get()).toBeNull();
  expect(added).toEqual(["a.pdf, page 1"]);
});

test("PDFs are added one after the other, and each is asked for its pages", async () => {
  const { pdf, draw, added, notices } = setUp(8, "damaged", 3000);
  const done = Promise.all(["a.pdf", "b.pdf", "c.pdf"].map((name) => pdf.addFile(file(name))));
  await vi.waitFor(() => expect(pdf.$asked.get()).toMatchObject({ name: "a.pdf", count: 8 }));
  pdf.$asked.get()?.answer([7]);
  await draw(1);
  await vi.waitFor(() => expect(pdf.$asked.get()).toMatchObject({ name: "c.pdf", count: 3000 }));
  expect(pdf.$adding.get()).toBe("c.pdf");
  expect(notices.error).toHaveBeenCalledWith(panelMessages.pdf.damaged("b.pdf"));
  pdf.$asked.get()?.answer([2999]);
  await draw(1);
  await done;
  expect(added).toEqual(["a.pdf, page 7", "c.pdf, page 2999"]);
  expect(pdf.$adding.get()).toBeNull();
});

test("who leaves the conversation is not asked for pages any longer, and no PDF of it is added", async () => {
  const { pdf, added, closed, leave, drawing } = setUp(8, 8);
  const done = Promise.all(["a.pdf", "b.pdf"].map((name) => pdf.addFile(file(name))));
  await vi.waitFor(() => expect(pdf.$asked.get()).not.toBeNull());
  leave();
  expect(pdf.$asked.get()).toBeNull();
  expect(pdf.$adding.get()).toBeNull();
  await done;
  expect(closed).toHaveBeenCalledOnce();
  expect([added, drawing]).toEqual([[], []]);
});

test("an answer that arrives in the same conversation stops nothing", async () => {
  const { pdf, $conversation, draw, added } = setUp(2);
  const done = pdf.addFile(file("a.pdf"));
  await draw(1);
  $conversation.set({ id: "c1", turns: [] } as unknown as Conversation);
  await draw(1);
  await done;
  expect(added).toEqual(["a.pdf, page 1", "a.pdf, page 2"]);
});

test("the user stops a PDF: its page is not waited for, and the next PDF is added", async () => {
  const { pdf, drawing, draw, added, notices } = setUp(2, 1);
  const done = Promise.all(["a.pdf", "b.pdf"].map((name) => pdf.addFile(file(name))));
  await vi.waitFor(() => expect(drawing).toHaveLength(1));
  pdf.cancel();
  expect(pdf.$adding.get()).toBe("b.pdf");
  drawing.length = 0;
  await draw(1);
  await done;
  expect(added).toEqual(["b.pdf, page 1"]);
  expect(notices.error).not.toHaveBeenCalled();
});

test("pages have plain numbers, as in the PDF and in the field", () => {
  for (const { pdf } of [panelMessages, chinese]) {
    expect(pdf.page("a.pdf", 3000)).toContain("3000");
    expect(pdf.pages("a.pdf", 3000)).toContain("1–3000");
  }
});
