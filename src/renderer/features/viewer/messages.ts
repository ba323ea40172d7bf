import { counting } from "../../../shared/language";
import { registerMessages } from "../../ui/language";

const english = forLanguage("en");

function forLanguage(language: "en" | "zh-CN") {
  const { number } = counting(language);
  const isChinese = language === "zh-CN";
  const inUnits = (bytes: number): string => {
    const units = ["KB", "MB", "GB"];
    let size = bytes / 1024;
    let unit = 0;
    for (; size >= 1024 && unit < units.length - 1; unit++) size /= 1024;
    const rounded = size < 10 ? Math.round(size * 10) / 10 : Math.round(size);
    return `${number(rounded)} ${units[unit]}`;
  };
  return {
    zoomIn: isChinese ? "放大" : "Zoom in",
    zoomOut: isChinese ? "缩小" : "Zoom out",
    fit: isChinese ? "适合窗口" : "Fit",
    actual: isChinese ? "实际大小" : "Actual Size",
    previous: isChinese ? "上一张图片" : "Previous image",
    next: isChinese ? "下一张图片" : "Next image",
    image: (name: string) => (isChinese ? `图片 ${name}` : `Image ${name}`),
    tools: isChinese ? "图片工具" : "Image",
    openInProgram: isChinese ? "用默认程序打开" : "Open in the Default Program",
    showInFolder: isChinese ? "在文件夹中显示" : "Show in Folder",
    openAsText: isChinese ? "打开源文件" : "Open as Text",
    pixels: (width: number, height: number) =>
      isChinese ? `${number(width)} × ${number(height)} 像素` : `${number(width)} × ${number(height)} pixels`,
    place: (at: number, of: number) =>
      isChinese ? `第 ${number(at)} / ${number(of)} 张` : `${number(at)} of ${number(of)}`,
    size: (bytes: number) =>
      bytes >= 1024
        ? inUnits(bytes)
        : isChinese
          ? `${number(bytes)} 字节`
          : `${number(bytes)} ${bytes === 1 ? "byte" : "bytes"}`,
    noText: isChinese ? "此文件不是文本，Galley 无法显示它。" : "This file is not text, and Galley can't show it.",
    isBook: isChinese
      ? "这是一本电子书。作为书打开后，可以逐段阅读和翻译。"
      : "This is an e-book. Opened as a book, it is read and translated paragraph by paragraph.",
    openAsBook: isChinese ? "作为书打开" : "Open as Book",
    noPdf: isChinese
      ? "Galley 无法将此文件显示为 PDF。它可能已损坏。"
      : "Galley can't show this file as a PDF. It may be damaged.",
    pdfs: {
      name: (name: string) => `PDF ${name}`,
      tools: isChinese ? "PDF 工具" : "PDF",
      previous: isChinese ? "上一个 PDF" : "Previous PDF",
      next: isChinese ? "下一个 PDF" : "Next PDF",
      fitWidth: isChinese ? "适合宽度" : "Fit Width",
      page: (page: number, of: number) =>
        isChinese ? `第 ${number(page)} 页，共 ${number(of)} 页` : `Page ${number(page)} of ${number(of)}`,
      place: (at: number, of: number) =>
        isChinese ? `第 ${number(at)} / ${number(of)} 个文件` : `File ${number(at)} of ${number(of)}`,
    },
    noImage: isChinese ? "Galley 无法将此文件显示为图片。" : "Galley can't show this file as an image.",
    mayRun: isChinese ? "它可能是程序，因此不从这里打开。" : "It may be a program, so it is not opened from here.",
  };
}

/** The strings in the current language. */
export let viewerMessages = english;
registerMessages<typeof english>({ en: english, "zh-CN": forLanguage("zh-CN") }, (now) => {
  viewerMessages = now;
});
