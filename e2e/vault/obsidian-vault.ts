/** A vault as Obsidian makes it, with every feature that Galley has to open right. */

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const canvas = `{
	"nodes":[
		{"id":"a1","type":"file","file":"Harbour.md","x":-200,"y":-100,"width":400,"height":300},
		{"id":"b2","type":"text","text":"A card\\n\\n- with a list","x":300,"y":0,"width":250,"height":160}
	],
	"edges":[{"id":"e1","fromNode":"a1","fromSide":"right","toNode":"b2","toSide":"left"}]
}`;

const CALLOUTS =
  "note abstract summary tldr info todo tip hint important success check done question help faq warning caution attention failure fail missing danger error bug example quote cite".split(
    " ",
  );

/** What Obsidian writes or draws besides, with layout that no program would write again the same way. */
const everything = `\uFEFF---
title:    Everything
aliases: [ "All of it", 'Alles' ]   # both
cover: "[[quay.png]]"
empty:
nested:
    deep: { a: 1,   b: [2,3] }
---

Setext heading   
================

* star
+ plus
\t- tab before
\t\t* two tabs

1) one
1) also one

- [ ] open
- [x] done
- [/] half
- [>] moved

H~2~O and x^2^, ==marked **bold**==, ~~struck~~, \u00a0a hard blank, a\u200bzero, 👩‍👩‍👧 and é.
%%
A comment
of two lines
%%

$$
\\frac{a}{b}
$$

\`\`\`mermaid
graph TD; A-->B
\`\`\`

![[chart.pdf#page=1]] ![[gulls.mp3]] ![[Board.canvas]] ![far](https://example.org/far.png)

[[Harbour#Harbour|there]], [[Harbour#^item]], [[quay.png]], [[#^end]], [[Harbour#No such part]], [[日记/港口笔记]]

${CALLOUTS.map((type, at) => `> [!${at % 2 === 0 ? type : type.toUpperCase()}]${["", "+", "-"][at % 3]} Title of ${type}\n> Text.`).join("\n\n")}

|a|b|
|-|:-:|
| [[Harbour\\|x]]|![[quay.png\\|20]] |
|wide cell   | \`a\\|b\`|

A note[^a] and[^b].

[^a]: First.

    Second paragraph.
[^b]: Other.

No line break at the end ^end`;

/** The files of the vault, by their path. */
export const obsidianVault: Record<string, string | Uint8Array> = {
  ".obsidian/app.json": JSON.stringify(
    {
      attachmentFolderPath: "Attachments",
      newFileLocation: "folder",
      newFileFolderPath: "Inbox",
      newLinkFormat: "shortest",
      useMarkdownLinks: false,
      strictLineBreaks: true,
      promptDelete: false,
    },
    null,
    2,
  ),
  ".obsidian/appearance.json": "{}",
  ".obsidian/core-plugins.json": '["file-explorer","global-search","tag-pane"]',
  ".obsidian/workspace.json": '{"main":{"id":"0123456789abcdef","type":"split"}}',
  ".obsidian/daily-notes.json": '{"folder":"Daily","format":"YYYY-MM-DD"}',
  ".obsidian/templates.json": '{"folder":"Templates"}',
  ".trash/Old.md": "deleted #trashed\n",
  "Attachments/quay.png": png,
  "Attachments/chart.pdf": "%PDF-1.4\n%%EOF\n",
  "Attachments/gulls.mp3": Buffer.from("ID3\u0003\u0000\u0000", "latin1"),
  "Board.canvas": canvas,
  "Everything.md": everything,
  "Daily/2024-03-01.md":
    "---\ncreated: 2024-03-01\n---\n\n- [x] Walk along the quay #daily\n- [ ] Write to [[Ines Moreau|Ines]] 📅 2024-03-05\n",
  "Harbour.md": `---
aliases:
  - The Port
  - 港口
tags: [places/harbour, "work in progress", draft]
# Not for export
status: "draft: second"   # see the board
rating: 4
published: false
date: 2024-02-29
cssclasses: wide
---

# Harbour

The harbour lies below the town. #places/harbour #travel/sea

![[quay.png|200]]

A line with a %%hidden%% comment and ==a highlight==, a note^[In its place.] and one below[^1]. ^quay-line

> [!info] Opening hours
> From six to nine.
> > [!warning]- Tides
> > Folded, and inside another.

> [!quote]+ A captain
> Mind the rocks.

| Ship | Due |
| :--- | ---: |
| [[Ines Moreau\\|Ines]] | 9 |

- One ^item
    - Two, in it
- Three

![[Ines Moreau#Letters]]

See [[Lost note]], [[Harbour#^quay-line|that line]], [[#Harbour]] and [a file](Attachments/quay.png).

<details>
<summary>More</summary>

Hidden **text**.

</details>

<div align="center"><img src="Attachments/quay.png" width="60"></div>

\`\`\`dataview
TABLE status FROM #places
\`\`\`

[^1]: The footnote.
`,
  "People/Ines Moreau.md":
    "---\r\ntags:\r\n  - people\r\n---\r\n# Ines Moreau\r\n\r\nWorks at the Harbour, near the port.\r\n\r\n## Letters\r\n\r\nDear reader,\r\nsecond line.\r\n",
  "Templates/Note.md": "---\ncreated: {{date}}\n---\n# {{title}}\n",
  "日记/港口笔记.md": "# 港口笔记\n\n今天去了[[Harbour|港口]]。 #旅行/海\n\n![[Harbour#^quay-line]]\n",
  "ملاحظات.md": "# ملاحظة\n\nالميناء [[Harbour]] جميل. #سفر\n",
  "Broken.md": "---\ntitle: one\ntags: [a, b\nstatus: x\n---\n\ntext #broken\n",
};
