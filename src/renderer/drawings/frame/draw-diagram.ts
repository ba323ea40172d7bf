import mermaid, { type MermaidConfig } from "mermaid";
import { plainDiagram } from "./plain-diagram";

/** System fonts: an image loads no web fonts. */
const FONTS = '"Inter", "Segoe UI", "Noto Sans", "Noto Sans CJK SC", "Microsoft YaHei", system-ui, sans-serif';

const LIGHT_THEME = {
  background: "#fdfcfa",
  primaryColor: "#eef2f8",
  primaryBorderColor: "#28589e",
  primaryTextColor: "#22211e",
  secondaryColor: "#f3ecf7",
  tertiaryColor: "#f2f0eb",
  dropShadow: "none",
  useGradient: false,
  lineColor: "#5c5850",
  textColor: "#22211e",
  noteBkgColor: "#fbf1dc",
  noteTextColor: "#22211e",
  noteBorderColor: "#c99a4a",
};

const DARK_THEME = {
  background: "#1c1c1e",
  primaryColor: "#26303f",
  primaryBorderColor: "#8ab4f0",
  primaryTextColor: "#e6e4df",
  secondaryColor: "#32293a",
  tertiaryColor: "#29292d",
  dropShadow: "none",
  useGradient: false,
  lineColor: "#b0ada6",
  textColor: "#e6e4df",
  noteBkgColor: "#3a3222",
  noteTextColor: "#e6e4df",
  noteBorderColor: "#a8834a",
};

/** The font size of labels in CSS pixels. It is set for every kind of diagram, because some have defaults of their own; a Gantt chart also needs its width. */
const LABEL = 15;
const GANTT_WIDTH = 680;

const configuration = (theme: "light" | "dark"): MermaidConfig => ({
  startOnLoad: false,
  securityLevel: "strict",
  htmlLabels: false,
  suppressErrorRendering: true,
  maxTextSize: 50_000,
  maxEdges: 500,
  theme: "base",
  look: "classic",
  darkMode: theme === "dark",
  themeVariables: {
    ...(theme === "dark" ? DARK_THEME : LIGHT_THEME),
    fontFamily: FONTS,
    fontSize: `${LABEL}px`,
    pieTitleTextSize: "18px",
    pieSectionTextSize: `${LABEL}px`,
    pieLegendTextSize: `${LABEL}px`,
  },
  fontFamily: FONTS,
  sequence: { actorFontSize: LABEL, messageFontSize: LABEL, noteFontSize: LABEL - 1 },
  gantt: {
    useWidth: GANTT_WIDTH,
    fontSize: LABEL - 2,
    sectionFontSize: LABEL - 2,
    barHeight: 26,
    barGap: 6,
    leftPadding: 90,
  },
  logLevel: "fatal",
});

let count = 0;

/** Renders the diagram as an SVG. Labels are SVG text, never HTML, and the source cannot configure the library. */
export async function drawDiagram({ source, theme }: { source: string; theme: "light" | "dark" }): Promise<string> {
  mermaid.initialize(configuration(theme));
  const { svg } = await mermaid.render(`drawing-${count++}`, plainDiagram(source));
  return svg;
}
