/** docs/agents.md from the figures of a run. */
import { type ClientFigures, type Figures, hasRun, type NotRun, routeTotals, type SampleFigures } from "./figures";

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => [
  row(head),
  row(head.map(() => "---")),
  ...rows.map(row),
];
const times = (more: number, less: number): string => `${(more / less).toFixed(1)} ×`;
const inCell = (text: string): string => text.replace(/\s+/g, " ").replaceAll("|", "\\|").slice(0, 120);

function offeredText({ offered: { own, server, afterSearch } }: ClientFigures): string {
  const tools = ({ count, tokens }: { count: number; tokens: number }) => `${count} tools, ${tokens} tokens`;
  const first = server.count > 0 ? `${tools(server)} of Galley` : "none of Galley: its model searches for them";
  return `${first}${afterSearch === null ? "" : `; then ${tools(afterSearch)}`}; ${tools(own)} of its own`;
}

function arrived({ form, kept, added, isRefused, shows, received }: SampleFigures): string {
  if (form === "cut" && kept !== undefined)
    return `cut: the first ${kept.first} and the last ${kept.last} of ${kept.of} characters`;
  if (form === "other") return `not as sent: \`${inCell(added.replaceAll("`", "'"))}\``;
  const refused = isRefused && shows !== "a refusal" ? ", refused" : "";
  const extra = added === "…" || added === "" ? "" : `, with \`${inCell(added.replaceAll("`", "'"))}\` around it`;
  return `${form === "text" ? "as sent" : "as sent, in JSON"}${extra} (${received} tokens)${refused}`;
}

/** The page, in Markdown. */
export function agentsPage({ date, clients, panel, comments }: Figures): string {
  const ran = clients.filter(hasRun);
  const notRun = clients.filter((client): client is NotRun => !hasRun(client));
  const bills = ran.flatMap((client) => routeTotals(client.bills).map((total) => ({ client, ...total })));
  const [first] = ran;
  const lines = [
    "# Agents",
    "",
    "What the models of real agents receive from Galley. This page is written by `npm run agents`: it installs the agents below, and runs each with",
    "Galley's MCP server over stdio and a local server in place of its model, which calls tools by a script. Everything here is taken from the requests",
    "that the agents sent to that server. Tokens are estimated as everywhere in Galley (four characters of ASCII are one); nothing left the machine.",
    "",
    `Last run: ${date}.`,
    "",
    "## What they offer and pass on",
    "",
    ...table(
      ["agent", "instructions", "tools in a request", "arguments left out"],
      ran.map((client) => [
        `${client.title} ${client.version}`,
        client.instructions.where === "nowhere"
          ? "not shown"
          : `${client.instructions.isWhole ? "whole" : "the first line"}, in the ${client.instructions.where}`,
        offeredText(client),
        client.lostArguments.join(", ") || "none",
      ]),
    ),
    "",
    ...ran.flatMap(({ title, offered: { found } }) =>
      found.length === 0 ? [] : [`${title}, asked for *outline of a document*, finds ${found.join(", ")}.`, ""],
    ),
    "## What arrives of an answer",
    "",
    ...table(
      ["answer", "tool", "sent", ...ran.map(({ title }) => title)],
      (first?.samples ?? []).map(({ shows, tool, sent }, at) => [
        shows,
        tool,
        `${sent} tokens`,
        ...ran.map(({ samples }) => (samples[at] === undefined ? "" : arrived(samples[at]))),
      ]),
    ),
    "",
    "*As text*: numbers and lists sent as strings; *trained words*: `command: str_replace` with `old_str` and `new_str`. An agent that checks arguments",
    "itself rejects them before Galley sees them.",
    "",
    "## Tokens for a question",
    "",
    "Three documents that people wrote, ten questions each. *Found*: doc_find with the words of the question, and doc_read of the section where it did not show",
    "the answer. *Outline*: doc_toc before that. *Grep*: the agent's own shell, then its own reading of 60 lines around the right hit. *Whole*: its own reading of",
    "the file. Each figure is the mean of what the tools' results cost in the agent's next request.",
    "",
    ...table(
      [
        "agent",
        "document",
        "whole",
        "grep and 60 lines",
        "outline",
        "found",
        "whole / outline",
        "grep / outline",
        "grep / found",
      ],
      bills.map(({ client, file, whole, grep, outline, searches }) => [
        client.title,
        file,
        ...[whole, grep, outline, searches].map((tokens) => Math.round(tokens / 10)),
        times(whole, outline),
        times(grep, outline),
        times(grep, searches),
      ]),
    ),
    "",
    "## In the panel",
    "",
    "The same agents in Galley's panel, over the Agent Client Protocol: each changes words with Galley's `text_editor`, then words in another file with a tool of its",
    "own, which writes the file without Galley. In each run of this table both were pending edits under the agent's name, *Undo All* put back exactly the words of the second,",
    "and the model's next request said what had been undone. A run in which anything of this fails fails as a whole, and leaves no row.",
    "",
    `Last run: ${panel.date}.`,
    "",
    ...table(
      ["agent", "package", "mode", "cards before Galley's tool", "cards before its own tool"],
      panel.agents.map(({ title, packageName, version, mode, cards }) => [
        title,
        `${packageName} ${version}`,
        mode ?? "its usual one",
        cards.galley,
        cards.own,
      ]),
    ),
    "",
    "## Ten comments",
    "",
    "A user comments on ten passages of a text, and eight of the comments ask for an edit. In the panel all are sent together with *Send to the Assistant*; an MCP client is",
    "asked in its own window to address the comments. Its model reads them with `comments`, answers each in its thread, and names the thread in each edit. Then the user keeps all",
    "edits, which resolves eight threads, and takes two back with `Ctrl+Z`, which opens those two again. Codex is not in the panel here: a new conversation with it is in a mode in which a model approves its calls, which this server cannot stand in for.",
    "",
    `Last run: ${comments.date}.`,
    "",
    ...table(
      ["agent", "package", "way", "cards", "answered", "resolved by kept edits", "opened again"],
      comments.agents.map(({ title, packageName, version, way, cards, counts }) => [
        title,
        `${packageName} ${version}`,
        way,
        cards ?? "–",
        counts.answered,
        counts.resolved,
        counts.reopened,
      ]),
    ),
    "",
    ...(notRun.length === 0 ? [] : ["## Not run", ""]),
    ...notRun.map(({ title, version, reason }) => `- ${title} ${version}: ${inCell(reason)}`),
    ...(notRun.length === 0 ? [] : [""]),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}
