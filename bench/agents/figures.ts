/** What a run of the client tests found out: stored in figures.json, shown in docs/agents.md and by the bench. */

/** The tokens of one question by each route, as they were in the client's requests. */
export type QuestionBill = {
  file: string;
  question: string;
  /** doc_toc, then doc_find, then doc_read where doc_find did not show the answer. */
  outline: number;
  find: number;
  read: number;
  isAnswered: boolean;
  /** grep by the client's shell, then 60 lines by its own tool. */
  grep: number;
  lines: number;
  isGrepAnswered: boolean;
  /** The whole file by the client's own tool. */
  whole: number;
};

/** What arrived of one answer. */
export type SampleFigures = {
  shows: string;
  tool: string;
  /** Tokens as the server sent it, and as the model received it. */
  sent: number;
  received: number;
  /** Whether the server's text is in what was received, unchanged; JSON where the client wraps it. */
  form: "text" | "text in JSON" | "cut" | "other";
  /** What the client adds, in characters; the first characters of it. */
  added: string;
  /** For a cut answer: how many characters of its beginning and end arrived. */
  kept?: { first: number; last: number; of: number };
  isRefused: boolean;
};

export type ToolCount = { count: number; tokens: number };

export type ClientFigures = {
  name: string;
  title: string;
  packageName: string;
  version: string;
  /** Where the model gets the server's instructions, and whether whole. */
  instructions: { where: "system prompt" | "conversation" | "tool search" | "nowhere"; isWhole: boolean };
  /** The tools in the first request; those of the server in the last one, after a search; and what the search itself showed. */
  offered: { own: ToolCount; server: ToolCount; afterSearch: ToolCount | null; found: string[] };
  /** Arguments of the server's tools that are not in what the model sees, as `tool.argument`. */
  lostArguments: string[];
  samples: SampleFigures[];
  bills: QuestionBill[];
};

/** A client that was not run, and why. */
export type NotRun = { name: string; title: string; packageName: string; version: string; reason: string };

/** An agent of the panel whose edits, both with Galley's tools and with its own, were pending under its name, and whose next request named what was undone. */
export type PanelFigures = {
  id: string;
  title: string;
  packageName: string;
  version: string;
  /** The mode that was chosen; null for its usual one. */
  mode: string | null;
  /** How many approval cards it showed before the edit with Galley's tool, and before the one with its own. */
  cards: { galley: number; own: number };
};

/** An agent to which ten comments were sent together, eight of which ask for an edit. */
export type CommentFigures = {
  title: string;
  packageName: string;
  version: string;
  way: "panel" | "MCP";
  /** How many approval cards the panel showed for all of it. */
  cards: number | null;
  /** Threads with an answer of their own; resolved when the user kept their edit; opened again when the user took that back. */
  counts: { answered: number; resolved: number; reopened: number };
};

export type Figures = {
  date: string;
  clients: (ClientFigures | NotRun)[];
  panel: { date: string; agents: PanelFigures[] };
  comments: { date: string; agents: CommentFigures[] };
};

/** Totals of one document for one client. */
export type RouteTotals = { file: string; outline: number; grep: number; whole: number; searches: number };

export const hasRun = (client: ClientFigures | NotRun): client is ClientFigures => "bills" in client;

/** The tokens of all questions on each document, by route. */
export function routeTotals(bills: readonly QuestionBill[]): RouteTotals[] {
  const totals = new Map<string, RouteTotals>();
  for (const { file, outline, find, read, grep, lines, whole } of bills) {
    const total = totals.get(file) ?? { file, outline: 0, grep: 0, whole: 0, searches: 0 };
    total.outline += outline + find + read;
    total.searches += find + read;
    total.grep += grep + lines;
    total.whole += whole;
    totals.set(file, total);
  }
  return [...totals.values()];
}
