/** Reads the counts of pending edits wherever the window shows them, and connects an agent that writes fast. */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, type Page } from "@playwright/test";
import { connectInApp } from "./call-in-app";
import { cleanEnv, electronProgram, type GalleyApp, project } from "./launch";

/** The pending edits of one document, read in each place of the window; null if that part is not shown. */
export type ReviewCounts = {
  tab: number | null;
  bar: number | null;
  /** The file's row in the tree. */
  tree: number | null;
  /** The label of the side bar's Review view: all documents of the folder. */
  folder: number | null;
  /** The header and the rows of the Review view: all documents of the folder. */
  header: number | null;
  rows: number | null;
};

/** The time within which a count must be updated. CI machines are slow and busy. */
const COUNT_TIMEOUT_MS = process.env["CI"] ? 10_000 : 1000;

export const readCounts = (page: Page, name: string): Promise<ReviewCounts> =>
  page.evaluate((file) => {
    const parseCount = (text: string | null | undefined) => {
      const visibleCounts = text?.match(/\d[\d,]*/)?.[0];
      return visibleCounts === undefined ? 0 : Number(visibleCounts.replaceAll(",", ""));
    };
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    const withLabel = (selector: string) =>
      all(selector).find((element) => element.getAttribute("aria-label")?.split(",")[0] === file);
    const tab = withLabel("[role=tab]");
    const line = withLabel(".tree-line[role=treeitem]:not(.review-row)");
    const editor = all(".cm-content").some((element) => element.checkVisibility());
    const isReviewShown = document.querySelector(".review-pane, .sidebar .no-folder") !== null;
    return {
      tab: tab ? parseCount(tab.getAttribute("aria-description")) : null,
      bar: tab && editor ? parseCount(document.querySelector(".review-sentence")?.textContent) : null,
      tree: line ? parseCount(line.getAttribute("aria-description")) : null,
      folder: document.querySelector(".sidebar-switch")
        ? parseCount(document.querySelector(".sidebar-switch .waiting-count")?.textContent)
        : null,
      header: isReviewShown ? parseCount(document.querySelector(".review-head h2")?.textContent) : null,
      rows: isReviewShown ? all(".review-row[data-kind=edit]").length : null,
    };
  }, name);

/** Waits until every count in these windows is `count`. No other document may have pending edits. */
export async function expectCounts(pages: readonly Page[], name: string, count: number): Promise<void> {
  const visibleCounts = async () => {
    const counts = await Promise.all(pages.map((page) => readCounts(page, name)));
    return counts.map((each) => Object.fromEntries(Object.entries(each).filter(([, value]) => value !== null)));
  };
  await expect
    .poll(
      async () =>
        (await visibleCounts()).flatMap((each) => Object.entries(each)).filter(([, value]) => value !== count),
      {
        timeout: COUNT_TIMEOUT_MS,
        intervals: [25],
        message: `${count} edits to review in ${name}, in every count of the window`,
      },
    )
    .toEqual([]);
}

/** The number of marks of each kind in the visible editors. */
export const countMarks = (page: Page): Promise<Record<"ins" | "del" | "fold" | "line" | "gutter", number>> =>
  page.evaluate(() => {
    const countVisible = (selector: string) =>
      [...document.querySelectorAll(`.cm-editor ${selector}`)].filter((element) =>
        element.closest(".cm-editor")?.checkVisibility(),
      ).length;
    return {
      ins: countVisible("ins"),
      del: countVisible("del"),
      fold: countVisible(".cm-review-fold"),
      line: countVisible(".cm-review-line"),
      gutter: countVisible(".cm-review-bar"),
    };
  });

export const noMarks = { ins: 0, del: 0, fold: 0, line: 0, gutter: 0 };

/** A connected agent. */
export type AgentClient = {
  patch(path: string, old_text: string, new_text: string): Promise<void>;
  write(path: string, content: string): Promise<void>;
  call(args: Record<string, unknown>): Promise<void>;
  close(): Promise<void>;
};

/** Connects an agent as its MCP server connects to the app, without the server's process: starting one costs more than a test's calls. */
export async function connectAgent(name: string, where: Pick<GalleyApp, "root" | "data">): Promise<AgentClient> {
  const agent = await connectInApp({ name, kind: "mcp" }, where);
  if (agent === null) throw new Error("the app does not run");
  return agentClient(
    async (args) => {
      const answer = await agent.call("text_editor", args);
      expect(answer?.ok, answer?.message ?? "the app does not have the folder open").toBe(true);
    },
    async () => agent.close(),
  );
}

/** Connects a real MCP client through the program that agents start. */
export async function connectAgentProcess(
  name: string,
  { root, data }: Pick<GalleyApp, "root" | "data">,
): Promise<AgentClient> {
  const client = new Client({ name, version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: electronProgram,
      args: [`${project}/out/main/cli.js`, "mcp", "--root", root, "--data", data],
      env: cleanEnv({ ELECTRON_RUN_AS_NODE: "1" }),
      stderr: "ignore",
    }),
  );
  return agentClient(
    async (args) => {
      const answer = await client.callTool({ name: "text_editor", arguments: args });
      expect(answer.isError, JSON.stringify(answer.content)).not.toBe(true);
    },
    () => client.close(),
  );
}

const agentClient = (call: AgentClient["call"], close: AgentClient["close"]): AgentClient => ({
  call,
  patch: (path, old_text, new_text) => call({ action: "patch", path, old_text, new_text }),
  async write(path, content) {
    await call({ action: "read", path });
    await call({ action: "write", path, content });
  },
  close,
});
