import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { dataRule } from "../context/system-prompt";
import { createFence } from "../core/fence";

/** The request for one alternative of a passage: number `index`, from 0, of `count`. */
export type RewriteQuestion = { text: string; instruction: string; index: number; count: number; token: string };

const manners = [
  "Stay as close to the author's own words as the request allows.",
  "Take a little more freedom with the wording, as a good editor would.",
  "Find another way to say it, without adding or losing anything that it says.",
];

/** The full prompt: rules, the passage fenced as data, and the user's instruction. */
export function rewritePrompt({ text, instruction, index, count, token }: RewriteQuestion): LanguageModelV4Prompt {
  const system = `You rewrite one passage of a document that the user is editing in Galley. They choose between ${count} alternatives, each requested separately; \
this is number ${index + 1}. ${manners[index % manners.length]}

Answer with the rewritten passage and nothing else: no introduction, no quotation marks or code fence around it, no remarks. Keep its language unless you are asked for \
another, its Markdown, its links, its line breaks where they carry meaning, and everything that the request does not touch.

${dataRule(token)}`;
  return [
    { role: "system", content: system },
    {
      role: "user",
      content: [
        { type: "text", text: createFence(token).wrap("passage", "selection", text) },
        { type: "text", text: instruction },
      ],
    },
  ];
}

/**
 * The model's answer made to replace the passage: with the passage's leading and trailing whitespace, and without a
 * fence around it.
 */
export function fittedAnswer(passage: string, answer: string, token: string): string {
  const plain = answer.replaceAll("\r\n", "\n").replaceAll("\r", "\n").replaceAll(token, "");
  const inside = passage.trim();
  let body = plain.trim();
  const data = /^<data [^\n]*>\n([\s\S]*)\n<\/data\s*>$/.exec(body);
  if (data?.[1] !== undefined && !inside.startsWith("<data ")) body = data[1].trim();
  const fenced = /^(`{3,})[^\n`]*\n([\s\S]*?)\n?\1$/.exec(body);
  if (fenced?.[2] !== undefined && !inside.startsWith("```")) body = fenced[2];
  const head = /^\s*/.exec(passage)?.[0] ?? "";
  const tail = inside === "" ? "" : (/\s*$/.exec(passage)?.[0] ?? "");
  return `${head}${body.trim()}${tail}`.toWellFormed();
}
