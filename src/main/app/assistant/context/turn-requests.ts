import { costOfToken, estimateCost } from "../../../../core/text/tokens";
import type { ToolSet } from "../../../../core/tools/tool-sets";
import { type RequestSize, tokensOf, tokensOfImage } from "../../../../shared/request-size";
import type { ToolDescription } from "../../../engine/ports/caller";
import type { AgreedRules } from "../../model-rules";
import type { PanelTool } from "../approvals/panel-tool";
import type { ContextText, TurnRecord } from "../conversations/conversation-record";
import type { LiveConversation } from "../conversations/live-conversation";
import { createFence, type Fence } from "../core/fence";
import { type ModelAccess, type ModelQuestion, requestBody } from "../providers/model";
import { budgetOf, fitToContext } from "./fit-to-context";
import type { EarlierContext } from "./front-document";
import { contextText, type LoadImage, modelPrompt } from "./model-prompt";
import { offerFor } from "./offer";
import type { Reading } from "./system-prompt";
import { rulesText } from "./system-prompt";

/** The requests of a conversation to a model, and their sizes. */
export type TurnRequests = {
  fence: Fence;
  /** Tokens for the texts of the conversation; null if the model's context is unknown. See `fitToContext`. */
  budget(): Promise<number | null>;
  question(records: readonly TurnRecord[]): ModelQuestion;
  /** The estimated cost of a request's body. */
  cost(records: readonly TurnRecord[]): Promise<number>;
  /** The size of the request that asks `pending`. `alone`: its attachments for a model that knows nothing of earlier turns. */
  size(earlier: readonly TurnRecord[], pending: TurnRecord, alone: ContextText[]): Promise<RequestSize>;
};

export function createTurnRequests({
  live,
  tools: known,
  access,
  sets,
  image,
  rules,
  panelTools,
  reading = null,
}: {
  live: Pick<LiveConversation, "now" | "token">;
  /** The tools of the engine. */
  tools: readonly ToolDescription[];
  access: ModelAccess;
  sets: readonly ToolSet[];
  /** The images of the conversation. */
  image: LoadImage;
  rules: AgreedRules;
  panelTools: readonly PanelTool[];
  /** Only tools that can read are offered. */
  reading?: Reading;
}): TurnRequests {
  const limit = access.contextLimit;
  const fence = createFence(live.token);
  const { system, tools, level } = offerFor(limit, {
    tools: known,
    sets,
    folder: live.now.folder,
    token: live.token,
    rules,
    panelTools,
    reading,
  });
  const question: TurnRequests["question"] = (records) => ({
    prompt: modelPrompt(system, records, { fence, image }),
    tools,
  });
  /** Without the images: what they cost depends on their size in pixels alone. */
  const bodyOf = (records: readonly TurnRecord[]): Promise<string> =>
    requestBody(access, { prompt: modelPrompt(system, records, { fence, image: () => null }), tools });
  const imagesCost = (records: readonly TurnRecord[]): number =>
    records.flatMap(({ context }) => context).reduce((sum, each) => sum + imageCost(each), 0);
  const cost: TurnRequests["cost"] = async (records) => estimateCost(await bodyOf(records)) + imagesCost(records);
  const budget: TurnRequests["budget"] = async () => budgetOf(limit, tokensOf(await cost([])));
  return {
    fence,
    question,
    cost,
    budget,
    async size(earlier, pending, alone) {
      const { records } = fitToContext([...earlier, pending], await budget());
      const whole = earlier.length === 0 ? null : await cost(records);
      const body = await bodyOf([pending]);
      const own = estimateCost(body) + imagesCost([pending]);
      const offered: unknown = JSON.parse(body || "{}").tools ?? "";
      const chips = pending.context.map(
        (each) => estimateCost(JSON.stringify(contextText(each, fence))) + imageCost(each),
      );
      const toolsCost = estimateCost(JSON.stringify(offered));
      const rulesCost = estimateCost(JSON.stringify(rulesText(rules, live.token)).slice(1, -1));
      return {
        cost: whole ?? own,
        system: own - toolsCost - rulesCost - chips.reduce((sum, each) => sum + each, 0),
        rules: rulesCost,
        tools: toolsCost,
        toolCount: tools.length,
        history: whole === null ? 0 : whole - own,
        chips,
        alone: whole === null ? own : await cost([{ ...pending, context: alone }]),
        limit,
        offer: level,
      };
    },
  };
}

const imageCost = ({ image }: ContextText): number => (image === undefined ? 0 : tokensOfImage(image) * costOfToken);

/** The turns that requests contain: those since the last summary. */
export const recordsInRequest = (records: readonly TurnRecord[]): readonly TurnRecord[] =>
  records
    .slice(
      Math.max(
        0,
        records.findLastIndex(({ turn }) => turn.summary !== undefined),
      ),
    )
    .map(withoutAgentCalls);

/** Of what an agent answered a model gets the words: the agent's own tools are none that it has. */
const withoutAgentCalls = (record: TurnRecord): TurnRecord =>
  record.turn.agent === undefined
    ? record
    : {
        ...record,
        steps: record.steps.map(({ parts, isWhole }) => ({
          parts: parts.filter(({ kind }) => kind === "text"),
          isWhole,
          answers: [],
        })),
      };

/** What the model still has of the documents in front. */
export const earlierContext = (live: LiveConversation): EarlierContext => ({
  contexts: recordsInRequest(live.records()).flatMap(({ context }) => context),
  textOf: (version) => live.seenText(version),
});
