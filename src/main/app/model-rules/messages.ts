/** Messages about rules and skills, in the app's language; see `../core/messages`. */
import { spoken } from "../core/messages";

const english = {
  part: "Your permissions for rules and skills",
  link: "It is a link, or in a folder that is one. Galley reads rules and skills only from real files.",
  notText: "It is not UTF-8 text.",
  badHeader: "The lines between --- at its beginning are not valid YAML.",
  noDescription: "A skill needs a description at its beginning, so that the model knows when to read it.",
  gone: "This file has changed or no longer exists. Review it again.",
  tooLarge: "It is too large to be shown.",
  notRegular: "It is not a regular file, or can't be read.",
};

const chinese: typeof english = {
  part: "您对规则与技能的许可",
  link: "这是一个链接，或位于链接的文件夹中。Galley 只从真实文件读取规则与技能。",
  notText: "它不是 UTF-8 文本。",
  badHeader: "开头 --- 之间的内容不是有效的 YAML。",
  noDescription: "技能开头需要有描述（description），模型才知道何时阅读它。",
  gone: "此文件已更改或不存在，请重新查看。",
  tooLarge: "它太大，无法显示。",
  notRegular: "它不是普通文件，或无法读取。",
};

export const modelRuleMessages: typeof english = new Proxy(english, {
  get: (_, name) => (spoken === "zh-CN" ? chinese : english)[name as keyof typeof english],
});
