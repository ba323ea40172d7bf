import { counting } from "../../../shared/language";
import type { SettingsMessages } from "./messages";

const { number } = counting("zh-CN");

/** The settings in Simplified Chinese. */
export const chinese: SettingsMessages = {
  heading: "设置",
  search: "搜索设置",
  sectionsLabel: "设置分类",
  results: (count) => `找到 ${number(count)} 项设置`,
  none: (query) => `没有名称或说明中含有“${query}”的设置。`,
  clearSearch: "清除搜索",
  close: "关闭设置",
  usual: "默认",
  backTo: (usual) => `恢复默认：${usual}`,
  on: "开",
  off: "关",
  sections: {
    appearance: "外观",
    writing: "写作",
    files: "文件",
    keys: "快捷键",
    agents: "智能体",
    about: "关于",
  },
  text: "正文",
  settings: {
    language: {
      title: "语言",
      about: "菜单、按钮和消息所用的语言。文档以及智能体读到的内容不受影响。",
      choices: { system: "跟随系统", en: "English", "zh-CN": "简体中文" },
    },
    theme: {
      title: "主题",
      about: "浅色或深色。",
      choices: { system: "跟随系统", light: "浅色", dark: "深色" },
    },
    colourTheme: {
      title: "配色主题",
      about: "窗口和文档的颜色，分浅色和深色。您自己的主题是 CSS 文件。",
    },
    contrast: {
      title: "对比度",
      about: "高对比度：以黑白为主，线条分明。",
      choices: { system: "跟随系统", standard: "标准", high: "高" },
    },
    accent: {
      title: "强调色",
      about: "用于链接、选区和当前焦点。颜色会自动调深或调浅，直到清晰易读。",
    },
    interfaceSize: {
      title: "界面大小",
      about: "菜单、列表和按钮的大小。它们也会随正文一起缩放，但幅度略小。",
      unit: "%",
      value: (percent) => `${number(percent)}%`,
    },
    motion: {
      title: "动效",
      about: "减弱后，界面不再滑动、淡入淡出或闪烁。",
      choices: { system: "跟随系统", reduced: "减弱", full: "完整" },
    },
    showTags: { title: "在侧边栏显示标签", about: "已打开文件夹中的标签和失效链接。打开标签时会自动开启。" },
    showLibrary: {
      title: "在侧边栏和菜单中显示资料库",
      about: "供游戏主持人使用的规则、生物和法术。打开资料库时会自动开启。",
    },
    showBooks: { title: "在菜单中显示书籍翻译", about: "用于翻译书籍的视图。打开它或打开一本书时会自动开启。" },
    textFont: { title: "正文字体", about: "文档所用的字体。Galley 自带 Literata、Inter 和 JetBrains Mono。" },
    codeFont: { title: "代码字体", about: "用于代码、表格源码和纯文本文件。" },
    fontSize: {
      title: "文字大小",
      about: "文档的文字大小。“放大”和“缩小”也会改变它，界面随之缩放。",
      unit: "像素",
      value: (pixels) => `${number(pixels)} 像素`,
    },
    lineHeight: {
      title: "行高",
      about: "相邻两行之间的距离，以文字大小的倍数表示。",
      unit: "倍",
      value: (times) => `${number(times)} 倍`,
    },
    codeLigatures: { title: "代码连字", about: "将几个符号显示为一个，例如把 -> 显示为箭头。" },
    measure: {
      title: "行宽",
      about: "一行最多容纳多少个字符（一个汉字约占两个）。60 到 75 个最便于阅读。",
      unit: "字符",
      value: (characters) => `${number(characters)} 个字符`,
    },
    lineWrap: {
      title: "自动换行",
      about: "过长的行折到下一行，而不是超出窗口。",
    },
    lineNumbers: {
      title: "行号",
      about: "显示在正文旁的页边。",
      choices: { never: "从不", "plain text": "仅纯文本", always: "始终" },
    },
    superSubscript: { title: "上标和下标", about: "将 ^ 之间的文字升高，将 ~ 之间的文字降低。" },
    properties: {
      title: "属性",
      about: "写作时如何显示文档开头的元数据。",
      choices: { form: "表单", hidden: "隐藏", source: "源文本" },
    },
    smartPunctuation: {
      title: "智能标点",
      about: "输入的引号、连字符和点会变成弯引号、短横线和省略号，代码中除外。Ctrl+Z 只撤销这一替换。",
    },
    vaultSettings: {
      title: "采用 Obsidian 仓库的设置",
      about: "在仓库中，图片的位置、链接的写法和换行是否保留由仓库自己的设置决定。",
    },
    emojiCodes: { title: "表情代码", about: "将 :smile: 等代码显示为表情符号，文本中仍保留代码。" },
    dice: {
      title: "文中的骰子",
      about: "标出 2d6+3 等骰子。点击即可掷骰，结果显示在旁边，文本不变。",
      choices: { library: "使用资料库后", on: "始终", off: "从不" },
    },
    lineBreaks: {
      title: "单个换行",
      about: "在编辑器、预览、导出和打印中：保留，或像其他 Markdown 程序那样合并为一段。正在编辑的段落仍显示各行。",
      choices: { keep: "保留", join: "合并各行" },
    },
    focusMode: { title: "专注模式", about: "淡化正在写的内容以外的一切。" },
    focusUnit: {
      title: "专注于",
      about: "光标所在的段落，或仅其中的句子。",
      choices: { paragraph: "段落", sentence: "句子" },
    },
    renumberLists: {
      title: "编号列表自动续号",
      about: "移动、删除或粘贴列表中的行时，编号随之更新。以其他方式编号的列表保持原样。",
    },
    typewriterMode: { title: "打字机模式", about: "光标所在的行始终位于窗口中间。" },
    spelling: {
      title: "拼写检查",
      about: "用下划线标出拼错的单词。词典都在本机，不会访问网络。",
    },
    spellingLanguages: {
      title: "拼写检查的语言",
      about:
        "未选择时使用系统的语言。文档的属性中有“lang”时，按该语言检查。更多语言来自系统的 Hunspell 词典，以及 Galley 数据目录中的“dictionaries”文件夹。",
    },
    grammar: {
      title: "英语语法",
      about: "在本机检查重复的单词、错误的词形等，按上方所选的英语变体。需要数百 MB 内存。",
    },
    grammarRulesOff: {
      title: "已关闭的语法规则",
      about: "规则名称，用逗号分隔。在错误处打开菜单可关闭其规则。",
    },
    imageFolder: {
      title: "图片文件夹",
      about: "粘贴和拖入的图片保存的位置：在引用它的文档旁边，或在打开的文件夹中。",
    },
    dailyFolder: {
      title: "每日笔记文件夹",
      about: "位于打开的文件夹中；留空表示该文件夹本身。Obsidian 库使用其自己的设置。",
    },
    dailyFormat: {
      title: "每日笔记的名称",
      about: "用字母表示的日期：YYYY-MM-DD；YYYY/MM/DD dddd 会按年和月建立文件夹。",
    },
    templateFolder: {
      title: "模板文件夹",
      about: "模板中可以使用 {{date}}、{{time}} 和 {{title}}。名为“每日笔记”的模板用于新的每日笔记。",
    },
    reviewEdits: {
      title: "审阅智能体的修改",
      about: "智能体写入的内容立即生效，并在文档中标出，直到您保留或撤回。",
    },
    reviewExternal: {
      title: "审阅外部更改",
      about:
        "编程智能体自带的编辑器、脚本或 Git 写入已打开文件夹的更改会等待审阅，与智能体的修改一样。Git 的更改每个文件夹询问一次；更改此设置后会重新询问。",
      choices: { agents: "有智能体在工作时", always: "始终", never: "从不" },
    },
    notifyWaiting: {
      title: "智能体等待或已回答时通知我",
      about:
        "当您在其他程序中时，如果助手已回答或请求您批准、智能体请您审阅，或有 HTTP 客户端请求接入，则显示系统通知。通知会说明谁在请求、做什么、涉及哪个文档或对话，绝不包含文档内容。",
    },
    readingMarks: {
      title: "智能体读过的内容",
      about: "在页边标出智能体连接以来读过的行。",
    },
    defaultLineCount: {
      title: "一次读取的行数",
      about: "智能体打开文本文件而未指定范围时，得到的行数。",
      unit: "行",
      value: (lines) => `${number(lines)} 行`,
    },
    logLevel: {
      title: "日志的详细程度",
      about: "每一级都包含前面各级。文档正文和密钥绝不会写入日志。",
      choices: { error: "错误", warning: "警告", info: "运行情况", debug: "每个请求" },
    },
    commentsFolder: {
      title: "文本的批注",
      about: "放在文档旁边时可以通过 Git 共享。文档本身不会被修改。",
      choices: { folder: "文件夹的 .galley 中", data: "Galley 自己的数据中" },
    },
    commentsInMargin: {
      title: "在正文旁显示批注",
      about: "窗口足够宽时，批注显示在所批注的文字旁边。侧栏始终有批注列表。",
    },
    batchLimit: {
      title: "一次提交的段落数",
      about: "智能体一次调用可以提交书中多少段落。",
      unit: "段",
      value: (paragraphs) => `${number(paragraphs)} 段`,
    },
    httpDoor: {
      title: "智能体的 HTTP 服务器",
      about: "供通过网址连接的智能体使用。只限本机，必须带有下面的令牌，并且只能访问 Galley 中打开的文件夹。",
    },
    httpPort: {
      title: "HTTP 服务器端口",
      about: "1,024 到 65,535 之间。按其他端口设置的客户端也需要修改。",
      unit: "",
      value: (port) => String(port),
    },
    httpTools: {
      title: "通过 HTTP 提供给智能体的工具",
      about: "每个工具都会在每次对话中占用空间。从命令行启动的智能体有自己的选项。",
    },
    httpStructured: {
      title: "通过 HTTP 返回结构化结果",
      about: "供程序使用。有些智能体会把数据而不是更短的文本交给模型。",
    },
    agentCommands: {
      title: "您自己的智能体",
      about: "面板中使用 Agent Client Protocol 的程序：名称 = 命令和参数，以分号分隔。",
    },
    agentRegistry: {
      title: "智能体注册表",
      about: "面板设置按您的要求从此 https 地址或文件读取更多智能体。留空：使用 Agent Client Protocol 的注册表。",
    },
    agentProtocol: {
      title: "Agent Client Protocol 版本",
      about: "版本 2 是草案，随时可能变化。不支持它的智能体将使用版本 1。",
      choices: { "1": "版本 1", "2": "版本 2（草案）" },
    },
    panelTools: { title: "提供给面板中模型的工具", about: "它们会随每个问题一起发送。" },
    keys: { title: "快捷键", about: "哪些按键执行哪些命令。" },
  },
  accents: {
    blue: "蓝色",
    teal: "青色",
    green: "绿色",
    olive: "橄榄色",
    amber: "琥珀色",
    red: "红色",
    pink: "粉色",
    violet: "紫色",
    graphite: "石墨色",
  },
  systemLanguages: "系统的语言",
  toolSetNames: { documents: "文档", office: "办公文件", books: "书籍", library: "资料库" },
  themes: { galley: "Galley", sepia: "复古", slate: "石板", forest: "森林" },
  sampleLetters: "文字",
  addTheme: "添加主题…",
  showThemes: "显示主题文件夹",
  ownAccent: "自定义颜色",
  fonts: { serif: "Literata", sans: "Inter", mono: "JetBrains Mono", system: "系统字体", other: "其他…" },
  imageFolders: {
    beside: "文档旁边",
    assets: "assets 文件夹",
    images: "images 文件夹",
    attachments: "attachments 文件夹",
    "by document": "每个文档一个",
    other: "其他文件夹…",
  },
  imageFolderName: "图片文件夹的名称",
  imageFolderHint: "例如 pictures/2026，位于文档所在的文件夹。以 / 开头则位于打开的文件夹。",
  noImageFolder: '不能用作文件夹名称：不能含有 .. 或隐藏文件夹、Windows 保留的名称，也不能含有 < > : " | ? * \\。',
  fontName: "已安装字体的名称",
  notInstalled: (name) => `这里没有安装“${name}”，已用其他字体代替。`,
  sample: {
    heading: "冬日港湾",
    text: "渡船每天来两班，全看天气；星期天很少开。带上一盏灯，再带三个晚上的灯油：自从初九那场风暴以后，仓库里一滴也没有了。",
  },
  file: {
    title: "设置文件",
    about: "所有设置都保存在一个文本文件 settings.json 中。在文件里改动，保存后立即生效。",
    action: "打开设置文件",
  },
  connect: {
    title: "连接智能体",
    about: "任何支持 MCP 的智能体，都可以阅读和编辑您所打开文件夹中的文档，且仅限于此。",
    action: "连接智能体…",
  },
  models: {
    title: "助手使用的模型",
    about: "侧边面板向哪些模型提问、它们的密钥，以及一次回答的限度。",
    action: "设置模型…",
  },
  invalidText: "这不能用作文件或文件夹的名称。",
  invalidPort: (least, most) => `端口是 ${number(least)} 到 ${number(most)} 之间的整数。`,
  about: {
    version: (version) => `版本 ${version}`,
    lead: "您与智能体共用的编辑器。文档仍是原处的普通文件；Galley 不从网络加载任何内容。",
    fonts: "使用 Literata、Inter 和 JetBrains Mono 字体，遵循 SIL 开放字体许可证。",
  },
};
