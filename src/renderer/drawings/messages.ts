import { counting } from "../../shared/language";
import { registerMessages } from "../ui/language";

const { number } = counting("en");

const english = {
  slow: "Drawing took longer than 2 seconds and was stopped.",
  lost: "This could not be drawn because the drawing process stopped.",
  unsafe: "This drawing contains unsafe content and is not shown.",
  long: (limit: number) => `Too long to draw (more than ${number(limit)} characters).`,
  enlarge: "Enlarge Diagram",
  enlarged: "Enlarged diagram",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Fit",
  close: "Close (Escape)",
};

type DrawingMessages = typeof english;

const chinese: DrawingMessages = {
  slow: "绘制超过 2 秒，已停止。",
  lost: "无法绘制：绘图进程已停止。",
  unsafe: "绘制结果含有不安全的内容，因此不显示。",
  long: (limit) => `内容过长（超过 ${counting("zh-CN").number(limit)} 个字符），无法绘制。`,
  enlarge: "放大图表",
  enlarged: "放大的图表",
  zoomIn: "放大",
  zoomOut: "缩小",
  fit: "适合窗口",
  close: "关闭（Esc）",
};

/** Reasons why something is not drawn, and the tools of an enlarged diagram, in the language in use. */
export let drawingMessages: DrawingMessages = english;
registerMessages<DrawingMessages>({ en: english, "zh-CN": chinese }, (messages) => {
  drawingMessages = messages;
});
