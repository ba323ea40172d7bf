const color = (name: string, value: string): string => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`;
const fonts = (kind: string, typeface: string): string =>
  `<a:${kind}><a:latin typeface="${typeface}"/><a:ea typeface=""/><a:cs typeface=""/></a:${kind}>`;
const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
const line = (width: number): string => `<a:ln w="${width}">${fill}<a:prstDash val="solid"/></a:ln>`;
const effect = "<a:effectStyle><a:effectLst/></a:effectStyle>";

/** The theme of new presentations: dark on white with one blue; every program has its fonts or similar ones. */
export const officeTheme = `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Galley"><a:themeElements><a:clrScheme name="Galley">${[
  ["dk1", "1F2328"],
  ["lt1", "FFFFFF"],
  ["dk2", "2E4057"],
  ["lt2", "F2F1ED"],
  ["accent1", "2F6690"],
  ["accent2", "D1603D"],
  ["accent3", "6B8F71"],
  ["accent4", "E0A458"],
  ["accent5", "7A5C8E"],
  ["accent6", "5B8E9F"],
  ["hlink", "2F6690"],
  ["folHlink", "7A5C8E"],
]
  .map(([name = "", value = ""]) => color(name, value))
  .join(
    "",
  )}</a:clrScheme><a:fontScheme name="Galley">${fonts("majorFont", "Calibri Light")}${fonts("minorFont", "Calibri")}</a:fontScheme><a:fmtScheme name="Galley"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line(6350)}${line(12_700)}${line(19_050)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
