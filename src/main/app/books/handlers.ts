import type { BookRequests } from "../../../shared/book";
import type { Handlers, Outcome } from "../../../shared/contract";
import type { HandlerWindow } from "../core/handler-window";
import { told } from "../core/messages";
import { noticeOf, type WindowContext } from "../documents/context";
import type { BookDesk } from "./book-service";
import type { JobDesk } from "./job-service";

/** Book and job requests of one window. The services are loaded with the first request. */
export function bookHandlers(
  ctx: WindowContext,
  { window, books, jobs }: { window: HandlerWindow; books(): Promise<BookDesk>; jobs(): Promise<JobDesk> },
): Pick<Handlers, keyof BookRequests> {
  const outcome = async <T extends object>(work: (desk: BookDesk) => Promise<T>): Promise<Outcome<T>> => {
    try {
      return { ok: true, ...(await work(await books())) };
    } catch (error) {
      return { ok: false, error: noticeOf(ctx, error) };
    }
  };
  const ofJobs = <T extends object>(work: (desk: JobDesk) => Promise<T>) => outcome(async () => work(await jobs()));
  let finding = new AbortController();

  return {
    "book:list": () => outcome(async (desk) => ({ books: await desk.list(window.workspace?.root ?? null) })),
    "book:look": (path) => outcome((desk) => desk.look(path)),
    "book:pick": (what) =>
      outcome(async () => {
        const path = await (what === "folder" ? window.desktop.pickFolder() : window.desktop.pickFile());
        if (path !== null) {
          await ctx.grants.checkNotOwn(path);
          await ctx.grants.add(path);
        }
        return { path };
      }),
    "book:open": (path) => outcome(async (desk) => ({ shown: await desk.open(path, ctx.window) })),
    "book:close": async (book) => (await books()).leave(book, ctx.window),
    "book:recover-targets": (book) =>
      outcome(async (desk) => ({ drafts: await desk.recoverTargets(book, ctx.window) })),
    "book:keep-targets": async ({ book, drafts }) => {
      await (await books())
        .keepTargets(book, ctx.window, drafts)
        .catch((error: unknown) => ctx.surprise(told.parts.journal, error));
    },
    "book:overview": (book) => outcome(async (desk) => ({ shown: await desk.overview(book) })),
    "book:set-language": ({ book, language }) =>
      outcome(async (desk) => ({ shown: await desk.setLanguage(book, language) })),
    "book:set-unit": ({ book, unit }) => outcome(async (desk) => ({ shown: await desk.setUnit(book, unit) })),
    "book:rows": ({ book, chapter }) => outcome(async (desk) => ({ rows: await desk.rows(book, chapter) })),
    "book:rows-of": ({ book, ids }) => outcome(async (desk) => ({ rows: await desk.rowsOf(book, ids) })),
    "book:filter": ({ book, filters }) => outcome(async (desk) => ({ places: await desk.filter(book, filters) })),
    "book:find": (asked) => {
      // The user typed on, so the previous search is obsolete.
      finding.abort();
      finding = new AbortController();
      const { signal } = finding;
      return outcome((desk) => desk.find(asked, signal));
    },
    "book:versions": ({ book, paragraph }) =>
      outcome(async (desk) => ({ versions: await desk.versions(book, paragraph) })),
    "book:translate": ({ book, paragraph, ...typed }) =>
      outcome(async (desk) => ({ row: await desk.translate(book, paragraph, typed) })),
    "book:select": ({ book, paragraph, version }) =>
      outcome(async (desk) => ({ row: await desk.select(book, paragraph, version) })),
    "book:accept": ({ book, paragraphs }) =>
      outcome(async (desk) => ({ accepted: await desk.accept(book, paragraphs) })),
    "book:unaccept": ({ book, paragraphs }) =>
      outcome(async (desk) => {
        await desk.unaccept(book, paragraphs);
        return {};
      }),
    "book:accept-task": ({ book, task }) => outcome(async (desk) => ({ accepted: await desk.acceptTask(book, task) })),
    "book:send-back": ({ book, paragraphs, comment }) =>
      outcome(async (desk) => {
        await desk.sendBack(book, paragraphs, comment);
        return {};
      }),
    "book:send-back-task": ({ book, task, comment }) =>
      outcome(async (desk) => {
        await desk.sendBackTask(book, task, comment);
        return {};
      }),
    "book:release-task": ({ book, task }) =>
      outcome(async (desk) => {
        await desk.releaseTask(book, task);
        return {};
      }),
    "book:edit-glossary": ({ book, version, edits }) =>
      outcome(async (desk) => ({ glossary: await desk.editGlossary(book, version, edits) })),
    "book:edit-style": ({ book, version, text }) =>
      outcome(async (desk) => ({ style: await desk.editStyle(book, version, text) })),
    "book:inconsistencies": (book) => outcome(async (desk) => ({ found: await desk.inconsistencies(book) })),
    "book:prompt": ({ book, kind, task }) => outcome(async (desk) => ({ text: await desk.prompt(book, kind, task) })),
    "book:export": ({ book, format }) =>
      outcome(async (desk) => ({ exported: await desk.export(book, format, window.desktop) })),
    "book:reveal": async (path) => {
      if ((await books()).wasExported(path)) ctx.desktop.reveal(path);
    },

    "jobs:list": (book) => ofJobs(async (desk) => ({ jobs: await desk.list(book) })),
    "jobs:plan": (order) => ofJobs(async (desk) => ({ plan: await desk.plan(order) })),
    "jobs:begin": (order) => ofJobs(async (desk) => ({ job: await desk.begin(order) })),
    "jobs:pause": ({ job, running }) => ofJobs(async (desk) => ({ job: await desk.pause(job, running) })),
    "jobs:resume": (job) => ofJobs(async (desk) => ({ job: await desk.resume(job) })),
    "jobs:stop": (job) => ofJobs(async (desk) => ({ job: await desk.stop(job) })),
    "jobs:retry": ({ job, chunks }) => ofJobs(async (desk) => ({ job: await desk.retry(job, chunks) })),
    "jobs:forget": (job) =>
      ofJobs(async (desk) => {
        await desk.forget(job);
        return {};
      }),
  };
}
