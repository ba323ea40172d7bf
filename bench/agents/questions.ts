/** Three long documents that people wrote, each with ten questions: what the client tests ask real agents. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** A question: the words that an agent searches for, and words of the passage that answers it. */
export type SearchQuestion = { ask: string; words: string; answer: string };

export type QuestionedDocument = { file: string; text: string; questions: SearchQuestion[] };

const packageFile = (name: string, file: string, from: string | URL = import.meta.url): string =>
  createRequire(from).resolve(`${name}/package.json`).replace("package.json", file);

const questions = (rows: readonly (readonly [ask: string, words: string, answer: string])[]): SearchQuestion[] =>
  rows.map(([ask, words, answer]) => ({ ask, words, answer }));

/** The CommonMark specification, the changelog of a package, and the reference of a library. */
export const questionedDocuments = (): QuestionedDocument[] => [
  {
    file: "spec.md",
    text: readFileSync(packageFile("commonmark-spec", "spec.txt"), "utf8").replace(/^---\n[\s\S]*?\n\.\.\.\n+/, ""),
    questions: questions([
      ["How wide is a tab stop?", "tab stop", "of 4 characters"],
      ["What becomes of U+0000?", "U+0000", "REPLACEMENT CHARACTER"],
      ["How many # may a heading have?", "opening sequence", "1--6 unescaped"],
      ["When does a fence close?", "closing code fence", "must be at least as long as the opening"],
      ["Which list may interrupt a paragraph?", "start number must", "start number must be 1"],
      ["When is a list loose?", "[loose]", "separated by blank lines"],
      ["What is a hard line break?", "two or more spaces", "parsed as a [hard line break]"],
      ["How long may a link label be?", "link label", "at most 999 characters"],
      ["How long may a scheme be?", "[scheme]", "2--32 characters"],
      ["How many digits has a list marker?", "ordered list marker", "1--9 arabic digits"],
    ]),
  },
  {
    file: "CHANGELOG.md",
    text: readFileSync(packageFile("@ai-sdk/anthropic", "CHANGELOG.md"), "utf8"),
    questions: questions([
      ["When came the advisor tool?", "advisor", "add the new advisor tool"],
      ["When came agent skills?", "agent skills", "add support for Agent Skills"],
      ["Since when is there web search?", "server-side web search", "add server-side web search support"],
      ["When was computer use added?", "computer use", "add computer use tools"],
      ["Is metadata.user_id passed on?", "user_id", "support passing metadata.user_id"],
      ["Is prompt caching checked?", "prompt caching", "add prompt caching validation"],
      ["Which models have no sampling?", "fable-5-2", "no sampling parameters"],
      ["What did disabled thinking do before?", "silently dropped", "small `max_tokens` budget"],
      ["Can a tool answer with a reference?", "tool-reference", "deferred tool loading"],
      ["Since when does raw output stream?", "raw chunk", "add raw chunk support"],
    ]),
  },
  {
    file: "shapes.md",
    text: readFileSync(packageFile("d3-shape", "README.md", packageFile("d3-sankey", "package.json")), "utf8"),
    questions: questions([
      ["What if an inner radius is negative?", "negative", "A negative value is treated as zero"],
      ["Where is angle zero of an arc?", "12 o’clock", "positive angles proceeding clockwise"],
      ["Which padding keeps edges parallel?", "parallel edges", "the inner edge of the arc may collapse"],
      ["How large may a corner be?", "corner radius may not", "may not be larger than"],
      ["How are slices of a pie sorted?", "sortValues", "descending value"],
      ["What is a centripetal spline?", "centripetal", "avoid self-intersections"],
      ["Does a monotone curve overshoot?", "monotonicity", "spurious oscillations"],
      ["How large is a symbol at first?", "square pixels", "64 square pixels"],
      ["Which order suits streamgraphs?", "streamgraph", "streamgraphs in conjunction with"],
      ["How is a link to a tree drawn?", "Bézier", "from a source point to a target point"],
    ]),
  },
];
