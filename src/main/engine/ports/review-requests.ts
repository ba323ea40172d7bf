/** A pending edit as it was when its agent asked for review. */
export type AskedHunk = { realPath: string; hunk: string; lineFrom: number; lineTo: number; inserted: string };

export type HunkDecision = "kept" | "undone" | "edited" | "pending";

/** An agent asks the user to look at its pending edits, or at documents. */
export type ReviewRequest = {
  token: string;
  /** The agent's name, and the real paths of its roots. */
  agent: string;
  roots: string[];
  question: string;
  /** The documents by real path: those that it named, else those of its pending edits. */
  paths: string[];
  hunks: AskedHunk[];
  /** ISO 8601; `doneAt` when the user said that they are done. */
  at: string;
  doneAt?: string | undefined;
};

/** What the user decided on an edit of an agent. */
export type DecisionNews = {
  agent: string;
  realPath: string;
  hunk: string;
  outcome: "kept" | "undone" | "overwritten";
  /** What the edit had put in, if it is short enough to be stored. */
  inserted: string;
  at: string;
  /** The agent has received the decision with the answer to a call. */
  isDelivered?: boolean | undefined;
};

/** Requests for review, and the user's decisions for the agents whose edits they are about. Shared by all processes of this user. */
export type ReviewRequests = {
  ask(request: Omit<ReviewRequest, "token" | "at">): Promise<ReviewRequest>;
  find(token: string): Promise<ReviewRequest | null>;
  /** Those that the user has not answered, oldest first. */
  open(): Promise<ReviewRequest[]>;
  /** The user is done with a request. One that is unknown or done already is ignored. */
  done(token: string): Promise<void>;
  /** The decisions on these hunks since a time. */
  decisionsOn(hunks: readonly AskedHunk[], since: string): Promise<DecisionNews[]>;
  /** The decisions that an agent has not got yet, in documents for which `reaches` is true; they count as delivered from then on. */
  takeNews(agent: string, reaches: (realPath: string) => boolean): Promise<DecisionNews[]>;
  /** Resolves when the request is done, or after `ms`; another process may answer it. */
  wait(token: string, ms: number, signal: AbortSignal): Promise<void>;
  /** Reports that requests were made or answered here. Returns a function that stops it. */
  onChange(listener: () => void): () => void;
  /** Resolves once the decisions so far are stored. */
  close(): Promise<void>;
};
