import type { HttpServerState } from "../../shared/agents";
import type { AssistantService } from "./assistant";
import type { BookService, JobService } from "./books";
import type { Send } from "./core/desktop";
import type { DiagnosticsService } from "./diagnostics";
import type { AppContext, OfficeService } from "./documents";
import type { LeftoverTyping } from "./journal-process";
import type { LibraryService } from "./library";
import type { RunningAppOptions } from "./running-app";

/** The report of the last full fault run, bundled with the app; empty before the first run. */
const lastFaultRun = import.meta.glob("../../../resources/reports/reliability.json", { import: "default" });
/** The same for the attack tests. */
const lastAttackRun = import.meta.glob("../../../resources/reports/security.json", { import: "default" });

type LazyServicesDeps = {
  ctx: AppContext;
  options: RunningAppOptions;
  broadcast: Send;
  assistant(): AssistantService;
  /** Whether the window with this id exists. */
  windowExists(id: string): boolean;
  leftoverTargets(): Promise<LeftoverTyping[]>;
  httpStatus(): HttpServerState["status"];
};

/** The services that few sessions need. Each is loaded and created on first use. */
export class LazyServices {
  readonly #deps: LazyServicesDeps;
  #library: Promise<LibraryService> | null = null;
  #diagnostics: Promise<DiagnosticsService> | null = null;
  #office: Promise<OfficeService> | null = null;
  #startedOffice: OfficeService | null = null;
  #books: Promise<BookService> | null = null;
  #jobs: Promise<JobService> | null = null;

  constructor(deps: LazyServicesDeps) {
    this.#deps = deps;
  }

  library(): Promise<LibraryService> {
    const { ctx, options, broadcast } = this.#deps;
    this.#library ??= import("./library/library-service").then(({ createLibraryService }) =>
      createLibraryService(ctx, { dataDir: options.dataDir, broadcast }),
    );
    return this.#library;
  }

  /** A file of an open folder was written or deleted: it may be an entry of the library, if that was used. */
  libraryTouched(folder: string | null, realPath: string): void {
    void this.#library?.then((service) => service.touched(folder, realPath));
  }

  diagnostics(): Promise<DiagnosticsService> {
    const { options, httpStatus } = this.#deps;
    const { version, dataDir, desktop, watch } = options;
    this.#diagnostics ??= import("./diagnostics/diagnostics-service").then(({ createDiagnosticsService }) =>
      createDiagnosticsService({
        version,
        dataDir,
        lastFaultRun: async () => await Object.values(lastFaultRun)[0]?.(),
        lastAttackRun: async () => await Object.values(lastAttackRun)[0]?.(),
        http: httpStatus,
        pauses: () => watch.pauses(),
        inspectSelf: () => desktop.inspectSelf(),
      }),
    );
    return this.#diagnostics;
  }

  books(): Promise<BookService> {
    const { ctx, options, broadcast, leftoverTargets, windowExists } = this.#deps;
    this.#books ??= import("./books/book-service").then(({ createBookService }) =>
      createBookService(ctx, { dataDir: options.dataDir, leftoverTargets, windowExists, broadcast }),
    );
    return this.#books;
  }

  jobs(): Promise<JobService> {
    const { ctx, options, broadcast, assistant } = this.#deps;
    this.#jobs ??= Promise.all([import("./books/job-service"), this.books()]).then(([{ createJobService }, books]) =>
      createJobService(ctx, {
        dataDir: options.dataDir,
        books,
        secondMs: options.jobSecondMs,
        assistant: () => assistant().assistant(),
        broadcast,
      }),
    );
    return this.#jobs;
  }

  /** Runs in its own process; created when the first Office document is shown. */
  office(): Promise<OfficeService> {
    const { ctx, options } = this.#deps;
    this.#office ??= import("./office/office-service").then(async ({ createOfficeService }) => {
      this.#startedOffice = createOfficeService(ctx, await options.officeProcess());
      return this.#startedOffice;
    });
    return this.#office;
  }

  /** The service of Office documents; null before one was shown. */
  get startedOffice(): OfficeService | null {
    return this.#startedOffice;
  }

  /** Pauses the jobs, if there are any. */
  async pauseJobs(): Promise<void> {
    await this.#jobs?.then((service) => service.pauseAll());
  }

  /** Resolves when what these services have to store is on disk. */
  async idle(): Promise<void> {
    await Promise.all([
      this.#library?.then((service) => service.idle()),
      this.#books?.then((service) => service.idle()),
    ]);
  }

  async closeBooks(): Promise<void> {
    await this.#jobs?.then((service) => service.close());
    await this.#books?.then((service) => service.close());
  }

  async closeOffice(): Promise<void> {
    (await this.#office)?.close();
  }
}
