import { counting } from "../../../../shared/language";
import type { ReadersMessages } from "./readers-messages";

const { number } = counting("zh-CN");

/** The readers' form in Simplified Chinese. */
export const chinese: ReadersMessages = {
  noWords: "请填写这位审读者应查找的内容。",
  removed: (at) => `已移除审读者 ${number(at)}。`,
  added: (at) => `已添加审读者 ${number(at)}。`,
  addedLast: (at) => `已添加审读者 ${number(at)}。不能再添加更多。`,
};
