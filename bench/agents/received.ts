/** Compares what a server sent with what a client's model received. */
import { estimateTokens } from "../../src/core/text/tokens";
import type { AgentClient } from "./clients";
import type { ClientFigures, SampleFigures, ToolCount } from "./figures";
import type { ModelRequest, OfferedTool } from "./wire-formats";

/** The first and the last request of a conversation, and what searches for tools answered. */
type ReceivedRequests = { first: ModelRequest; last: ModelRequest; searches: readonly string[] };

const plain = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Where the instructions of the server are in what the model gets. */
export function whereInstructions(
  instructions: string,
  { first, last, searches }: ReceivedRequests,
): ClientFigures["instructions"] {
  const beginning = plain(instructions).slice(0, 60);
  const answers = searches.map((text) => text.replaceAll("\\n", "\n").replaceAll('\\"', '"'));
  // A server that is slow to start is introduced in a later request.
  const places = [
    ["system prompt", [first.system, last.system]],
    ["conversation", [first.user, last.user]],
    ["tool search", answers],
  ] as const;
  for (const wanted of [plain(instructions), beginning])
    for (const [where, texts] of places)
      if (texts.some((text) => plain(text).includes(wanted))) return { where, isWhole: wanted !== beginning };
  return { where: "nowhere", isWhole: false };
}

const count = (tools: readonly OfferedTool[]): ToolCount => ({
  count: tools.length,
  tokens: Math.ceil(tools.reduce((sum, { json }) => sum + json.length, 0) / 4),
});

/** The tools that a client offers its model: at first, and after the model has searched for some. */
export function toolsOffered(
  client: AgentClient,
  { first, last, searches }: ReceivedRequests,
): ClientFigures["offered"] {
  const isServers = ({ name }: OfferedTool) => name.includes("galley");
  const server = first.tools.filter(isServers);
  const own = first.tools.filter((tool) => !isServers(tool));
  if (client.searches === undefined) return { own: count(own), server: count(server), afterSearch: null, found: [] };
  const [search = ""] = searches;
  const listed = last.tools.filter(isServers);
  const inAnswers = { name: "galley", json: searches.join("") };
  return {
    own: count(own),
    server: count(server),
    afterSearch: listed.length > 0 ? count(listed) : { ...count([inAnswers]), count: toolsIn(search).size },
    found: [...search.matchAll(/"(?:tool_)?name":"(?:mcp__galley__)?([a-z_]+)"/g)].flatMap(([, name = ""]) =>
      name === "mcp__galley" ? [] : [name],
    ),
  };
}

type Schema = { properties?: Record<string, unknown> };
type Described = { name?: string; tools?: Described[] } & Record<
  "input_schema" | "parameters" | "parametersJsonSchema",
  Schema | undefined
>;

/** The arguments of each tool in a text of JSON: one tool, or a list of namespaces with tools. */
function toolsIn(json: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const visit = (tool: Described): void => {
    tool.tools?.forEach(visit);
    const schema = tool.input_schema ?? tool.parameters ?? tool.parametersJsonSchema;
    const name = tool.name?.replace(/^(mcp_+)?galley_+/, "");
    if (schema !== undefined && name !== undefined) found.set(name, new Set(Object.keys(schema.properties ?? {})));
  };
  try {
    const parsed: unknown = JSON.parse(json);
    for (const tool of Array.isArray(parsed) ? parsed : [parsed]) visit(tool as Described);
  } catch {
    // The answer to a search in another form.
  }
  return found;
}

/** The arguments that a client leaves out where it describes a tool of the server, as `tool.argument`. */
export function lostArguments(
  tools: readonly { name: string; inputSchema: Schema }[],
  described: readonly string[],
): string[] {
  const shown = new Map(described.flatMap((json) => [...toolsIn(json)]));
  return tools.flatMap(({ name, inputSchema }) => {
    const has = shown.get(name);
    if (has === undefined) return [];
    return Object.keys(inputSchema.properties ?? {}).flatMap((argument) =>
      has.has(argument) ? [] : [`${name}.${argument}`],
    );
  });
}

type Called = { shows: string; tool: string };

/** What arrived of an answer: all of it, or how much. */
export function sampleFigures({ shows, tool }: Called, sent: string, received: string): SampleFigures {
  const base = { shows, tool, sent: estimateTokens(sent), received: estimateTokens(received) };
  const isRefused = /not found|refused|invalid|error/i.test(received.slice(0, 400)) && !received.includes(">>>");
  const asJson = JSON.stringify(sent).slice(1, -1);
  for (const [form, text] of [
    ["text", sent],
    ["text in JSON", asJson],
    ["text in JSON", JSON.stringify(asJson).slice(1, -1)],
  ] as const) {
    if (!received.includes(text)) continue;
    return { ...base, form, added: received.replace(text, "…").trim(), isRefused };
  }
  const first = longest(sent.length, (length) => received.includes(sent.slice(0, length)));
  const last = longest(sent.length, (length) => received.includes(sent.slice(sent.length - length)));
  if (first < 40) return { ...base, form: "other", added: received.slice(0, 300), isRefused };
  return { ...base, form: "cut", added: "", kept: { first, last, of: sent.length }, isRefused };
}

/** The largest length up to `most` for which `holds` is true; it holds for all below. */
function longest(most: number, holds: (length: number) => boolean): number {
  let [low, high] = [0, most];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
