import { atom } from "nanostores";
import type { Bridge } from "../../../../shared/contract";
import type { Conversation } from "../../../../shared/conversation";
import { nameOf } from "../../../ui/file-paths";
import type { Notices } from "../../../ui/notices";
import { panelMessages } from "../messages";
import { withError } from "../model/conversation-client";

/** A PDF of at most so many pages is added whole; of a longer one the user chooses. */
const MAX_UNASKED = 5;
const MAX_BYTES = 100 * 1024 * 1024;

/** A PDF whose pages the user chooses: its name and number of pages. */
export type AskedPages = { name: string; count: number; answer(pages: readonly number[] | null): void };

type Deps = {
  bridge: Pick<Bridge, "request">;
  notices: Pick<Notices, "error" | "announce">;
  $conversation: { get(): Conversation | null };
  /** Adds images to the draft. */
  addImages(files: readonly File[]): Promise<void>;
};

export const isPdf = (name: string): boolean => /\.pdf$/i.test(name);

/** Adds pages of PDFs to a question, as images: all models and agents that see images can read those. */
export function createPdfPages({ bridge, notices, $conversation, addImages }: Deps) {
  const $asked = atom<AskedPages | null>(null);
  /** The PDF that is being added: the question waits for its pages. */
  const $adding = atom<string | null>(null);
  const t = () => panelMessages.pdf;

  const choose = (name: string, count: number): Promise<readonly number[] | null> => {
    if (count <= MAX_UNASKED) return Promise.resolve(Array.from({ length: count }, (_, index) => index + 1));
    $asked.get()?.answer(null);
    return new Promise((resolve) => {
      const answer = (pages: readonly number[] | null) => {
        $asked.set(null);
        resolve(pages);
      };
      $asked.set({ name, count, answer });
    });
  };

  async function add(name: string, bytes: Uint8Array): Promise<void> {
    const conversation = $conversation.get()?.id;
    const { openPdf, PdfError } = await import("./draw-pages");
    $adding.set(name);
    try {
      const pdf = await openPdf(bytes);
      try {
        for (const page of (await choose(name, pdf.count)) ?? []) {
          if ($conversation.get()?.id !== conversation) return;
          const drawn = await pdf.draw(page);
          await addImages([new File([drawn], t().page(name, page), { type: drawn.type })]);
        }
      } finally {
        pdf.close();
      }
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      notices.error(t()[error.why](name));
    } finally {
      $adding.set(null);
    }
  }

  return {
    $asked,
    $adding,
    /** A file that was pasted or dropped. */
    async addFile(file: File): Promise<void> {
      if (file.size > MAX_BYTES) notices.error(t().tooLarge(file.name));
      else await add(file.name, new Uint8Array(await file.arrayBuffer()));
    },
    /** A file of the conversation's folder, by its path there. */
    async addPath(path: string): Promise<void> {
      const conversation = $conversation.get()?.id;
      if (conversation === undefined) return;
      const answer = await withError(bridge.request("assistant:pdf", { conversation, path }));
      if (answer.ok) await add(nameOf(path), answer.bytes);
      else notices.error(answer.error.message, { hint: answer.error.hint ?? null });
    },
  };
}
