import type { WritingPromptQuery, WritingPrompts } from "./writing-prompts";

const documentOf = ({ document }: WritingPromptQuery): string =>
  document === undefined ? "当前文档" : `文档 ${JSON.stringify(document)}`;
const sectionOf = (query: WritingPromptQuery): string =>
  `${documentOf(query)}中${query.section === undefined ? "光标所在的章节" : `的章节 ${JSON.stringify(query.section)}`}`;

const paragraphs = (query: WritingPromptQuery, takesSection: boolean, instructions: string): string => {
  const isOpen = query.document === undefined || (takesSection && query.section === undefined);
  const where = "如果不知道当前是哪个文档、光标在哪里，用 workspace 的 open 操作查看。";
  return [instructions, ...(isOpen ? [where] : []), ...(query.wishes === undefined ? [] : [query.wishes])].join("\n\n");
};

/** The requests of `writing-prompts.ts` in Chinese. */
export const chineseWritingPrompts: WritingPrompts = {
  review: {
    title: "审阅文档",
    description: "逐节阅读文档，在可以改进之处添加批注；不改动正文。",
    hint: "重点看什么",
    takes: ["document", "wishes"],
    text: (query) =>
      paragraphs(
        query,
        false,
        `审阅${documentOf(query)}。先全部读完再下判断：先看大纲（doc_toc），再读每一节（doc_read）。凡有不清楚、错误、矛盾、重复或缺失之处，用 comments（add 操作，带 quote）\
对原文词句添加批注，并说明怎样更好。写得好的不必批注，也不要改动正文。最后列出最重要的三点，并注明所在章节。`,
      ),
  },
  summarize: {
    title: "逐节概括",
    description: "每节一两句话，最后一段概括全文；不改动正文。",
    hint: "给谁看、多长",
    takes: ["document", "wishes"],
    text: (query) =>
      paragraphs(
        query,
        false,
        `用原文的语言逐节概括${documentOf(query)}。先取大纲（doc_toc），再读每一节（doc_read）；coverage 会指出还没有读的部分。在每节标题下写一两句话，最后用一段概括全文。\
只写文档里有的内容，并说明略去了什么。不要改动正文。`,
      ),
  },
  continue: {
    title: "续写章节",
    description: "以相同的语气和格式，在章节末尾续写。",
    hint: "接下来写什么",
    takes: ["document", "section", "wishes"],
    text: (query) =>
      paragraphs(
        query,
        true,
        `续写${sectionOf(query)}。先阅读这一节及其前后的章节（doc_toc、doc_read）。从这一节自身正文的结尾处写起，语言、语气、时态和格式保持一致，长度不超过这一节现有的篇幅。\
不要重复，也不要编造事实、人名或数字；需要时写 [?]。用 text_editor（patch 操作）或 doc_insert 插入，不改动其他内容。`,
      ),
  },
  fix: {
    title: "修正章节",
    description: "以细小的修改纠正章节中的错字、语法和 Markdown，并列出改动。",
    hint: "哪里有问题",
    takes: ["document", "section", "wishes"],
    text: (query) =>
      paragraphs(
        query,
        true,
        `修正${sectionOf(query)}中的错字、语法、标点、残句、失效的链接和 Markdown。先阅读这一节（doc_read）。保留原意、语气和术语，正确的不要动。每处修改尽可能小\
（text_editor 的 patch 操作，用 old_text 和 new_text），不要整节重写。然后逐行列出改动，没有把握的请提问。`,
      ),
  },
  answer_comments: {
    title: "回复未解决的批注",
    description: "逐条处理文档中未解决的批注：完成要求的修改，并回复。",
    hint: "谁的批注",
    takes: ["document", "wishes"],
    text: (query) =>
      paragraphs(
        query,
        false,
        `回复${documentOf(query)}中未解决的批注（comments 的 list 操作）。逐条处理：阅读批注的词句及其上下文。如果批注要求修改且改法明确，就做一处细小的修改并注明 thread，再用一句话回复；\
如果是提问，就回复；如果不明确，就提出你的问题，不做改动。批注留给用户来标记为已解决。`,
      ),
  },
};
