import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";

const { number } = counting("en");
const { number: numberChinese } = counting("zh-CN");

const english = {
  label: {
    commands: "Commands",
    files: "Open by name",
    headings: "Headings in this document",
    line: "Go to line",
    templates: "Insert a template",
  },
  ask: {
    commands: "Type a command name",
    files: "Type a file name, or > for commands, @ for headings, : for a line",
    headings: "Type part of a heading",
    line: "Type a line number",
    templates: "Type part of a template's name",
  },
  used: "recently used",
  isOpen: "open",
  alias: "other name",
  needs: {
    document: "needs an open document",
    text: "text documents only",
    markdown: "Markdown documents only",
    office: "Office documents only",
    "markdown or office": "Markdown and Office documents only",
    file: "needs a saved document",
    folder: "needs an open folder",
  },
  create: (path: string) => `Create “${path}”`,
  goToLine: (line: number) => `Go to line ${number(line)}`,
  goToColumn: (line: number, column: number) => `Go to line ${number(line)}, column ${number(column)}`,
  lineRange: (count: number) => `This document has ${number(count)} lines. Use -1 for the last one.`,
  noDocument: "No document open.",
  noFolder: "No folder open. Open one to find its files here.",
  noHeadings: "This document has no headings.",
  plainText: "Plain text has no headings.",
  noLines: "This document has no lines.",
  noTemplates: (folder: string) => `There are no templates in ${folder}. Each text file there is one.`,
  notInText: "Templates can only be inserted into text that can be edited.",
  nothing: "No matches",
  loading: "Listing files…",
  loadingHeadings: "Listing headings…",
  failed: (why: string) => `The folder could not be listed: ${why}`,
  notAll: (count: number) => `Only the first ${number(count)} files in this folder are listed.`,
  untitledHeading: "Untitled section",
  headingMissing: (heading: string, name: string) => `No heading in ${name} matches “${heading}”`,
  results: (count: number) => (count === 1 ? "1 result" : `${number(count)} results`),
  more: (count: number) => `${number(count)} more. Keep typing to narrow the list`,
  hints: {
    choose: "choose",
    run: "run",
    open: "open",
    goOn: "open and continue",
    beside: "open to the side",
    go: "go there",
    insert: "insert",
    close: "close",
  },
};

export type PaletteMessages = typeof english;

const chinese: PaletteMessages = {
  label: { commands: "命令", files: "按名称打开", headings: "此文档的标题", line: "转到行", templates: "插入模板" },
  ask: {
    commands: "输入命令名称",
    files: "输入名称；> 命令，@ 标题，: 行号",
    headings: "输入标题中的字",
    line: "输入行号",
    templates: "输入模板名称的一部分",
  },
  used: "最近用过",
  isOpen: "已打开",
  alias: "别名",
  needs: {
    document: "需要打开的文档",
    text: "用于文本",
    markdown: "仅用于 Markdown 文档",
    office: "仅用于 Office 文档",
    "markdown or office": "用于 Markdown 和 Office 文档",
    file: "需要已保存的文档",
    folder: "需要打开的文件夹",
  },
  create: (path) => `新建“${path}”`,
  goToLine: (line) => `转到第 ${numberChinese(line)} 行`,
  goToColumn: (line, column) => `转到第 ${numberChinese(line)} 行第 ${numberChinese(column)} 列`,
  lineRange: (count) => `此文档共 ${numberChinese(count)} 行；-1 为最后一行。`,
  noDocument: "没有打开的文档。",
  noFolder: "没有打开的文件夹。打开后可在此查找其中的文件。",
  noHeadings: "此文档没有标题。",
  plainText: "纯文本没有标题。",
  noLines: "此文档没有可跳转的行。",
  noTemplates: (folder) => `${folder} 中没有模板。其中的每个文本文件都是一个模板。`,
  notInText: "模板只能插入可编辑的文本。",
  nothing: "没有这样的名称。",
  loading: "正在查看文件夹…",
  loadingHeadings: "正在查找标题…",
  failed: (why) => `无法列出文件夹：${why}`,
  notAll: (count) => `只列出此文件夹的前 ${numberChinese(count)} 个文件。`,
  untitledHeading: "无标题的章节",
  headingMissing: (heading, name) => `${name} 中没有类似“${heading}”的标题`,
  results: (count) => `${numberChinese(count)} 个结果`,
  more: (count) => `还有 ${numberChinese(count)} 个：继续输入以缩小范围`,
  hints: {
    choose: "选择",
    run: "运行",
    open: "打开",
    goOn: "打开并继续",
    beside: "在旁边",
    go: "前往",
    insert: "插入",
    close: "关闭",
  },
};

/** The strings in the current language. */
export let paletteMessages: PaletteMessages = english;
registerMessages<PaletteMessages>({ en: english, "zh-CN": chinese }, (now) => {
  paletteMessages = now;
});
