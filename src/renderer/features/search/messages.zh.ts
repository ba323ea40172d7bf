import { counting } from "../../../shared/language";
import type { SearchMessages } from "./messages";

const { number } = counting("zh-CN");

/** The folder search in Simplified Chinese. */
export const chinese: SearchMessages = {
  label: "在文件夹中搜索",
  field: "搜索",
  placeholder: "在此文件夹中搜索",
  options: "搜索方式",
  caseSensitive: "区分大小写",
  wholeWord: "全字匹配",
  regex: "正则表达式",
  files: "搜索哪些文件",
  include: "要搜索的文件",
  includeHint: "例如 *.md、notes/",
  exclude: "要排除的文件",
  excludeHint: "例如 drafts/、*.txt",
  results: (text) => `包含“${text}”的段落`,
  noFolder: "没有打开的文件夹。打开一个文件夹，即可搜索其中的全部内容。",
  openFolder: "打开文件夹…",
  lead: "在文件夹的所有文档中查找段落：Markdown、纯文本和 Office 文件，也包括您尚未保存的内容。",
  keys: (next, previous) => `${next} 与 ${previous} 可逐个查看结果，光标在正文中时也可以。`,
  searching: "正在搜索…",
  progress: (searched, of) => `可能匹配的 ${number(of)} 个文件中已搜索 ${number(searched)} 个…`,
  resultCount: (paragraphs, files) => `${number(files)} 个文件中的 ${number(paragraphs)} 个段落`,
  nothing: (text) => `没有找到“${text}”。`,
  nothingHint: {
    regex: "它按正则表达式解释。",
    caseSensitive: "区分大小写。",
    wholeWord: "只匹配整个词。",
    files: "只搜索部分文件。",
  },
  badPattern: (reason) => `这不是正则表达式：${reason}。`,
  badPatternHint: "这里的正则表达式不支持环视和反向引用。关闭“.*”即可按原文查找。",
  ignored: "隐藏文件和 git 忽略的文件不在搜索范围内。",
  firstShown: (shown) => `显示前 ${number(shown)} 个。`,
  time: "搜索在 20 秒后停止，可能还有更多结果。缩小范围即可看到全部。",
  unread: (files) => `${number(files)} 个文件无法作为文本读取。`,
  partial: (files) => `${number(files)} 个文件过大，只搜索了开头部分。`,
  more: (paragraphs) => `还有 ${number(paragraphs)} 个未显示`,
  count: (paragraphs) => number(paragraphs),
  spokenCount: (paragraphs) => `${number(paragraphs)} 个段落`,
  line: (line) => number(line),
  spokenLine: (line) => `第 ${number(line)} 行`,
  paragraph: (index) => `¶ ${number(index)}`,
  spokenParagraph: (index) => `第 ${number(index)} 段`,
  gap: "…",
  collapse: "全部折叠或展开",
  clear: "清除搜索",
  wrappedToFirst: "回到第一个结果",
  wrappedToLast: "回到最后一个结果",
  changed: "找到之后这段文字已有改动，现在显示的是最接近的位置。",
  reveal: "在文件管理器中显示",
  copyPath: "复制路径",
  copyText: "复制段落",
  open: "打开",

  replace: {
    toggle: "替换",
    field: "替换为",
    placeholder: "替换为",
    keepCase: "保留大小写",
    all: "全部替换",
    one: "在此段落中替换",
    file: "在此文件中替换",
    leaveOut: "从结果中移除",
    becomes: "变为",
    unknownGroup: (name, groups) =>
      `${name} 不对应任何分组：${groups === 0 ? "此正则表达式没有分组" : `此正则表达式有 ${number(groups)} 个分组`}。`,
    unknownGroupHint: "美元符号请写作 $$。",
    office: (files) => `${number(files)} 个 Office 文档只搜索，不替换。`,
    planning: "正在统计要替换的内容…",
    replacing: "正在替换…",
    undoing: "正在撤销…",
    progress: (what, done, of) => `${what} 共 ${number(of)} 个文件，已完成 ${number(done)} 个`,
    stop: "停止",
    question: (matches, files, template) =>
      template === ""
        ? `要删除 ${number(files)} 个文件中的 ${number(matches)} 处匹配吗？`
        : `要把 ${number(files)} 个文件中的 ${number(matches)} 处匹配替换为“${template.slice(0, 60)}”吗？`,
    yes: "替换",
    no: "取消",
    summary: ({ status, report: { matches, fileCount, left } }) => {
      const what = `${number(fileCount)} 个文件中的 ${number(matches)} 处`;
      if (status === "undone") return `已恢复 ${what}。`;
      const done = matches === 0 ? "没有替换任何内容。" : `已替换 ${what}。`;
      return left > 0 ? `${done}已停止：${number(left)} 个文件保持原样。` : done;
    },
    changed: (paragraphs) => `${number(paragraphs)} 个段落在搜索之后有改动，保持原样。`,
    failed: (path, why) => `${path}：${why}`,
    moreFailed: (files) => `另有 ${number(files)} 个文件`,
    undo: "撤销",
    nothingToUndo: "没有可撤销的替换。",
  },
};
