import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";

const english = {
  titles: {
    pdf: "Export as PDF",
    html: "Export as HTML",
    docx: "Export as Word document",
    epub: "Export as EPUB",
    pandoc: "Export with Pandoc",
    print: "Print",
  },
  go: { pdf: "Export…", html: "Export…", docx: "Export…", epub: "Export…", pandoc: "Export…", print: "Print…" },
  paper: "Paper",
  papers: { A4: "A4", A5: "A5", Letter: "Letter", Legal: "Legal" },
  orientation: "Orientation",
  portrait: "Portrait",
  landscape: "Landscape",
  margins: "Margins",
  marginWidths: { narrow: "Narrow", normal: "Normal", wide: "Wide" },
  numbers: "Page numbers",
  header: "Title above each page but the first",
  hyphenates: "Hyphenate words",
  addContents: "Table of contents",
  colours: "Colours",
  colourNames: { both: "As the reader's system", light: "Light", dark: "Dark" },
  printStyle: "Style",
  wordStyle: "Styles of",
  galleyStyle: "Galley",
  addStyle: "Add…",
  showStyles: "Show Folder",
  format: "Format",
  formats: {
    tex: "LaTeX",
    rst: "reStructuredText",
    adoc: "AsciiDoc",
    org: "Org",
    wiki: "MediaWiki",
    textile: "Textile",
    rtf: "Rich Text (RTF)",
    xml: "DocBook 5",
  },
  noPandoc:
    "Pandoc is not installed. With it, Galley exports LaTeX, AsciiDoc, Org and other formats. Get it from pandoc.org.",
  pandocNote: "Pandoc converts the text. Images stay links to their files.",
  contents: "Contents",
  frontMatter: "Include front matter",
  stages: {
    rendering: "Rendering…",
    drawing: (done: string, all: string) => `Rendering diagrams and images: ${done} of ${all}`,
    writing: "Writing the file…",
    printing: "Laying out pages…",
  },
  missing: {
    heading: (count: number) =>
      count === 1 ? "1 thing will be missing:" : `${written(count)} things will be missing:`,
    link: "This link leads nowhere.",
    notDrawn: "It can't be drawn; its source is exported.",
    more: (count: number) => `and ${written(count)} more`,
    go: {
      pdf: "Export anyway",
      html: "Export anyway",
      docx: "Export anyway",
      epub: "Export anyway",
      pandoc: "Export anyway",
      print: "Print anyway",
    },
  },
  done: (name: string) => `Exported to ${name}.`,
  show: "Show in Folder",
  failed: (why: string) => `Export failed: ${why}`,
  copied: "Copied as rich text",
  copyFailed: (why: string) => `Copy failed: ${why}`,
  tooLong: "rendering took longer than a minute.",
};

type ExportMessages = typeof english;

const chinese: ExportMessages = {
  titles: {
    pdf: "导出为 PDF",
    html: "导出为 HTML",
    docx: "导出为 Word 文档",
    epub: "导出为 EPUB",
    pandoc: "用 Pandoc 导出",
    print: "打印",
  },
  go: {
    pdf: "选择位置…",
    html: "选择位置…",
    docx: "选择位置…",
    epub: "选择位置…",
    pandoc: "选择位置…",
    print: "打印…",
  },
  paper: "纸张",
  papers: { A4: "A4", A5: "A5", Letter: "Letter", Legal: "Legal" },
  orientation: "方向",
  portrait: "纵向",
  landscape: "横向",
  margins: "页边距",
  marginWidths: { narrow: "窄", normal: "普通", wide: "宽" },
  numbers: "页码",
  header: "在首页之外的每页上方显示标题",
  hyphenates: "单词断字",
  addContents: "目录",
  colours: "配色",
  colourNames: { both: "跟随读者的系统", light: "浅色", dark: "深色" },
  printStyle: "样式",
  wordStyle: "样式取自",
  galleyStyle: "Galley",
  addStyle: "添加…",
  showStyles: "显示文件夹",
  format: "格式",
  formats: {
    tex: "LaTeX",
    rst: "reStructuredText",
    adoc: "AsciiDoc",
    org: "Org",
    wiki: "MediaWiki",
    textile: "Textile",
    rtf: "RTF 富文本",
    xml: "DocBook 5",
  },
  noPandoc: "未安装 Pandoc。安装后，Galley 可以导出 LaTeX、AsciiDoc、Org 等格式。可从 pandoc.org 获取。",
  pandocNote: "文本由 Pandoc 转换，图片保留为指向文件的链接。",
  contents: "目录",
  frontMatter: "包括正文前的属性",
  stages: {
    rendering: "正在排版…",
    drawing: (done, all) => `正在绘制并收集图片：${done} / ${all}`,
    writing: "正在写入文件…",
    printing: "正在分页…",
  },
  missing: {
    heading: (count) => `将缺少 ${written(count)} 项内容：`,
    link: "此链接没有目标。",
    notDrawn: "无法绘制，将导出其源代码。",
    more: (count) => `以及另外 ${written(count)} 项`,
    go: {
      pdf: "仍然导出",
      html: "仍然导出",
      docx: "仍然导出",
      epub: "仍然导出",
      pandoc: "仍然导出",
      print: "仍然打印",
    },
  },
  done: (name) => `已导出到 ${name}。`,
  show: "在文件夹中显示",
  failed: (why) => `未导出：${why}`,
  copied: "已复制为富文本",
  copyFailed: (why) => `未复制：${why}`,
  tooLong: "排版超过一分钟。",
};

/** The strings of export and print in the current language. */
export let exportMessages: ExportMessages = english;
registerMessages<ExportMessages>({ en: english, "zh-CN": chinese }, (messages) => {
  exportMessages = messages;
});

/** Formats numbers for the current language. */
export const written = (value: number): string =>
  counting(document.documentElement.lang === "zh-CN" ? "zh-CN" : "en").number(value);
