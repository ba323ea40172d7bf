import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { serialQueue } from "../../../core/async/serial-queue";
import { isSuggestion } from "../../../core/review/suggestions";
import type { FileStore } from "../ports/file-store";
import {
  MAX_DECIDED_HUNKS,
  MAX_DECIDED_TEXT,
  MAX_REVIEW_DECISIONS,
  MAX_REVIEW_REQUESTS,
  MAX_REVIEW_REQUESTS_BYTES,
} from "../ports/limits";
import type { Decision, Review } from "../ports/review";
import type { DecisionNews, ReviewRequest, ReviewRequests } from "../ports/review-requests";
import { readBytes } from "../storage/files/read-bytes";

/** How often a waiting agent looks whether another process has the answer. */
const POLL_MS = 1_000;

const text = z.string().max(20_000);
const stored = z.object({
  requests: z.array(
    z.object({
      token: z.string().max(100),
      agent: text,
      roots: z.array(text),
      question: text,
      paths: z.array(text),
      hunks: z
        .array(z.object({ realPath: text, hunk: text, lineFrom: z.int(), lineTo: z.int(), inserted: text }))
        .max(MAX_DECIDED_HUNKS),
      at: z.iso.datetime(),
      doneAt: z.iso.datetime().optional(),
    }),
  ),
  decisions: z.array(
    z.object({
      agent: text,
      realPath: text,
      hunk: text,
      outcome: z.enum(["kept", "undone", "overwritten"]),
      inserted: text,
      at: z.iso.datetime(),
      isDelivered: z.boolean().optional(),
    }),
  ),
});

type State = { requests: ReviewRequest[]; decisions: DecisionNews[] };

const nothing: State = { requests: [], decisions: [] };

/** The file of the data folder that holds requests and decisions. */
export const reviewRequestsFile = (dataFolder: string): string => join(dataFolder, "review-requests.json");

/** The decisions that are stored now, whichever process has stored them, oldest first. */
export async function readDecisions(dataFolder: string): Promise<DecisionNews[]> {
  const found = await readBytes(reviewRequestsFile(dataFolder), MAX_REVIEW_REQUESTS_BYTES);
  return found === null ? [] : stored.parse(JSON.parse(found.bytes.toString("utf8"))).decisions;
}

/** Requests and decisions in one file of the data folder; without one, in memory. */
export function createReviewRequests(
  store: FileStore,
  {
    dataFolder,
    review,
    log,
  }: { dataFolder: string | null; review: Pick<Review, "onDecided">; log(error: unknown): void },
): ReviewRequests {
  const file = dataFolder === null ? null : reviewRequestsFile(dataFolder);
  const queue = serialQueue();
  const listeners = new Set<() => void>();
  let inMemory: State = nothing;

  function parsed(bytes: Uint8Array): State {
    try {
      return stored.parse(JSON.parse(Buffer.from(bytes).toString("utf8")));
    } catch (error) {
      // Lost requests can be asked again; the decisions themselves are in the review.
      log(error);
      return nothing;
    }
  }

  async function read(): Promise<State> {
    if (file === null) return inMemory;
    const found = await store.read(file, { limit: MAX_REVIEW_REQUESTS_BYTES });
    return found === null ? nothing : parsed(found.bytes);
  }

  async function change(edit: (state: State) => State): Promise<void> {
    const bounded = (state: State): State => {
      const { requests, decisions } = edit(state);
      return { requests: requests.slice(-MAX_REVIEW_REQUESTS), decisions: decisions.slice(-MAX_REVIEW_DECISIONS) };
    };
    if (file === null) {
      inMemory = bounded(inMemory);
      return;
    }
    await store.update(
      file,
      (current) => {
        const state = bounded(current === null ? nothing : parsed(current.bytes));
        return Buffer.from(`${JSON.stringify(state)}\n`);
      },
      { limit: MAX_REVIEW_REQUESTS_BYTES },
    );
  }

  let fresh: State["decisions"] = [];
  const storeFresh = (): Promise<void> => {
    const added = fresh;
    fresh = [];
    return change((state) => ({ ...state, decisions: [...state.decisions, ...added] }));
  };
  const stop = review.onDecided(({ realPath, write, hunk, outcome, inserted }: Decision) => {
    const news = { agent: write.by, realPath, hunk, outcome, at: new Date().toISOString() };
    // The app says which words of an external write were undone: see `undone-edits.ts` there.
    const isReported = isSuggestion(write.id) || (outcome === "undone" && write.reason === "found on disk");
    const own = inserted.length <= MAX_DECIDED_TEXT ? inserted : "";
    const decision = { ...news, inserted: own, isDelivered: isReported };
    fresh.push(decision);
    // Undo All decides on thousands at once: they are stored together.
    if (fresh.length === 1) queue(storeFresh).catch(log);
  });

  const notify = (): void => {
    for (const listener of listeners) listener();
  };

  const find = async (token: string) => {
    const { requests } = await queue(read);
    return requests.find((request) => request.token === token) ?? null;
  };

  return {
    async ask(asked) {
      const hunks = asked.hunks
        .slice(0, MAX_DECIDED_HUNKS)
        .map((hunk) => ({ ...hunk, inserted: hunk.inserted.slice(0, MAX_DECIDED_TEXT) }));
      const token = `r_${randomBytes(8).toString("hex")}`;
      const request = { ...asked, hunks, token, at: new Date().toISOString() };
      await queue(() => change((state) => ({ ...state, requests: [...state.requests, request] })));
      notify();
      return request;
    },
    find,
    open: async () => (await queue(read)).requests.filter(({ doneAt }) => doneAt === undefined),
    async done(token) {
      const doneAt = new Date().toISOString();
      await queue(() =>
        change((state) => ({
          ...state,
          requests: state.requests.map((each) =>
            each.token === token && each.doneAt === undefined ? { ...each, doneAt } : each,
          ),
        })),
      );
      notify();
    },
    async decisionsOn(hunks, since) {
      const wanted = new Set(hunks.map(({ realPath, hunk }) => `${hunk}\0${realPath}`));
      const { decisions } = await queue(read);
      return decisions.filter(({ hunk, realPath, at }) => at >= since && wanted.has(`${hunk}\0${realPath}`));
    },
    async takeNews(agent, reaches) {
      const isNews = (each: DecisionNews) => !each.isDelivered && each.agent === agent && reaches(each.realPath);
      const found = (await queue(read)).decisions.filter(isNews);
      if (found.length === 0) return [];
      await queue(() =>
        change((state) => ({
          ...state,
          decisions: state.decisions.map((each) => (isNews(each) ? { ...each, isDelivered: true } : each)),
        })),
      );
      return found;
    },
    async wait(token, ms, signal) {
      const end = Date.now() + ms;
      while (Date.now() < end && (await find(token))?.doneAt === undefined) {
        signal.throwIfAborted();
        await untilChange(Math.min(POLL_MS, end - Date.now()), signal);
      }
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      stop();
      await queue.idle();
    },
  };

  /** Resolves when something changes here, after `ms`, or when nobody is waiting. */
  function untilChange(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        listeners.delete(end);
        signal.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      listeners.add(end);
      signal.addEventListener("abort", end, { once: true });
    });
  }
}
