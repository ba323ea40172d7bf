import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";

const { many, number } = counting("en");
const count = (amount: number, one: string, other: string) => many(amount, { one, other });

const millions = (amount: number) => number(Math.round(amount / 1e6));

const english = {
  pastedPlain: (characters: number, most: number) =>
    `Pasted as plain text: the formatting is too large to convert to Markdown (${millions(characters)} million characters; the limit is ${millions(most)} million).`,
  pastedPlainParts:
    "Pasted as plain text: the formatting has more than 2 million elements, too many to convert to Markdown.",
  pastedUnread: "Pasted as plain text: the formatting could not be read.",
  imagesAdded: (images: number) =>
    `${count(images, "image", "images")} saved beside the document. Undo removes the link and keeps the file.`,
};

/** The strings about pasting, in one language. */
type WritingMessages = typeof english;

const chinese: WritingMessages = {
  pastedPlain: (characters, most) =>
    `复制的内容有 ${Math.round(characters / 1e6)} 百万个字符的格式；最多能把 ${Math.round(most / 1e6)} 百万个字符转换为 Markdown。已按纯文本粘贴。`,
  pastedPlainParts: "复制的内容有超过 200 万处格式，最多能把 200 万处转换为 Markdown。已按纯文本粘贴。",
  pastedUnread: "无法读取复制内容的格式。已按纯文本粘贴。",
  imagesAdded: (images) => `已在文档旁保存 ${images} 张图片。撤销会移除链接，文件会保留。`,
};

/** The strings about pasting, in the language in use. */
export let writingMessages: WritingMessages = english;

registerMessages<WritingMessages>({ en: english, "zh-CN": chinese }, (current) => {
  writingMessages = current;
});
