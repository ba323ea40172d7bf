import { chineseWritingPrompts } from "./writing-prompts.zh";

/** The requests that writers make again and again, as MCP clients list them and the panel's slash menu offers them. */
export const writingPromptNames = ["review", "summarize", "continue", "fix", "answer_comments"] as const;

export type WritingPromptName = (typeof writingPromptNames)[number];

/** What a request is about. Without a document it is the one in front of the user, without a section the one with the cursor. */
export type WritingPromptQuery = {
  document?: string | undefined;
  section?: string | undefined;
  /** Further instructions by the user, in their own words. */
  wishes?: string | undefined;
};

export type WritingPromptArgument = keyof WritingPromptQuery;

/** One request in one language. `hint` says what can be written after its name. `text` starts with the instruction. */
export type WritingPrompt = {
  title: string;
  description: string;
  hint: string;
  takes: readonly WritingPromptArgument[];
  text(query: WritingPromptQuery): string;
};

export type WritingPrompts = Readonly<Record<WritingPromptName, WritingPrompt>>;

const documentOf = ({ document }: WritingPromptQuery): string =>
  document === undefined ? "the document in front" : `the document ${JSON.stringify(document)}`;
const sectionOf = (query: WritingPromptQuery): string =>
  `${query.section === undefined ? "the section with the cursor" : `the section ${JSON.stringify(query.section)}`} in ${documentOf(query)}`;

/** The instructions, where to look if the query names nothing, and the user's wishes, each a paragraph. */
const paragraphs = (query: WritingPromptQuery, takesSection: boolean, instructions: string): string => {
  const isOpen = query.document === undefined || (takesSection && query.section === undefined);
  const where = "If you do not know what is in front or where the cursor is, workspace with action open says it.";
  return [instructions, ...(isOpen ? [where] : []), ...(query.wishes === undefined ? [] : [query.wishes])].join("\n\n");
};

const english: WritingPrompts = {
  review: {
    title: "Review a document",
    description: "Reads a document section by section and comments on what could be better. Changes no text.",
    hint: "what to look for",
    takes: ["document", "wishes"],
    text: (query) =>
      paragraphs(
        query,
        false,
        `Review ${documentOf(query)}. Read all of it before you judge: the outline (doc_toc), then every section (doc_read). \
Where something is unclear, wrong, contradictory, repeated or missing, comment on those words with comments (action add, with quote) and say \
what would be better. Leave alone what is good, and change no text. At the end name the three most important points, each with its section.`,
      ),
  },
  summarize: {
    title: "Summarise by section",
    description: "One or two sentences for each section, then one paragraph for the whole. Changes no text.",
    hint: "for whom, how long",
    takes: ["document", "wishes"],
    text: (query) =>
      paragraphs(
        query,
        false,
        `Summarise ${documentOf(query)} section by section, in its own language. Get the outline (doc_toc) and read every \
section (doc_read); coverage says what you have not read. Write one or two sentences for each section below its title, then one paragraph for \
the whole. Say only what the document says, and name what you left out. Change no text.`,
      ),
  },
  continue: {
    title: "Continue a section",
    description: "Writes on at the end of a section, in the same voice and format.",
    hint: "what happens next",
    takes: ["document", "section", "wishes"],
    text: (query) =>
      paragraphs(
        query,
        true,
        `Continue ${sectionOf(query)}. First read that section and its neighbours (doc_toc, doc_read). Write on where its \
own text ends, in the same language, voice, tense and format, and not longer than the section is now. Repeat nothing, and invent no facts, names \
or figures: put [?] where one is needed. Insert it with text_editor (action patch) or doc_insert, and change nothing else.`,
      ),
  },
  fix: {
    title: "Fix a section",
    description: "Corrects spelling, grammar and Markdown of a section with small edits, and lists them.",
    hint: "what is wrong",
    takes: ["document", "section", "wishes"],
    text: (query) =>
      paragraphs(
        query,
        true,
        `Fix ${sectionOf(query)}: spelling, grammar, punctuation, broken sentences, broken links and Markdown. Read the section \
first (doc_read). Keep meaning, voice and terms, and leave alone what is right. Make each edit as small as it can be (text_editor, action patch, \
old_text and new_text); never rewrite the section as a whole. Then list what you changed, one line each, and ask about what you are not sure of.`,
      ),
  },
  answer_comments: {
    title: "Answer the open comments",
    description: "Goes through the open comments of a document: makes the edits they ask for, and replies.",
    hint: "whose comments",
    takes: ["document", "wishes"],
    text: (query) =>
      paragraphs(
        query,
        false,
        `Answer the open comments in ${documentOf(query)} (comments, action list). Take them one by one: read the passage and \
what is around it. If a comment asks for a change and it is clear which, make it as a small edit that names the thread, and reply with one \
sentence. If it asks a question, reply. If it is not clear, reply with your question and change nothing. Leave the threads open for the user to \
resolve.`,
      ),
  },
};

/** Every request, by language. MCP clients get the English ones. */
export const writingPrompts: Readonly<Record<"en" | "zh-CN", WritingPrompts>> = {
  en: english,
  "zh-CN": chineseWritingPrompts,
};
