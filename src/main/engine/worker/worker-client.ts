import { ToolError } from "../ports/tool-error";
import { framedMessages } from "./framed-protocol";
import type { StartWorker, WorkerLimits, WorkerProcess } from "./worker-process";
import type { Jobs, WorkerRequest, WorkerResponse } from "./worker-protocol";

/** A job crashed its process or ran out of memory or time. */
export class WorkerEnded extends ToolError {
  constructor(
    what: string,
    private readonly limits: WorkerLimits,
    private readonly why: "memory" | "time",
  ) {
    const { ms, megabytes } = limits;
    const limit =
      why === "time"
        ? `takes longer than ${ms / 1000} s`
        : `needs more memory than a document may have (${megabytes.toLocaleString("en")} MB)`;
    super("too_large", `${what} ${limit}, so it was given up; nothing was changed`, {
      hint: "Open it in an office program, and save it again or in smaller parts.",
    });
  }

  /** The same error with the name of the document. */
  of(what: string): WorkerEnded {
    return new WorkerEnded(what, this.limits, this.why);
  }
}

/** A client for a worker process, which is started by the first request, and again by the next one after it has ended. */
export type WorkerClient<All extends Jobs> = {
  /** Rejects with `WorkerEnded` if the process ended during the request, and with the job's `ToolError`. */
  ask<Name extends keyof All & string>(
    name: Name,
    ...given: Parameters<All[Name]>
  ): Promise<Awaited<ReturnType<All[Name]>>>;
  readonly isRunning: boolean;
  /** Rejects pending requests. */
  end(): void;
};

type Waiting = { resolve(result: unknown): void; reject(error: Error): void; timer: NodeJS.Timeout; at: number };

const PATIENCE = 4;

/** Starts no process yet. `onEnd` is called each time a process has ended, after its pending requests were rejected. */
export function createWorkerClient<All extends Jobs>({
  module,
  start,
  limits,
  onEnd = () => {},
}: {
  module: URL;
  start: StartWorker;
  limits: WorkerLimits;
  onEnd?(): void;
}): WorkerClient<All> {
  type Running = { process: WorkerProcess; send(question: WorkerRequest): void };
  const waiting = new Map<number, Waiting>();
  let running: Running | null = null;
  let count = 0;

  function end(error: Error): void {
    const ended = running;
    running = null;
    ended?.process.kill();
    const lost = [...waiting.values()];
    waiting.clear();
    for (const { reject, timer } of lost) {
      clearTimeout(timer);
      reject(error);
    }
    if (ended !== null) onEnd();
  }

  /** Milliseconds since the oldest pending request. */
  const sinceAsked = (): number => performance.now() - Math.min(...[...waiting.values()].map(({ at }) => at));

  function handle(answer: WorkerResponse): void {
    const request = waiting.get(answer.number);
    if (request === undefined) return;
    waiting.delete(answer.number);
    clearTimeout(request.timer);
    if (answer.status === "done") request.resolve(answer.result);
    else if (answer.status === "failed") request.reject(new Error(answer.message));
    else {
      const { code, message, hint, candidates } = answer;
      request.reject(new ToolError(code, message, { ...(hint && { hint }), ...(candidates && { candidates }) }));
    }
  }

  function begin(): Running {
    const process = start(module, limits);
    const messages = framedMessages(process.post, (answer) => handle(answer as WorkerResponse));
    process.onMessage(messages.receive);
    const begun: Running = { process, send: messages.send };
    process.onEnd(() => {
      if (running === begun)
        end(new WorkerEnded("this document", limits, sinceAsked() < limits.ms ? "memory" : "time"));
    });
    return begun;
  }

  return {
    get isRunning() {
      return running !== null;
    },
    ask(name, ...given) {
      running ??= begin();
      const number = ++count;
      running.send({ number, name, args: given });
      return new Promise((resolve, reject) => {
        const late = new WorkerEnded("this document", limits, "time");
        const timer = setTimeout(() => end(late), limits.ms * (limits.patience ?? PATIENCE));
        waiting.set(number, { resolve: (result) => resolve(result as never), reject, timer, at: performance.now() });
      });
    },
    end: () => end(new Error("the worker was ended")),
  };
}
