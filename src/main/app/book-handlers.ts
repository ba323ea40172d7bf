import type { BookRequests } from "../../shared/book";
import type { Handlers } from "../../shared/contract";

type BookHandlers = Pick<Handlers, keyof BookRequests>;

/** What one window's page asks about books and the jobs on them. */
export function bookHandlers(): BookHandlers {
  const refused = async () => ({
    ok: false as const,
    error: { code: "unsupported", message: "Books cannot be opened here yet." },
  });
  const nothing = async () => undefined;
  return {
    "book:list": refused,
    "book:look": refused,
    "book:pick": refused,
    "book:open": refused,
    "book:close": nothing,
    "book:overview": refused,
    "book:set-language": refused,
    "book:set-unit": refused,
    "book:rows": refused,
    "book:rows-of": refused,
    "book:filter": refused,
    "book:find": refused,
    "book:versions": refused,
    "book:translate": refused,
    "book:select": refused,
    "book:accept": refused,
    "book:unaccept": refused,
    "book:accept-task": refused,
    "book:send-back": refused,
    "book:send-back-task": refused,
    "book:release-task": refused,
    "book:edit-glossary": refused,
    "book:edit-style": refused,
    "book:inconsistencies": refused,
    "book:prompt": refused,
    "book:export": refused,
    "book:reveal": nothing,
    "jobs:list": refused,
    "jobs:plan": refused,
    "jobs:begin": refused,
    "jobs:pause": refused,
    "jobs:resume": refused,
    "jobs:stop": refused,
    "jobs:retry": refused,
    "jobs:forget": refused,
  };
}
