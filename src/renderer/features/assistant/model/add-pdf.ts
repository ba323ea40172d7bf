import { atom, computed, type ReadableAtom } from "nanostores";
import { serialQueue } from "../../../../core/async/serial-queue";
import type { Bridge } from "../../../../shared/contract";
import type { Conversation, ConversationId } from "../../../../shared/conversation";
import { nameOf } from "../../../ui/file-paths";
import { MAX_ADDED_PDF_BYTES } from "../../../ui/limits";
import type { Notices } from "../../../ui/notices";
import { panelMessages } from "../messages";
import type * as Pages from "../pdf/draw-pages";
import { withError } from "./conversation-client";

/** A PDF of at most this many pages is added whole; of a longer one the user chooses. */
const MAX_UNASKED = 5;

/** A PDF whose pages the user chooses: its name and number of pages. */
export type AskedPages = { name: string; count: number; answer(pages: readonly number[] | null): void };

/** A PDF that is being added or waits for those before it. `stop` is for when the user cancels it or leaves its conversation. */
type Addition = { name: string; conversation: ConversationId; stop: AbortController };

type Deps = {
  bridge: Pick<Bridge, "request">;
  notices: Pick<Notices, "error" | "announce">;
  /** The conversation of the draft. */
  $conversation: ReadableAtom<Pick<Conversation, "id"> | null>;
  /** Adds images to the draft. */
  addImages(files: readonly File[]): Promise<void>;
  /** Loads what opens PDFs. */
  load?(): Promise<Pick<typeof Pages, "openPdf" | "PdfError">>;
};

export const isPdf = (name: string): boolean => /\.pdf$/i.test(name);

/** Adds pages of PDFs to a question, as images: all models and agents that see images can read those. One PDF after the other. */
export function createPdfPages({
  bridge,
  notices,
  $conversation,
  addImages,
  load = () => import("../pdf/draw-pages"),
}: Deps) {
  const $asked = atom<AskedPages | null>(null);
  const $additions = atom<readonly Addition[]>([]);
  const enqueue = serialQueue();
  const t = () => panelMessages.pdf;

  $conversation.listen((conversation) => {
    for (const addition of $additions.get()) if (addition.conversation !== conversation?.id) addition.stop.abort();
  });

  const choose = (name: string, count: number, { signal }: AbortController): Promise<readonly number[] | null> => {
    if (count <= MAX_UNASKED) return Promise.resolve(Array.from({ length: count }, (_, index) => index + 1));
    return new Promise((resolve) => {
      const answer = (pages: readonly number[] | null) => {
        $asked.set(null);
        resolve(pages);
      };
      $asked.set({ name, count, answer });
      signal.addEventListener("abort", () => answer(null), { once: true });
    });
  };

  async function addPages({ name, stop }: Addition, bytes: Uint8Array): Promise<void> {
    const { openPdf, PdfError } = await load();
    try {
      const pdf = await openPdf(bytes, { signal: stop.signal });
      try {
        for (const page of (await choose(name, pdf.count, stop)) ?? []) {
          const drawn = await pdf.draw(page);
          if (stop.signal.aborted) return;
          await addImages([new File([drawn], t().page(name, page), { type: drawn.type })]);
        }
      } finally {
        pdf.close();
      }
    } catch (error) {
      if (!(error instanceof PdfError)) throw error;
      if (!stop.signal.aborted) notices.error(t()[error.why](name));
    }
  }

  /** `read`: the file; null if it cannot be read, and the user knows. The question waits from the call on. */
  async function add(name: string, read: (conversation: ConversationId) => Promise<Uint8Array | null>): Promise<void> {
    const conversation = $conversation.get()?.id;
    if (conversation === undefined) return;
    const addition: Addition = { name, conversation, stop: new AbortController() };
    const remove = () => $additions.set($additions.get().filter((each) => each !== addition));
    const { signal } = addition.stop;
    signal.addEventListener("abort", remove);
    $additions.set([...$additions.get(), addition]);
    try {
      await enqueue(async () => {
        const bytes = signal.aborted ? null : await read(conversation);
        if (bytes !== null && !signal.aborted) await addPages(addition, bytes);
      });
    } finally {
      remove();
    }
  }

  return {
    $asked,
    /** The name of the PDF that is being added: the question waits for its pages, and for those after it. */
    $adding: computed($additions, ([first]) => first?.name ?? null),
    /** Stops adding the PDF that is being added. The pages that it has added stay. */
    cancel: (): void => $additions.get()[0]?.stop.abort(),
    /** A file that was pasted or dropped. */
    async addFile(file: File): Promise<void> {
      if (file.size > MAX_ADDED_PDF_BYTES) notices.error(t().tooLarge(file.name));
      else await add(file.name, async () => new Uint8Array(await file.arrayBuffer()));
    },
    /** A file of the conversation's folder, by its path there. */
    addPath: (path: string): Promise<void> =>
      add(nameOf(path), async (conversation) => {
        const answer = await withError(bridge.request("assistant:pdf", { conversation, path }));
        if (answer.ok) return answer.bytes;
        notices.error(answer.error.message, { hint: answer.error.hint ?? null });
        return null;
      }),
  };
}
