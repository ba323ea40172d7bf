import type { FolderQuery, FolderSearchPage, Handlers, Notice } from "../../shared/contract";
import type { ReplacePlan, ReplaceQuery, ReplaceReport } from "../../shared/folder-search";
import { failure } from "./failure";

/** What main's search and replace find; a test replaces these. */
export const searchAnswers = () => ({
  search: (_query: FolderQuery): FolderSearchPage | Notice => failure("not_found", "No folder is open.").error,
  searchMore: [] as FolderSearchPage[],
  replace: (_asked: ReplaceQuery): ReplacePlan | Notice | null => null,
  replaced: (_id: number): ReplaceReport | Notice => failure("not_found", "There is no such plan.").error,
});

/** Main's search and replace in the folder, which answer with what a test has set. */
export function memorySearch(answers: ReturnType<typeof searchAnswers>) {
  return {
    "search:begin": async (query) => {
      const page = answers.search(query);
      return "message" in page ? { ok: false, error: page } : { ok: true, page };
    },
    "search:more": async () => ({ ok: true, page: answers.searchMore.shift() ?? null }),
    "search:stop": async () => {},
    "search:files": async ({ query, paths }) => {
      const page = answers.search(query);
      if ("message" in page) return { ok: false, error: page };
      return { ok: true, files: page.files.filter(({ path }) => paths.includes(path)) };
    },
    "replace:plan": async (requests) => {
      const plan = answers.replace(requests);
      return plan !== null && "message" in plan ? { ok: false, error: plan } : { ok: true, plan };
    },
    "replace:run": async (ticket) => {
      const report = answers.replaced(ticket);
      return "message" in report ? { ok: false, error: report } : { ok: true, report };
    },
    "replace:stop": async () => {},
    "replace:undo": async (ticket) => {
      const report = answers.replaced(ticket);
      return "message" in report ? { ok: false, error: report } : { ok: true, report };
    },
  } satisfies Partial<Handlers>;
}
