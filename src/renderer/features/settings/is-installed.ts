/** Letters that no two fonts draw equally wide. */
const LETTERS = "mmmwwwiiill@WM汉字仮名";

/**
 * Whether the system has a font of this name. The page may not list fonts; it sees whether the letters come out as wide
 * as without the font, over each of two others.
 */
export function isInstalled(name: string): boolean {
  const canvas = document.createElement("canvas").getContext("2d");
  if (!canvas) return true;
  const width = (family: string) => {
    canvas.font = `72px ${family}`;
    return canvas.measureText(LETTERS).width;
  };
  return ["monospace", "serif"].some((other) => width(`"${name}", ${other}`) !== width(other));
}
