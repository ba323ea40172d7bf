import { basename, relative, resolve } from "node:path";
import { serialQueue } from "../../../../core/async/serial-queue";
import type { Writer } from "../../../../core/review/writer";
import type {
  Approval,
  CallCard,
  CallLocation,
  CallState,
  CallWrite,
  Part,
  TurnState,
} from "../../../../shared/conversation";
import { escapeInvisibles } from "../../../../shared/escape-invisibles";
import type { Engine } from "../../../engine";
import type { ToolDescription } from "../../../engine/ports/caller";
import type { ToolError } from "../../../engine/ports/tool-error";
import { isWithin } from "../../../engine/storage";
import { type AgentCall, type AgentPermission, type AgentUpdate, galleyToolName, type PromptEnd } from "../../acp";
import { MAX_ARGUMENTS_SHOWN } from "../../core/limits";
import type { LiveConversation } from "../conversations/live-conversation";
import type { MessagePart } from "../core/message";
import { assistantMessages } from "../core/messages";
import { costOfTurn, sumOfTurns } from "../core/usage";

/** Most parts of an answer; an agent that sends more is shown no further. */
const maxParts = 3000;
/** Most files that are compared with the disk at the end of a turn. */
const maxCompared = 50;
/** Updates of cards and plans are collected for this long, in milliseconds. */
const collectMs = 80;

type ShownCall = { index: number; call: AgentCall; writes: CallWrite[]; state: CallState | null };

/** Shows what an agent sends as the parts of a turn. However fast it sends, the renderers get a few changes a second. */
export class AgentTurnView {
  readonly #live: LiveConversation;
  readonly #turn: string;
  readonly #agent: { name: string; folder: string | null };
  readonly #tools: readonly ToolDescription[];
  readonly #calls = new Map<string, ShownCall>();
  readonly #dirty = new Set<ShownCall>();
  readonly serially = serialQueue();
  #timer: NodeJS.Timeout | null = null;
  /** The plan's part, and the plan that is not shown yet. */
  #plan: { index: number; entries: Extract<AgentUpdate, { kind: "plan" }>["entries"] } | null = null;
  #isPlanDirty = false;
  #isEnded = false;
  #isApproving = false;

  constructor(
    live: LiveConversation,
    turn: string,
    { tools, ...agent }: { name: string; folder: string | null; tools: readonly ToolDescription[] },
  ) {
    this.#tools = tools;
    this.#live = live;
    this.#turn = turn;
    this.#agent = agent;
  }

  update(update: AgentUpdate): void {
    if (this.#isEnded) return;
    if (update.kind === "usage") {
      this.#usage(update);
      return;
    }
    if (!this.#isApproving && this.#status() === "asking") this.#state({ status: "streaming" });
    if (update.kind === "call") {
      this.#call(update.call);
      return;
    }
    if (update.kind === "plan") {
      const index = this.#plan?.index ?? this.#add({ kind: "plan", entries: update.entries });
      if (index === null) return;
      this.#plan = { index, entries: update.entries };
      this.#isPlanDirty = true;
      this.#collect();
      return;
    }
    const last = this.#parts().at(-1);
    const isSame = last?.kind === update.kind && !last.isWhole;
    const index = isSame ? this.#parts().length - 1 : this.#add({ kind: update.kind, text: "", isWhole: false });
    if (index !== null) this.#live.more(this.#turn, index, update.text);
  }

  /** A sentence of Galley's. */
  note(text: string): void {
    this.#add({ kind: "note", text });
  }

  /** Shows a request for permission until it is answered, on the card of its call. */
  showApproval(call: string, listed: () => void) {
    const shown = this.#calls.get(call);
    const set = (state: CallState | null): void => {
      if (!shown) return;
      shown.state = state;
      this.#dirty.add(shown);
      this.#flush();
    };
    return {
      card: `${this.#turn}-${shown?.index ?? 0}`,
      show: (approval: Approval): void => {
        if (this.#isEnded) return;
        this.#isApproving = true;
        set("asking");
        this.#state({ status: "approving", approval });
        listed();
      },
      answered: (isAllowed: boolean | null): void => {
        this.#isApproving = false;
        if (this.#isEnded) return;
        set(isAllowed === false ? "denied" : null);
        this.#state({ status: "running" });
        listed();
      },
    };
  }

  /** Rejects a permission without asking the user. Returns the agent's own answer for it; null if it has none. */
  refuse({ call, options }: AgentPermission): string | null {
    this.showApproval(call.id, () => {}).answered(false);
    return options.find(({ kind }) => kind === "refuse")?.id ?? null;
  }

  /** The real paths of files in the folder that its calls name as edited, although no write to them was seen. */
  unseenEdits(): string[] {
    const { folder } = this.#agent;
    if (folder === null) return [];
    const edits = [...this.#calls.values()].filter(({ call, writes }) => call.tool === "edit" && writes.length === 0);
    const paths = edits.flatMap(({ call }) => call.locations.map(({ path }) => resolve(folder, path)));
    return [...new Set(paths)].filter((path) => isWithin(path, folder)).slice(0, maxCompared);
  }

  /** Adds what the agent writes in its folder to the card of the call that is at work. Returns a function that stops it. */
  watchWrites({ documents }: Engine): () => void {
    const add = ({ by, id, realPath, from, to }: { by: Writer } & CallWrite): void => {
      const { name, folder } = this.#agent;
      if (this.#isEnded || by.kind !== "agent") return;
      // The same agent may be at work in several conversations.
      if (by.session === undefined ? by.name !== name : by.session !== this.#live.now.id) return;
      if (folder === null || !isWithin(realPath, folder)) return;
      this.#wrote({ id, realPath, from, to });
    };
    const stops = [documents.onChange(add), documents.onBytesChange(add), documents.onExternalWrite(add)];
    return () => {
      for (const stop of stops) stop();
    };
  }

  end(end: PromptEnd): void {
    const { name } = this.#agent;
    const { flooded, floodedHint, requests, refused, noAnswer } = assistantMessages.agents;
    const { length, lengthHint, callsHint } = assistantMessages.limits;
    const limited = (code: string, message: string, hint?: string): TurnState => ({
      status: "limited",
      why: { code, message, ...(hint === undefined ? {} : { hint }) },
    });
    switch (end) {
      case "cancelled":
        this.#finish({ status: "stopped" }, "stopped");
        return;
      case "flood":
        this.#finish(limited("limit", flooded(name), floodedHint), "stopped");
        return;
      case "max_tokens":
        this.#finish(limited("length", length, lengthHint), "not run");
        return;
      case "max_turn_requests":
        this.#finish(limited("limit", requests(name), callsHint), "not run");
        return;
      case "refusal":
        this.#finish(limited("refusal", refused(name)), "not run");
        return;
      default:
        this.#flush();
        if (this.#parts().every(({ kind }) => kind === "thinking" || kind === "note")) this.note(noAnswer(name));
        this.#finish({ status: "done" }, "not run");
        return;
    }
  }

  fail({ code, message, hint }: ToolError): void {
    this.#finish({ status: "failed", why: { code, message, ...(hint === undefined ? {} : { hint }) } }, "not run");
  }

  #finish(state: TurnState, openCalls: CallState): void {
    if (this.#isEnded) return;
    this.#flush();
    this.#live.flush();
    for (const [index, part] of this.#parts().entries())
      if ((part.kind === "text" || part.kind === "thinking") && !part.isWhole)
        this.#change(index, { ...part, isWhole: state.status === "done" });
    for (const shown of this.#calls.values()) {
      const { status } = shown.call;
      if (status === "done" || status === "failed" || shown.state === "denied") continue;
      shown.state = openCalls;
      this.#dirty.add(shown);
    }
    this.#flush();
    this.#isEnded = true;
    this.#store(state.status === "done");
    this.#state(state);
    this.#live.head({ usage: sumOfTurns(this.#live.now.turns) });
  }

  /** What is shown of a call on request, and what other models get of this turn. */
  #store(isWhole: boolean): void {
    const ids = new Map([...this.#calls.values()].map((shown) => [this.#cardId(shown), shown]));
    const parts = this.#parts().flatMap((part): MessagePart[] => {
      if (part.kind === "text") return [{ kind: "text", text: part.text }];
      const shown = part.kind === "call" ? ids.get(part.id) : undefined;
      if (part.kind !== "call" || shown === undefined) return [];
      return [{ kind: "call", id: part.id, tool: shown.call.title, input: shown.call.input, meta: null }];
    });
    const answers = [...ids].map(
      ([
        call,
        {
          call: { title, result, status },
        },
      ]) => ({
        call,
        tool: title,
        text: result,
        isError: status === "failed",
      }),
    );
    this.#live.step(this.#turn, 0, { parts, isWhole, answers });
  }

  #call(call: AgentCall): void {
    const known = this.#calls.get(call.id);
    if (known) {
      known.call = call;
      this.#dirty.add(known);
      this.#collect();
      return;
    }
    const index = this.#parts().length;
    const shown: ShownCall = { index, call, writes: [], state: null };
    if (this.#add(this.#card(shown)) !== null) this.#calls.set(call.id, shown);
  }

  #wrote(write: CallWrite): void {
    const calls = [...this.#calls.values()].reverse();
    const { folder } = this.#agent;
    const names = ({ call }: ShownCall): boolean =>
      call.locations.some(({ path }) => resolve(folder ?? "/", path) === write.realPath);
    const isOpen = ({ call: { status } }: ShownCall): boolean => status === "running" || status === "pending";
    const shown =
      calls.find((each) => isOpen(each) && names(each)) ?? calls.find((each) => names(each)) ?? calls.find(isOpen);
    if (shown) {
      shown.writes.push(write);
      this.#dirty.add(shown);
      this.#collect();
      return;
    }
    // A write that belongs to no call that the agent has announced.
    const title = assistantMessages.agents.writes(escapeInvisibles(basename(write.realPath)));
    const id = `written ${write.realPath}`;
    const locations = [{ path: write.realPath, line: null }];
    const own: AgentCall = { id, title, tool: "edit", status: "done", input: "", result: "", locations };
    this.#call(own);
    const added = this.#calls.get(id);
    if (added) {
      added.writes.push(write);
      this.#dirty.add(added);
      this.#collect();
    }
  }

  #usage({ used, limit, cost }: Extract<AgentUpdate, { kind: "usage" }>): void {
    const turn = this.#live.turn(this.#turn);
    const earlier = this.#live.now.turns.filter(({ id }) => id !== this.#turn);
    const usage = { input: null, output: null, ...costOfTurn(cost, turn.agent, earlier) };
    this.#live.change({ kind: "state", turn: this.#turn, state: turn.state, usage });
    this.#live.head({ context: { used, limit } });
  }

  #collect(): void {
    this.#timer ??= setTimeout(() => this.#flush(), collectMs);
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#isEnded) return;
    for (const shown of this.#dirty) this.#change(shown.index, this.#card(shown));
    this.#dirty.clear();
    if (this.#isPlanDirty && this.#plan !== null) {
      this.#isPlanDirty = false;
      this.#change(this.#plan.index, { kind: "plan", entries: this.#plan.entries });
    }
  }

  #cardId = ({ index }: ShownCall): string => `${this.#turn}-${index}`;

  #card(shown: ShownCall): CallCard {
    const { call, writes, state } = shown;
    // A call of Galley's own tools has the name that it has elsewhere, not that of the agent's client.
    const name = galleyToolName(call.title);
    const known = this.#tools.find((tool) => tool.name === name);
    return {
      kind: "call",
      id: this.#cardId(shown),
      tool: known?.name ?? call.tool,
      title: known?.title ?? call.title,
      state: state ?? callStates[call.status],
      arguments: call.input.slice(0, MAX_ARGUMENTS_SHOWN),
      summary: null,
      place: this.#place(call),
      writes: [...writes],
    };
  }

  /** The first file inside the folder. Paths outside it cannot be opened. */
  #place({ locations }: AgentCall): CallLocation | null {
    const { folder } = this.#agent;
    if (folder === null) return null;
    for (const { path: named, line } of locations) {
      if (named === "" || named.length > 4096 || named.includes("\0")) continue;
      const path = resolve(folder, named);
      if (path === folder || !isWithin(path, folder)) continue;
      const isLine = line !== null && Number.isInteger(line) && line >= 1;
      return { path, name: escapeInvisibles(relative(folder, path)), line: isLine ? line : null, address: null };
    }
    return null;
  }

  #parts = () => this.#live.turn(this.#turn).parts;
  #status = () => this.#live.turn(this.#turn).state.status;

  /** Adds a part and completes the one before; null if there are too many. */
  #add(part: Part): number | null {
    this.#live.flush();
    const parts = this.#parts();
    if (parts.length >= maxParts) return null;
    const last = parts.at(-1);
    if ((last?.kind === "text" || last?.kind === "thinking") && !last.isWhole)
      this.#change(parts.length - 1, { ...last, isWhole: true });
    this.#change(parts.length, part);
    return parts.length;
  }

  #change(index: number, part: Part): void {
    this.#live.change({ kind: "part", turn: this.#turn, index, part });
  }

  #state(state: TurnState): void {
    this.#live.change({ kind: "state", turn: this.#turn, state, usage: this.#live.turn(this.#turn).usage });
  }
}

const callStates: Record<AgentCall["status"], CallState> = {
  pending: "waiting",
  running: "running",
  done: "done",
  failed: "refused",
};
