import type { Scenario, Suite } from "./run-conformance";

/** What Galley's server does not offer: the scenarios that require it, and single checks of others. */
const notOffered: readonly { what: string; scenarios: RegExp; checks?: RegExp }[] = [
  { what: "resources: documents are read by tools, with versions and coverage", scenarios: /^resources-|^sep-2164/ },
  {
    what: "pictures, sounds and resources in answers: tools answer in text",
    scenarios: /^tools-call-(image|audio|embedded|mixed)/,
  },
  {
    what: "requests to the client (sampling, elicitation, roots): the user is asked in Galley",
    scenarios: /^tools-call-(sampling|elicitation)|^elicitation-|^input-required-/,
  },
  { what: "log messages to the client", scenarios: /^logging-|^tools-call-with-logging/ },
  { what: "completion of arguments", scenarios: /^completion-/ },
  { what: "the suite's own prompts: Galley's are those for writers and for work on books", scenarios: /^prompts-get-/ },
  { what: "tasks, an extension: calls are short", scenarios: /^tasks-/ },
  {
    what: "arguments in headers, and the suite's own schema: no tool has them",
    scenarios: /^http-custom-header|^json-schema/,
  },
  { what: "streams that are resumed: a call is short, and asked again", scenarios: /^server-sse-polling$/ },
  {
    what: "the suite's tools for requests to the client and log messages",
    scenarios: /^server-stateless$/,
    checks:
      /undeclared-capability|missing-capability|no-independent-requests|no-log-without-loglevel|(?:tools|prompts)-list-changed-on-sub/,
  },
  { what: "hints on resources, which there are none of", scenarios: /^caching$/, checks: /resources/ },
];

/** Checks that failed. Warnings are included: they concern recommendations of the protocol. */
export const unmet = ({ checks }: Scenario) =>
  checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");

/** Why a failed check is acceptable; null if it is not. */
export const reasonFor = ({ name }: Scenario, { id }: Scenario["checks"][number]): string | null =>
  notOffered.find(({ scenarios, checks }) => scenarios.test(name) && (checks?.test(id) ?? true))?.what ?? null;

/** The report of a full run. */
export function conformanceReport(
  runs: readonly { suite: Suite; scenarios: readonly Scenario[] }[],
  day: string,
): string {
  const parts = [
    "# Conformance",
    "",
    "What the Model Context Protocol's official conformance suites find at Galley's server over HTTP. This page is written by",
    "`npm run test:conformance`; a few of the scenarios run with every `npm test`. The server is the one of the app, over a real",
    "engine, behind a proxy that adds the token, which the suites cannot send; beside Galley's own tools it has the suites' tools",
    "`test_simple_text`, `test_error_handling` and `test_tool_with_progress`.",
    "",
    `Last run: ${day}.`,
  ];
  for (const { suite, scenarios } of runs) {
    const all = scenarios.flatMap((scenario) => scenario.checks.map((check) => ({ scenario, check })));
    const passed = all.filter(({ check }) => check.status === "SUCCESS").length;
    const skipped = all.filter(({ check }) => check.status === "SKIPPED").length;
    const open = scenarios.flatMap((scenario) => unmet(scenario).map((check) => reasonFor(scenario, check)));
    const failed = open.filter((reason) => reason === null).length;
    parts.push(
      "",
      `## ${suite.about}`,
      "",
      `\`@modelcontextprotocol/conformance\` ${suite.version}, \`${suite.args.join(" ")}\`: ${passed} checks passed, ${failed} failed, ${open.length - failed} ask for what Galley does not offer, ${skipped} were skipped by the suite.`,
      "",
      "| scenario | passed | failed | not offered |",
      "|---|---|---|---|",
    );
    for (const scenario of scenarios) {
      const reasons = unmet(scenario).map((check) => reasonFor(scenario, check));
      const not = new Set(reasons.filter((reason) => reason !== null));
      const cells = [
        scenario.name,
        scenario.checks.filter(({ status }) => status === "SUCCESS").length,
        reasons.filter((reason) => reason === null).length,
        [...not].join("; "),
      ];
      parts.push(`| ${cells.join(" | ")} |`);
    }
  }
  return `${parts.join("\n")}\n`;
}
