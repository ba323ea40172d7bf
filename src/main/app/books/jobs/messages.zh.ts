import type { JobMessages } from "./messages";

/** The messages of jobs in Chinese. */
export const chinese: JobMessages = {
  gone: "这个作业已不再保留。",
  busy: "这个作业正在运行。请先暂停或停止它。",
  notRunning: "这个作业没有在运行。",
  ended: "这个作业已停止，不能继续。请另启一个。",
  nothingToDo: "没有可做的：全部已完成。",
  nothingButAccepted: (stale) => `没有可做的。有 ${stale} 个已接受段落的原文已更改；已接受的译文不会被替换。`,
  nothingFree: (held) => `没有空闲可做的：有 ${held} 个段落被其他进行中的任务占用。`,
  noLanguage: "请说明这本书要译成什么语言。",
  chapterGone: (name) => `书中没有章节 ${name}。`,
  asideNone: "这个作业没有搁置的块。",
  missing: (left, times) => `有 ${left} 个段落没有提交，尽管已向模型要求 ${times} 次。`,
  rejected: (times, why) =>
    `连续 ${times} 批译文都没有存入。如果是书的检查拒绝了它们，请看书的菜单中的“检查项”。最后一次：${why}`,
  steps: (most) => `模型回答超过 ${most} 次仍未结束。`,
  filtered: "服务商拦截了回答。",
  lengths: "模型的回答一再达到其允许的最大长度。",
  held: (count, tasks) => `有 ${count} 个段落被另一任务（${tasks}）占用，已留给它。`,
  attempt: (number, most, why) => `第 ${number} 次尝试（共 ${most} 次）：${why}`,
  waiting: (seconds, why) => `${why} ${seconds} 秒后再次请求。`,
  unexpectedError: (why) => `Galley 内部出错：${why}。`,
  repeatedFailures: (why) => `一块接一块地失败，作业已暂停。最后的原因：${why}`,
  repeatedFailuresHint: "请排除问题后继续：已提交的不会再次请求。",
  sampleDone: (chunks: number) => `前 ${chunks} 块已完成。`,
  sampleDoneHint: "请在表格中阅读，然后继续。",
  ceilingReached: (limit: string) => `任务已达到上限 ${limit}。`,
  ceilingReachedHint: "继续即可再使用同样的额度。",
  tokens: (amount: number) => `${amount.toLocaleString("en")} 个词元`,
  part: "书的作业",
  model: "所选模型",
};
