import type { StyleKind } from "../../../shared/styles";

/** What a folder of styles begins with, so that there is something to change. */
export const examples: Record<StyleKind, string | null> = {
  theme: `/* A theme for Galley. It sets the variables of :root, each as light-dark(light, dark) or as one colour.
   docs/themes.md lists them all. Save the file, and choose it in Settings, Appearance. */
:root {
  --paper: light-dark(#fbfaf5, #20211d);
  --chrome: light-dark(#efeee5, #191a17);
  --chrome-strong: light-dark(#e3e2d6, #2a2b26);
  --raised: light-dark(#ffffff, #2d2e29);
  --ink: light-dark(#23241f, #e5e5dc);
  --ink-soft: light-dark(#57584e, #b1b2a5);
  --accent: light-dark(#3f6212, #a3cf6b);
  --accent-ink: light-dark(#ffffff, #17210a);
}
`,
  print: `/* A style sheet for PDF and print. It is used after Galley's own, and wins over it.
   @page sets the paper; .paper holds the document, .block each of its paragraphs, headings, lists and tables. Nothing is loaded: no
   @import, and only data: in url(). */
@page {
  margin: 25mm 30mm;
}
.paper {
  font-family: Georgia, serif;
}
p {
  text-align: justify;
}
h1 {
  text-align: center;
}
`,
  word: null,
};
