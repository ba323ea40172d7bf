/** The style sheet of an exported EPUB. Fonts, sizes and page colours are the reader's own. */
export const epubStyles = `body { line-height: 1.5; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; break-after: avoid; text-wrap: balance; hyphens: none; }
h1 { font-size: 1.7em; } h2 { font-size: 1.4em; } h3 { font-size: 1.2em; }
p, ul, ol, dl, blockquote, pre, table, figure, details { margin-block: 0.8em; }
p, li { orphans: 2; widows: 2; }
li > p { margin-block: 0.4em; }
img { max-width: 100%; max-height: 95vh; object-fit: contain; }
img:not([height]) { height: auto; }
blockquote { margin-inline: 0; padding-inline-start: 1em; border-inline-start: 3px solid #8b867b; }
code, samp, kbd, pre { font-family: monospace; font-size: 0.9em; hyphens: none; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 0.6em 0.8em; border: 1px solid #8b867b66; border-radius: 4px; }
kbd { padding: 0.05em 0.35em; border: 1px solid #8b867b; border-radius: 3px; }
table { border-collapse: collapse; }
th, td { padding: 0.3em 0.6em; border-bottom: 1px solid #8b867b; text-align: start; vertical-align: top; }
.align-left { text-align: left; } .align-center { text-align: center; } .align-right { text-align: right; }
hr { margin-block: 1.4em; border: 0; border-top: 1px solid #8b867b; }
hr.page-break { margin: 0; border: 0; break-after: page; }
mark { background: #e8b80052; color: inherit; }
.alert { margin-block: 0.9em; padding-inline-start: 1em; border-inline-start: 3px solid #28589e; }
.alert-tip { border-color: #2f6b3c; } .alert-important { border-color: #7a3fa0; }
.alert-warning { border-color: #8a5200; } .alert-caution { border-color: #a8322a; }
.alert-title { font-weight: bold; margin-bottom: 0.2em; }
.embed { margin-block: 0.9em; padding-inline-start: 1em; border-inline-start: 3px solid #8b867b66; }
.embed-title { font-size: 0.85em; }
li.task { list-style: none; }
.contents ul { list-style: none; padding-inline-start: 1.2em; }
.note { font-size: 0.88em; }
.notes { margin-top: 2em; border-top: 1px solid #8b867b; }
sup, sub { line-height: 1; }
.title-page { margin-top: 25vh; text-align: center; }
.title-page .date { color: inherit; opacity: 0.8; }
.front-matter { font-size: 0.85em; }
`;
