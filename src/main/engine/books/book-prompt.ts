import { estimateTokens } from "../../../core/text/tokens";
import { ToolError } from "../ports/tool-error";
import type { ParagraphPosition } from "./book/book";
import type { GlossaryTerm } from "./book/glossary";
import { paragraphAt, previousPositions } from "./book/neighbours";
import type { TaskType } from "./book/task-states";
import type { BookService, OpenBook } from "./books";
import { closeExamples } from "./close-examples";
import { taskPrompt } from "./prompts/task-prompt";
import type { WorkLine } from "./prompts/work-lines";
import type { StoredTask } from "./work/tasks";

/** What a prompt is for: a kind of work on the named task or book, or else on the only one the caller has open. */
export type BookPromptQuery = {
  type: TaskType;
  book?: string | undefined;
  task_id?: string | undefined;
  /** The language of the source, if known. */
  from?: string | undefined;
};

/** The estimated tokens that the work lines of a prompt may take. */
const MAX_LINE_TOKENS = 24_000;
const idCost = 10;
/** How many paragraphs before the work are shown, and their estimated tokens together. */
const LINES_BEFORE = 4;
const MAX_TOKENS_BEFORE = 1500;
/** A prompt has at most this many glossary terms. Terms that occur in the work lines come first. */
const MAX_TERMS = 300;

/** The prompt for one kind of work. Rejects an unknown book or task, and a task of another kind. */
export async function bookPrompt({ type, book, task_id, from }: BookPromptQuery, books: BookService): Promise<string> {
  const open = await openNamedBook(books, { book, task_id });
  if (open === null) {
    return taskPrompt({ type, title: null, language: "", glossary: [], style: "", comments: [], task: null });
  }
  const task = taskOf(open, type, task_id);
  const { title } = open.book;
  const { glossary, style, language } = open.notes;
  if (task === null) {
    const into = open.language || (language ?? "");
    return taskPrompt({
      type,
      title,
      language: into,
      glossary: glossary.slice(0, MAX_TERMS),
      style,
      comments: [],
      task: null,
    });
  }
  const assigned = open
    .read((work) => work.assigned(task.id))
    .flatMap(({ id, done }) => {
      const position = open.book.positions.get(id);
      return position === undefined ? [] : [{ id, done, place: position }];
    });
  // A translation prompt shows only paragraphs that are not done yet.
  const wanted = type === "translation" ? assigned.filter(({ done }) => !done) : assigned;
  const translations = open.read((work) =>
    work.selected(
      task.language,
      wanted.map(({ id }) => id),
    ),
  );
  let left = MAX_LINE_TOKENS;
  const lines: WorkLine[] = [];
  for (const { id, place: position } of wanted) {
    const { text } = paragraphAt(open.book, position);
    const translation = translations.get(id) ?? null;
    left -= estimateTokens(text) + estimateTokens(translation ?? "") + idCost;
    if (left < 0 && lines.length > 0) break;
    lines.push({ id, paragraph_index: position.index, text, translation });
  }
  const before = linesBefore(open, wanted[0]?.place, task.language);
  const shown = new Set([...before, ...wanted].map(({ id }) => id));
  const examples = await closeExamples({ ...open, language: task.language }, lines, shown);
  return taskPrompt({
    type,
    title,
    from,
    language: task.language,
    style,
    glossary: termsFor(glossary, lines),
    comments: open
      .read((work) => work.comments(task.id))
      .map(({ paragraph, text }) => (paragraph === null ? text : `[ID: ${paragraph}] ${text}`)),
    task: {
      id: task.id,
      status: task.status,
      total: wanted.length,
      lines,
      before,
      examples,
    },
  });
}

/** The translated paragraphs just before a position, so that the work goes on in their voice. */
function linesBefore({ book, read }: OpenBook, position: ParagraphPosition | undefined, language: string): WorkLine[] {
  const positions = position === undefined ? [] : previousPositions(book, position, LINES_BEFORE);
  const rows = positions.map((each) => ({ ...paragraphAt(book, each), index: each.index }));
  const translations = read((work) =>
    work.selected(
      language,
      rows.map(({ id }) => id),
    ),
  );
  let left = MAX_TOKENS_BEFORE;
  return rows
    .toReversed()
    .flatMap(({ id, text, index }): WorkLine[] => {
      const translation = translations.get(id);
      if (translation === undefined) return [];
      left -= estimateTokens(text) + estimateTokens(translation) + idCost;
      return left < 0 ? [] : [{ id, paragraph_index: index, text, translation }];
    })
    .reverse();
}

async function openNamedBook(
  books: BookService,
  query: Omit<BookPromptQuery, "type" | "from">,
): Promise<OpenBook | null> {
  if (query.book !== undefined || query.task_id !== undefined) return books.open(query);
  try {
    return await books.open({});
  } catch (error) {
    // No book is open yet. The prompt then explains the work in general.
    if (error instanceof ToolError && error.code === "bad_arguments") return null;
    throw error;
  }
}

function taskOf(open: OpenBook, type: TaskType, named: string | undefined): StoredTask | null {
  if (named === undefined) {
    const [only, ...others] = open.read((work) => work.tasks("open")).filter((each) => each.type === type);
    return only !== undefined && others.length === 0 ? only : null;
  }
  const task = open.read((work) => work.task(named));
  if (task === null)
    throw new ToolError("not_found", `no task of this book has the id ${JSON.stringify(named.slice(0, 60))}`);
  if (task.type !== type) throw new ToolError("wrong_state", `task ${named} is a ${task.type}, not a ${type}`);
  return task;
}

function termsFor(glossary: readonly GlossaryTerm[], lines: readonly WorkLine[]): GlossaryTerm[] {
  if (glossary.length <= MAX_TERMS) return [...glossary];
  const text = lines
    .map((line) => line.text)
    .join("\n")
    .toLowerCase();
  const isIn = ({ term }: GlossaryTerm): boolean => term === "*" || text.includes(term.toLowerCase());
  return [...glossary.filter(isIn), ...glossary.filter((each) => !isIn(each))].slice(0, MAX_TERMS);
}
