import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";

const { many } = counting("en");

const english = {
  tags: "Tags",
  links: "Unresolved links",
  views: "What to list",
  filter: "Filter",
  collapse: "Collapse all",
  uses: (count: number) => many(count, { one: "use", other: "uses" }),
  line: (path: string, line: number) => `${path}, line ${line}`,
  create: (path: string) => `Create ${path}`,
  noFolder: "Open a folder to see the tags of its notes.",
  noTags: "No tags yet. Write # before a word, or “tags” in the properties of a note.",
  noLinks: "Every link leads somewhere.",
  noMatch: "No matches",
  notAll: "Some notes could not be read.",
};

/** The strings of the pane of tags and unresolved links. */
export type TagsMessages = typeof english;

const chinese: TagsMessages = {
  tags: "标签",
  links: "失效链接",
  views: "列出的内容",
  filter: "筛选",
  collapse: "全部折叠",
  uses: (count) => `${count} 处`,
  line: (path, line) => `${path}，第 ${line} 行`,
  create: (path) => `创建 ${path}`,
  noFolder: "打开文件夹后，这里会列出其中笔记的标签。",
  noTags: "还没有标签。在词前写 #，或在笔记的属性中写 tags。",
  noLinks: "所有链接都有效。",
  noMatch: "没有匹配项",
  notAll: "有些笔记无法读取。",
};

/** The strings in the current language. */
export let tagsMessages: TagsMessages = english;
registerMessages<TagsMessages>({ en: english, "zh-CN": chinese }, (messages) => {
  tagsMessages = messages;
});
