import { counting } from "../../shared/language";
import type { Words } from "./words";

const { number } = counting("zh-CN");

/**
 * The page in Simplified Chinese. Full-width punctuation, a blank between Chinese and Latin letters or digits, none
 * before …; names of files and agents stay as they are.
 */
export const chinese: Words = {
  galley: "Galley",
  cancel: "取消",
  close: "关闭",
  dismiss: "知道了",
  notices: "通知",
  loading: "正在加载…",
  tryAgain: "重试",
  copy: "复制",
  copied: "已复制",
  surprise: (what) => `出现意外情况：${what}。您的文字已保留。`,
  roomFailed: "页面的这一部分无法显示。",

  command: {
    new: "新建文档",
    openFile: "打开文件…",
    openFolder: "打开文件夹…",
    connectAgent: "连接智能体…",
    history: "历史",
    outline: "大纲",
    showSidebar: "显示侧边栏",
    hideSidebar: "隐藏侧边栏",
  },

  welcome: {
    heading: "您与智能体共用的一页纸",
    lead: "您来写作，智能体来阅读和编辑。每个版本都会保留。",
    start: "开始",
    recent: "最近打开",
    keys: "快捷键",
    newKey: "新建文档",
    openKey: "打开文件",
    folderKey: "打开文件夹",
    nameKey: "按名称打开",
    commandsKey: "所有命令",
    sidebarKey: "显示或隐藏文件",
  },

  tabs: {
    strip: "打开的文档",
    closeHint: "关闭（Delete）",
    unsaved: "未保存",
    conflict: "有冲突",
    gone: "已删除或移走",
    agentWrote: (who) => `已被 ${who} 修改`,
    moved: (name, place, count) => `${name} 现在是第 ${place} 个标签页，共 ${count} 个`,
    closed: (name) => `${name} 已关闭`,
    noneToReopen: "没有可以重新打开的标签页",
  },

  navigation: {
    noneBack: "没有可以后退的位置",
    noneForward: "没有可以前进的位置",
  },

  closing: {
    conflict: (name, count) =>
      `“${name}”保持打开：还有 ${number(count)} 处冲突待解决。请选择“我的”“对方的”或“两者”，然后再关闭。`,
    untitled: (name) => `关闭前要保存“${name}”吗？`,
    untitledDetail: "它从未存入文件。如果放弃，页面上的文字就没有了。",
    gone: (name) => `要保留“${name}”的文字吗？`,
    goneDetail: "它的文件已在 Galley 之外被删除或移走，文字仍在页面上。",
    unsavable: (name) => `“${name}”无法保存`,
    unsavableDetail: "最后的改动没有存入文件。请存到别处，或者放弃这些改动。",
    save: "保存…",
    saveElsewhere: "另存为…",
    discard: "放弃",
  },

  status: {
    words: (count) => `${number(count)} 字`,
    characters: (count) => `${number(count)} 个字符`,
    selected: (count) => `已选 ${number(count)}`,
    position: (line, column) => `第 ${number(line)} 行，第 ${number(column)} 列`,
    positionShort: (line, column) => `${number(line)}:${number(column)}`,
    state: {
      saved: "已保存",
      unsaved: "未保存",
      saving: "正在保存…",
      waiting: "等待中",
      conflict: "冲突",
      "read-only": "只读",
      gone: "已删除或移走",
      failed: "未保存",
    },
    putBack: "放回原处",
    saveAs: "另存为…",
    conflicts: (count) => `${number(count)} 处冲突`,
    markdown: "Markdown",
    text: "纯文本",
    warnings: (count) => `${number(count)} 条警告`,
    textSize: (pixels) => `文字大小 ${pixels}`,
    focusOn: "已开启专注模式",
    focusOff: "已关闭专注模式",
    typewriterOn: "已开启打字机模式",
    typewriterOff: "已关闭打字机模式",
    spellingOn: "已开启拼写检查",
    spellingOff: "已关闭拼写检查",
    readingMarksOn: "在页边标出智能体读过的内容",
    readingMarksCleared: "已清除智能体的阅读标记",
    readingMarksOff: "不再标出智能体读过的内容",
    wrapOn: "自动换行已开启",
    wrapOff: "自动换行已关闭",
  },

  agents: {
    sign: (count) => (count === 0 ? "没有智能体" : `${number(count)} 个智能体`),
    heading: "已连接的智能体",
    none: "没有连接智能体。支持 MCP 的智能体，或者命令行，都可以阅读和编辑您文件夹中的文档。",
    since: (time) => `自 ${time} 起`,
    noCall: "尚无调用",
    lastCall: (call) => `最近一次调用：${call}`,
    folders: "文件夹",
    joined: (name) => `${name} 已连接`,
    left: (name) => `${name} 已断开`,
    connect: "连接智能体…",
  },

  connect: {
    heading: "连接智能体",
    lead: (root) => `以下任一方式连接的智能体，都可以阅读和编辑 ${root} 中的文档，且仅限于此。`,
    noFolder: "请先打开一个文件夹：智能体可以阅读和编辑的，就是其中的内容。",
    copyWay: (title) => `复制 ${title} 的设置`,
    failed: "无法生成这些设置。",
  },

  files: {
    heading: "文件",
    tree: "文件夹中的文件",
    resize: "侧边栏宽度",
    newFile: "新建文件",
    newFolder: "新建文件夹",
    rename: "重命名…",
    trash: "移到回收站…",
    reveal: "在文件管理器中显示",
    copyPath: "复制路径",
    collapse: "全部收起",
    closeFolder: "关闭文件夹",
    openFolder: "打开文件夹…",
    empty: "这个文件夹是空的",
    noFolder: "没有打开文件夹。打开一个，就能在这里看到其中的文件，并让智能体在其中工作。",
    recent: "最近打开",
    nameOfNewFile: "新文件的名称",
    nameOfNewFolder: "新文件夹的名称",
    nameOf: (name) => `${name} 的新名称`,
    trashQuestion: (name) => `要把“${name}”移到回收站吗？`,
    trashFolderDetail: "文件夹中的所有内容会一并移走。您可以从系统回收站中恢复。",
    trashFileDetail: "您可以从系统回收站中恢复；它的各个版本仍保留在 Galley 的历史中。",
    trashAction: "移到回收站",
    trashed: (name) => `“${name}”已在回收站中`,
    renamed: (name) => `已重命名为 ${name}`,
    movedTo: (name, folder) => `已将 ${name} 移到 ${folder}`,
    created: (name) => `已新建 ${name}`,
    drop: "将文件或文件夹拖放到此处打开",
    name: {
      empty: "请输入名称。",
      dots: "名称不能是 . 或 ..",
      separator: (found) => `名称中不能包含 ${found}`,
      control: "名称中不能包含换行或控制字符。",
      taken: (name) => `这里已经有“${name}”了。`,
      reserved: (name) => `“${name}”是 Windows 的保留名称。`,
      ending: "在 Windows 上，名称不能以句点或空格结尾。",
      tooLong: "名称最长为 255 字节。",
    },
  },

  sidebar: {
    views: "侧边栏显示的内容",
    files: "文件",
    outline: "大纲",
    search: "搜索",
  },

  outline: {
    of: (name) => `${name} 的章节`,
    frontmatter: "前置元数据",
    noTitle: "无标题章节",
    empty: "还没有标题。以 # 开头的行就是标题。",
    plainText: "这是纯文本。大纲用于 Markdown，其中以 # 开头的行是标题。",
    noDocument: "没有打开的文档。",
    failed: "无法生成大纲。正文不受影响。",
    collapse: "全部收起或展开",
    up: "上移",
    down: "下移",
    promote: "升级（提高一级）",
    demote: "降级（降低一级）",
    rename: "重命名标题…",
    moved: (title, position, anchor) =>
      ({
        before: `已将“${title}”移到“${anchor}”之前`,
        after: `已将“${title}”移到“${anchor}”之后`,
        into: `已将“${title}”移入“${anchor}”`,
      })[position],
    leveled: (title, level) => `“${title}”现在是 ${level} 级标题`,
    isFirst: "它已经是这里的第一个章节",
    isLast: "它已经是这里的最后一个章节",
    changed: "正文刚刚有变动，请再试一次。",
    conflict: "解决此文档中的冲突之后才能移动章节。",
    refused: (title, reason) =>
      ({
        "into itself": `不能把“${title}”移入它自身。`,
        "too deep": `标题最多六级：“${title}”中有内容会变成第七级。`,
        "at the top": `“${title}”已经是最高级。`,
        swallowed: `不能把“${title}”移到那里：旁边的代码块或其他内容没有结束，标题会被吞没。`,
      })[reason],
  },

  history: {
    heading: "历史",
    of: (name) => `${name} 的版本`,
    empty: "还没有版本。每次保存和智能体的每次编辑都会列在这里。",
    unsavedDocument: "文档存入文件后才有历史。",
    you: "您",
    restore: "恢复此版本",
    restoreQuestion: (time) => `要恢复 ${time} 的版本吗？`,
    restoreDetail: "页面将显示该版本的文字。现在的内容会留在历史中，撤销一次即可回到现在。",
    restoreAction: "恢复",
    restored: (time) => `页面已恢复为 ${time} 的版本`,
    same: "此版本与页面上的文字相同。",
    difference: (added, removed) => `自那以后：增加 ${number(added)} 行，删去 ${number(removed)} 行。`,
    tooDifferent: "此后改动太多，无法逐行显示；以下是该版本的文字。",
    unchangedLines: (count) => `${number(count)} 行未改动`,
    cut: (shown) => `仅显示前 ${number(shown)} 行。`,
    added: "此后增加：",
    removed: "此后删去：",
    close: "关闭历史",
  },

  size: (bytes) =>
    bytes < 1000
      ? `${bytes} B`
      : bytes < 999_500
        ? `${Number((bytes / 1000).toPrecision(2))} kB`
        : `${Number((bytes / 1_000_000).toPrecision(2))} MB`,

  time: {
    locale: "zh-CN",
    today: (clock) => clock,
    yesterday: (clock) => `昨天 ${clock}`,
    on: (day, clock) => `${day} ${clock}`,
  },
};
