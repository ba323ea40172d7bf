/** One document with everything that Galley draws, and the files that it needs: what is compared between the editor, the preview and the exports. */

/** A picture of 120 × 60 pixels with two colours, so that its proportions and its sides are seen. */
const flag = `<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60" viewBox="0 0 120 60"><rect width="60" height="60" fill="#2a6f97"/><rect x="60" width="60" height="60" fill="#e07a5f"/><circle cx="30" cy="30" r="18" fill="#fff"/></svg>`;

const document = String.raw`---
title: "Harbour notes"
author: Ada Lovelace
date: 2026-01-02
lang: en-GB
tags: [harbour, tides]
aliases:
  - The notes
---

# Harbour notes

[TOC]

## Inline marks

Plain, **bold**, *italic*, ***both***, ~~struck~~, ==marked==, ${"`code`"}, H~2~O, x^2^, **bold with ${"`code`"} and *italic***, un**believ**able, and a long_snake_name.

[A link](https://example.org "Its title"), <https://example.org/auto>, https://example.org/bare, [inside](#tables), [[Other note]], [[Other note|its alias]], [[Missing note]], [[#Tables]], [to a block](#^quay), [broken](missing.md).

A tag #harbour/east, an emoji :smile: :tada:, an escape \*not italic\* and 3 \< 4 &amp; &copy; &nbsp;| pipe. Maths $E = mc^2$ and $\frac{a}{b}$ in a line; "quotes" -- dashes... Key <kbd>Ctrl</kbd>, <mark>mark</mark>, <u>under</u>, H<sub>2</sub>O, x<sup>2</sup>. %%a hidden comment%% <!-- another --> The end.

A note[^one], another[^long], the first again[^one], and one in place^[In place, with *italic* and a [link](https://example.org).].

A line with a hard break,\
the second line,  
the third line.

A block with an id. ^quay

## Lists

- one
- two with **bold**
  - nested
    - deeper
      1. ordered in it
      2. second
- three

  A second paragraph of three.

  > a quote in an item

3. begins at three
4. four
   - bullet in four
   1. ordered in four

* [ ] open
* [x] done, with a [link](https://example.org)
  - [ ] nested open
  - [x] nested done

1. loose one

2. loose two

Term
: its definition, line for line

## Quotes and callouts

> A quote.
>
> > Nested in it, with **bold**.
>
> - a list in it

> [!NOTE]
> A plain note.

> [!warning] Mind the *tide*
> The ferry waits for nobody.
>
> 1. first
> 2. second

> [!tip]- Folded away
> Its text is hidden in the app.

> [!abstract]+ Open
> Outer.
>
> > [!danger] Inner
> > Nested callout.

## Tables

| Left | Centre | Right |
|:-----|:------:|------:|
| a | b | 1 |
| **bold** and ~~struck~~ | $x^2$ | 1,200 |
| ${"`a \\| b`"} | [link](https://example.org) | ==3== |
| two<br>lines | ![flag\|40](flag.svg) | [[Other note\|alias]] |

| Term | What it means for the harbour | Beschreibung | Remarks |
|---|---|---|---|
| Donaudampfschifffahrtsgesellschaftskapitän | The captain of the company, whose cap hangs in the office | Eisenbahnknotenpunkthinundherschieber | internationalisation |
| Ferry | Waits for nobody | Fähre | https://example.org/a/very/long/path/to/a/page/that/cannot/break |
| 渡船 | 港口的渡船不等人 | מעבורת | العبّارة |

## Images

![The flag](flag.svg)

![The flag, sized|60](flag.svg)

![The flag, both|100x25](flag.svg)

![[flag.svg]]

![[flag.svg|200]]

<img src="flag.svg" width="60" alt="by tag">

![Missing](missing.png)

Text ![in line|30](flag.svg) around it.

## Embeds

![[Other note#Part]]

![[Other note#^block]]

## Maths and diagrams

$$
\int_0^1 x^2 \, dx = \frac{1}{3} \qquad \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}
$$

${"```mermaid"}
graph LR
  A[Harbour] -->|ferry| B(Island)
  B --> C{Tide?}
${"```"}

## Code

${"```ts"}
/** A long line follows, that does not fit on any page however wide the paper may be, and it has to be kept whole or wrapped. */
const answer: number = 42; // a comment
	if (answer) { tabbed(); }
${"```"}

    indented code
      kept

${"```diff"}
- old
+ new
${"```"}

## HTML

<details>
<summary>More</summary>

Hidden **text** in details.

</details>

<div align="center">

Centred *text*.

</div>

<p align="right">On the right</p>

---

## Right to left

### مرحبا بالعالم

هذه فقرة باللغة العربية مع **نص عريض** و link English في الوسط، والرقم 123.

- عنصر أول
- عنصر ثان
  - متداخل
1. واحد
2. اثنان

> اقتباس بالعربية.

> [!NOTE]
> ملاحظة مهمة.

שלום לנמל ולמעבורת, עם **הדגשה** ו־English.

- [ ] משימה
- [x] נעשתה

| שם | מספר |
|----|-----:|
| נמל | 12 |

## 中文与日本語

港口的渡船不等人,**粗体**和*斜体*,以及==标记==。「引号」。
第二行直接相连。

日本語の段落です。한국어 문장입니다.

## A poem

The tide comes in,
the tide goes out,
  and no one asks
what it is about.

<div style="page-break-after: always"></div>

## After the break

\newpage

### Third level

#### Fourth level

##### Fifth level

###### Sixth level

Setext heading
--------------

The last words.

[^one]: The first note, with ${"`code`"}.
[^long]: The second note.

    Its second paragraph, with a list:

    - item
`;

const other = `# Other note

Before.

## Part

The part has **bold**, a [[Rich|link back]] and

- a list

## After

A paragraph that is embedded. ^block
`;

/** The files by name; the document is \`Rich.md\`. */
export const richFiles = { "Rich.md": document, "Other note.md": other, "flag.svg": flag };
