/** Extreme documents, generated on demand: each has the same text in every run. */

const MB = 1_000_000;

const repeatTo = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const repeatLines = (count: number, line: (index: number) => string, between = "\n"): string =>
  Array.from({ length: count }, (_, index) => line(index)).join(between);

const prose = "the harbour was empty before noon and the letters lay on the table ";

const giantLine = (length: number) => () =>
  `# One line\n\n${repeatTo(prose, length >> 1)}${repeatTo(prose, length >> 1)}\n\nThe end.\n`;

/** Texts by their extreme property. */
export const shapes = {
  "line of 500 KB": giantLine(MB / 2),
  "line of 5 MB": giantLine(5 * MB),
  "line of 50 MB": giantLine(50 * MB),
  "table of 100,000 columns": () =>
    `# Wide\n\n${["|a", "|-", "|b"].map((cell) => `${repeatTo(cell, 200_000)}|`).join("\n")}\n\nThe end.\n`,
  "table of 100,000 rows": () =>
    `# Tall\n\n| a | b |\n|---|---|\n${repeatLines(100_000, (n) => `| row ${n} | harbour |`)}\n\nThe end.\n`,
  "10,000 nested quotes": () => `# Deep\n\n${">".repeat(10_000)} words\n\nThe end.\n`,
  "nested quotes, a line each": () =>
    `# Deep\n\n${repeatLines(1500, (n) => `${"> ".repeat(n + 1)}words`)}\n\nThe end.\n`,
  "10,000 nested lists": () => `# Deep\n\n${"- ".repeat(10_000)}words\n\nThe end.\n`,
  "nested lists, a line each": () => `# Deep\n\n${repeatLines(2000, (n) => `${"  ".repeat(n)}- words`)}\n\nThe end.\n`,
  "50,000 headings": () => `${repeatLines(50_000, (n) => `${"#".repeat(1 + (n % 6))} Heading ${n}`, "\n\n")}\n`,
  "5 million short lines": () => `# Many\n\n${repeatTo("abc\n", 20 * MB)}\nThe end.\n`,
  "minified JSON": () => `[${repeatLines(200_000, (n) => `{"id":${n},"name":"harbour","tags":["a","b"]}`, ",")}]\n`,
  "minified HTML": () =>
    `# Page\n\n<div>${repeatLines(100_000, (n) => `<p class="c${n}">the <b>harbour</b></p>`, "")}</div>\n\nThe end.\n`,
  "data address of 10 MB": () =>
    `# Picture\n\nBefore.\n\n![a picture](data:image/png;base64,${repeatTo("iVBORw0KGgoAAAANSUhEUgAA", 10 * MB)})\n\nAfter.\n`,
  "100,000 links": () =>
    `# Links\n\n${repeatLines(20_000, (n) => repeatLines(5, (k) => `[link ${n} ${k}](page-${n}.md)`, " "), "\n")}\n\nThe end.\n`,
  "100,000 footnotes": () =>
    `# Notes\n\n${repeatLines(100_000, (n) => `w[^${n}]`, " ")}\n\n${repeatLines(100_000, (n) => `[^${n}]: note ${n}`)}\n\nThe end.\n`,
  "paragraph of 300,000 words": () =>
    `# Words\n\n${repeatLines(30_000, () => repeatTo(prose, 60), "\n")}\n\nThe end.\n`,
  "paragraph of 300,000 words in a line": () => `# Words\n\n${repeatTo(prose, 1_700_000)}\n\nThe end.\n`,
  "code of 20 MB": () =>
    `# Code\n\n\`\`\`js\n${repeatTo('const harbour = 12 + call("text");\n', 20 * MB)}\`\`\`\n\nThe end.\n`,
  "brackets and emphasis": () =>
    `# Bombs\n\n${"[".repeat(50_000)}\n\n${"*a_".repeat(20_000)}\n\n${"![](".repeat(10_000)}\n\n${"`a``".repeat(10_000)}\n\n${"<a ".repeat(10_000)}\n\nThe end.\n`,
  "combining marks of 1 MB": () => `# Marks\n\na${repeatTo("\u0301\u0323", MB / 2)}\n\nThe end.\n`,
  "right to left of 1 MB": () => `# Right\n\n${repeatTo("שלום עולם ", MB / 2)}\n\nThe end.\n`,
  "emoji families of 1 MB": () => `# Families\n\n${repeatTo("👩‍👩‍👧‍👦", (MB / 25) * 11)}\n\nThe end.\n`,
  "front matter of 5 MB": () =>
    `---\n${repeatLines(200_000, (n) => `key${n}: the harbour ${n}`)}\n---\n\n# Front\n\nThe end.\n`,
} satisfies Record<string, () => string>;

export type Shape = keyof typeof shapes;
