import type { Language } from "../../shared/language";

const english = {
  settings: {
    syntax: (line: number, column: number) =>
      `The settings file has a mistake in line ${line}, column ${column}; what stands there does not count.`,
    syntaxHint: "Mend it with Open Settings File; it is read again as soon as you save it.",
    value: (name: string, found: string, line: number) =>
      `The settings file says ${name}: ${found} in line ${line}, which cannot be; the usual value holds.`,
    setAside: (name: string) =>
      `The settings file was too damaged to be changed. It was set aside as ${name}, and a new one was written.`,
    cannotOpen: (path: string, why: string) => `No program could open ${path} (${why}). It is shown in its folder.`,
  },
};

type AppWords = typeof english;

const chinese: AppWords = {
  settings: {
    syntax: (line, column) => `设置文件第 ${line} 行第 ${column} 列有误，该处内容不生效。`,
    syntaxHint: "请用“打开设置文件”修正，保存后会立即重新读取。",
    value: (name, found, line) => `设置文件第 ${line} 行的 ${name}: ${found} 不是有效的值，已采用默认值。`,
    setAside: (name) => `设置文件损坏严重，无法修改。原文件已另存为 ${name}，并写入了新文件。`,
    cannotOpen: (path, why) => `没有程序能打开 ${path}（${why}）。已在文件夹中显示它。`,
  },
};

const tables: Record<Language, AppWords> = { en: english, "zh-CN": chinese };

/** What the app itself tells the person, in a language. What tools and the engine say stays English: agents read it. */
export const appWords = (language: Language): AppWords => tables[language];
