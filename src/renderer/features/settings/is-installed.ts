/** Letters whose widths differ between any two fonts. */
const LETTERS = "mmmwwwiiill@WM汉字仮名";

/** Whether a font is installed. The renderer cannot list fonts, so it measures whether the text width differs from two fallback fonts. */
export function isInstalled(name: string): boolean {
  const canvas = document.createElement("canvas").getContext("2d");
  if (!canvas) return true;
  const width = (family: string) => {
    canvas.font = `72px ${family}`;
    return canvas.measureText(LETTERS).width;
  };
  return ["monospace", "serif"].some((other) => width(`"${name}", ${other}`) !== width(other));
}
