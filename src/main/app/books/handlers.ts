import type { BookRequests } from "../../../shared/book-requests";
import type { Handlers, Outcome } from "../../../shared/contract";
import type { HandlerWindow } from "../core/handler-window";
import { t } from "../core/messages";
import { noticeOf, type WindowContext } from "../documents";
import type { BookService } from "./book-service";
import type { JobService } from "./job-service";

/** Book and job requests of one window. The services are loaded with the first request. */
export function bookHandlers(
  ctx: WindowContext,
  { window, books, jobs }: { window: HandlerWindow; books(): Promise<BookService>; jobs(): Promise<JobService> },
): Pick<Handlers, keyof BookRequests> {
  const outcome = async <T extends object>(work: (service: BookService) => Promise<T>): Promise<Outcome<T>> => {
    try {
      return { ok: true, ...(await work(await books())) };
    } catch (error) {
      return { ok: false, error: noticeOf(ctx, error) };
    }
  };
  const [finding, lookingUp, planning] = [newestCall(), newestCall(), newestCall()];

  return {
    "book:list": () => outcome(async (service) => ({ books: await service.list(window.workspace?.root ?? null) })),
    "book:look": (path) => outcome((service) => service.inspect(path)),
    "book:pick": (what) =>
      outcome(async () => {
        const path = await (what === "folder" ? window.desktop.pickFolder() : window.desktop.pickFile());
        if (path !== null) {
          await ctx.grants.checkNotOwn(path);
          await ctx.grants.add(path);
        }
        return { path };
      }),
    "book:open": (path) => outcome(async (service) => ({ shown: await service.open(path, ctx.window) })),
    "book:close": async (book) => (await books()).leave(book, ctx.window),
    "book:recover-targets": (book) =>
      outcome(async (service) => ({ drafts: await service.recoverTargets(book, ctx.window) })),
    "book:keep-targets": async ({ book, drafts }) => {
      await (await books())
        .keepTargets(book, ctx.window, drafts)
        .catch((error: unknown) => ctx.reportError(t.parts.journal, error));
    },
    "book:overview": (book) => outcome(async (service) => ({ shown: await service.overview(book) })),
    "book:set-language": ({ book, language }) =>
      outcome(async (service) => ({ shown: await service.setLanguage(book, language) })),
    "book:set-unit": ({ book, unit }) => outcome(async (service) => ({ shown: await service.setUnit(book, unit) })),
    "book:set-checks": ({ book, changes }) =>
      outcome(async (service) => ({ shown: await service.setChecks(book, changes) })),
    "book:rows": ({ book, chapter }) => outcome(async (service) => ({ rows: await service.rows(book, chapter) })),
    "book:rows-of": ({ book, ids }) => outcome(async (service) => ({ rows: await service.rowsOf(book, ids) })),
    "book:filter": ({ book, filters }) => outcome(async (service) => ({ places: await service.filter(book, filters) })),
    "book:find": (asked) => {
      const signal = finding();
      return outcome(async (service) => ({ places: await service.find(asked, signal) }));
    },
    "book:find-replacements": ({ book, ...order }) => {
      const signal = planning();
      return outcome((service) => service.findReplacements(book, order, signal));
    },
    "book:replace": ({ book, plan, one }) => outcome((service) => service.replace(book, plan, one)),
    "book:undo-replacements": ({ book, replaced }) =>
      outcome(async (service) => ({ undone: await service.undoReplacements(book, replaced) })),
    "book:flags": ({ book, of }) => outcome((service) => service.flags(book, of)),
    "book:ignore-flag": ({ book, ...flag }) =>
      outcome(async (service) => {
        await service.ignoreFlag(book, flag);
        return {};
      }),
    "book:matches": ({ book, paragraph }) => outcome((service) => service.matches(book, paragraph)),
    "book:concordance": (asked) => {
      const signal = lookingUp();
      return outcome((service) => service.concordance(asked, signal));
    },
    "book:memories": (book) => outcome((service) => service.memories(book)),
    "book:import": (book) => outcome(async (service) => ({ imported: await service.import(book, window.desktop) })),
    "book:remove-memory": ({ book, file }) => outcome((service) => service.removeMemory(book, file)),
    "book:use-other-books": ({ book, use }) =>
      outcome(async (service) => {
        await service.useOtherBooks(book, use);
        return {};
      }),
    "book:repeats": ({ book, paragraph }) =>
      outcome(async (service) => ({ count: await service.countRepeats(book, paragraph) })),
    "book:fill-repeats": ({ book, paragraph, version }) =>
      outcome(async (service) => ({ filled: await service.fillRepeats(book, paragraph, version) })),
    "book:empty-repeats": ({ book, filled }) =>
      outcome(async (service) => ({ emptied: await service.emptyRepeats(book, filled) })),
    "book:versions": ({ book, paragraph }) =>
      outcome(async (service) => ({ versions: await service.versions(book, paragraph) })),
    "book:translate": ({ book, paragraph, ...typed }) =>
      outcome(async (service) => ({ row: await service.translate(book, paragraph, typed) })),
    "book:select": ({ book, paragraph, version }) =>
      outcome(async (service) => ({ row: await service.select(book, paragraph, version) })),
    "book:accept": ({ book, paragraphs }) =>
      outcome(async (service) => ({ accepted: await service.accept(book, paragraphs) })),
    "book:unaccept": ({ book, paragraphs }) =>
      outcome(async (service) => {
        await service.unaccept(book, paragraphs);
        return {};
      }),
    "book:accept-task": ({ book, task }) =>
      outcome(async (service) => ({ accepted: await service.acceptTask(book, task) })),
    "book:send-back": ({ book, paragraphs, comment }) =>
      outcome(async (service) => {
        await service.sendBack(book, paragraphs, comment);
        return {};
      }),
    "book:send-back-task": ({ book, task, comment }) =>
      outcome(async (service) => {
        await service.sendBackTask(book, task, comment);
        return {};
      }),
    "book:release-task": ({ book, task }) =>
      outcome(async (service) => {
        await service.releaseTask(book, task);
        return {};
      }),
    "book:edit-glossary": ({ book, version, edits }) =>
      outcome(async (service) => ({ glossary: await service.editGlossary(book, version, edits) })),
    "book:edit-style": ({ book, version, text }) =>
      outcome(async (service) => ({ style: await service.editStyle(book, version, text) })),
    "book:comments": ({ book, chapter }) => outcome((service) => service.comments(book, chapter)),
    "book:protect": ({ book, paragraph }) =>
      outcome(async (service) => {
        await service.protect(book, paragraph);
        return {};
      }),
    "book:comment": ({ book, paragraph, text }) =>
      outcome(async (service) => ({ thread: await service.comment(book, paragraph, text) })),
    "book:change-comment": ({ book, chapter, thread, change }) =>
      outcome(async (service) => {
        await service.changeComment(book, chapter, thread, change);
        return {};
      }),
    "book:statistics": (book) => outcome(async (service) => ({ chapters: await service.statistics(book) })),
    "book:count-matches": ({ book, from }) => outcome((service) => service.countMatches(book, from)),
    "book:inconsistencies": (book) => outcome(async (service) => ({ found: await service.inconsistencies(book) })),
    "book:prompt": ({ book, kind, task }) =>
      outcome(async (service) => ({ text: await service.prompt(book, kind, task) })),
    "book:export": ({ book, ...order }) =>
      outcome(async (service) => ({ exported: await service.export(book, order, window.desktop) })),
    "book:reveal": async (path) => {
      if ((await books()).wasExported(path)) ctx.desktop.reveal(path);
    },
    ...jobHandlers((work) => outcome(async () => work(await jobs()))),
  };
}

type JobRequests = Extract<keyof BookRequests, `jobs:${string}`>;
type OfJobs = <T extends object>(work: (service: JobService) => Promise<T>) => Promise<Outcome<T>>;

/** Requests of jobs. */
const jobHandlers = (ofJobs: OfJobs): Pick<Handlers, JobRequests> => ({
  "jobs:list": (book) => ofJobs(async (service) => ({ jobs: await service.list(book) })),
  "jobs:plan": (order) => ofJobs(async (service) => ({ plan: await service.plan(order) })),
  "jobs:begin": (order) => ofJobs(async (service) => ({ job: await service.begin(order) })),
  "jobs:pause": ({ job, running }) => ofJobs(async (service) => ({ job: await service.pause(job, running) })),
  "jobs:resume": (job) => ofJobs(async (service) => ({ job: await service.resume(job) })),
  "jobs:stop": (job) => ofJobs(async (service) => ({ job: await service.stop(job) })),
  "jobs:retry": ({ job, chunks }) => ofJobs(async (service) => ({ job: await service.retry(job, chunks) })),
  "jobs:forget": (job) =>
    ofJobs(async (service) => {
      await service.forget(job);
      return {};
    }),
});

/** Gives each call a signal, and aborts that of the call before: the user typed on, so its result is obsolete. */
function newestCall(): () => AbortSignal {
  let running = new AbortController();
  return () => {
    running.abort();
    running = new AbortController();
    return running.signal;
  };
}
