import { counting } from "../../../shared/language";
import type { ToolFormMessages } from "./tool-form-messages";

const { number } = counting("zh-CN");

/** The tool forms in Simplified Chinese. */
export const chinese: ToolFormMessages = {
  tools: "工具",
  loading: "正在载入工具…",
  failed: "无法列出工具。",
  none: (query) => `没有名为“${query}”的工具。`,
  reads: "读取",
  writes: "写入",
  titles: {
    text_editor: "文本编辑器",
    doc_toc: "大纲",
    doc_read: "读取章节",
    doc_read_many: "读取多个章节",
    doc_find: "查找章节",
    doc_replace: "替换章节",
    doc_insert: "插入章节",
    doc_delete: "删除章节",
    read_file: "按段落读取",
    grep: "按段落搜索",
    coverage: "已读内容",
    doc_history: "文档历史",
    doc_restore: "恢复版本",
    list_chapters: "列出章节",
    read_chapter: "读取书的一章",
    open_task: "打开任务",
    task_info: "任务详情",
    release_task: "放弃任务",
    get_previous_paragraphs: "前文段落",
    get_next_paragraphs: "后文段落",
    get_paragraph_position: "段落位置",
    get_paragraph_info: "段落详情",
    find_paragraphs: "在书中查找段落",
    update_task_status: "更新任务状态",
    add_translation_batch: "提交译文",
  },
  form: (title) => `${title}：参数`,
  about: "用途",
  back: "其他工具",
  run: "运行",
  running: "正在运行…",
  more: (count) => `另外 ${number(count)} 个参数`,
  required: "必填",
  chooseOne: "– 请选择 –",
  asUsual: "默认",
  yes: "是",
  no: "否",
  lines: "每行一个。",
  json: "JSON 格式。",
  range: (least, most) =>
    least !== null && most !== null
      ? `${number(least)} 到 ${number(most)}`
      : least !== null
        ? `至少 ${number(least)}`
        : most !== null
          ? `至多 ${number(most)}`
          : "",
  root: (folder) => `路径位于 ${folder} 中。`,
  noRoot: "未打开文件夹：只能通过完整路径访问已打开的文档。",
  files: "文件夹中的文件",
  rejected: "已被拒绝，没有改动任何内容。",
  notStarted: "没有运行。",
  done: (title) => `${title}：完成。`,
  error: {
    missing: "此项必填。",
    "not a number": "请填写数字。",
    "not whole": "请填写整数。",
    "too small": (least) => `至少为 ${number(least)}。`,
    "too big": (most) => `至多为 ${number(most)}。`,
    "too many": (most, found) => `最多 ${number(most)} 个，现有 ${number(found)} 个。`,
    "not a choice": "请从列表中选择。",
    "not JSON": (found) => `不是 JSON：${found}`,
    "wrong shape": (at, wants) => `${at === "" ? "此处" : `${at} 处`}应为：${wants}`,
  },
  errors: (count) => `有 ${number(count)} 个参数需要更正。`,
};
