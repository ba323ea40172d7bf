/** Documents as users write them, with all constructs of Markdown, for the screenshots of all views. */

const evening = `The pilot had not come up from the boat, and the harbour master, who had never liked waiting, walked the length of the mole a third time. The lamps were lit early that evening. From the warehouse door somebody called that the ledger was wrong again — “not by much,” the voice added, “but wrong.”`;

/** A chapter of a novel with every kind of formatting. */
export const novel = `---
title: The harbour in winter
author: A. Lindqvist
tags: [draft, winter, part two]
published: false
---

# The harbour in winter

The ferry comes **twice a day**, *weather permitting*, and ~~never~~ rarely on Sundays. See [the tables of the tides](tides.md), the [[spec|specification]] and <https://example.org/harbour>; the keeper wrote \`log --tide=high\` into every margin.[^1]

${evening}

## What to bring

- a lamp, and oil for three evenings; the warehouse has none since the storm of the ninth, and the lighthouse keeper will not lend his
  - matches in a tin
    - and a second tin, for the first one
- [ ] the blue ledger
- [x] gloves
  - [ ] the left one, too

1. Ask for the harbour master.
2. Wait.
   1. Wait longer.
10. Ask again.

> The tide waits for no letter,
> and no letter for the tide.
>
> > Nor does the *ferry*.

> [!WARNING]
> The mole is closed when the red lamp is lit.

### The tables

| Day       | High  |   Low | Remarks                                  |
|:----------|:-----:|------:|------------------------------------------|
| Monday    | 06:12 | 12:40 | calm, **no wind** to speak of            |
| Tuesday   | 07:01 | 13:29 | [see the note](#what-to-bring)           |
| Wednesday | 07:50 |  1:18 | \`storm\` from the north, ferry cancelled |

The height of the water is $h(t) = h_0 + \\sum_i A_i \\cos(\\omega_i t + \\varphi_i)$, or in full:

$$
h(t) = h_0 + \\sum_{i=1}^{n} A_i \\cos\\left(\\frac{2\\pi t}{T_i} + \\varphi_i\\right)
$$

\`\`\`ts
/** When the water is highest, as they say. */
export function highest(tides: readonly Tide[]): Tide | null {
  return tides.reduce((best, tide) => (tide.height > best.height ? tide : best), tides[0] ?? null); // "high"
}
\`\`\`

\`\`\`mermaid
graph LR
  A[Ferry] --> B{Weather?}
  B -->|calm| C[Harbour]
  B -->|storm| D[Wait]
\`\`\`

![The mole at noon](pictures/mole.png)

![A picture that is not there](pictures/none.png)

---

A setext heading
----------------

Press <kbd>Ctrl</kbd>+<kbd>S</kbd> for H<sub>2</sub>O and <mark>marked words</mark>.

#### A smaller heading

${evening}

##### Smaller still

${evening}

###### The smallest

[^1]: The margins are kept in the archive of the port, in a box that is labelled “Sundry”.
`;

/** A Chinese text with Chinese punctuation. */
export const chinese = `---
title: 冬日的港口
tags: [草稿, 冬天]
---

# 冬日的港口

渡船**每天两班**，*视天气而定*，周日~~从不~~很少开。见[潮汐表](潮汐.md)、[[规范]]以及 <https://example.org/harbour>；守塔人在每一页的边上都写着 \`log --tide=high\`。[^1]

领航员还没有从船上来。港务长一向不喜欢等待，他第三次走完了防波堤的全长。那天傍晚，灯点得很早。有人从仓库门口喊道，账本又错了——“错得不多，”那声音补充说，“可是错了……”他没有回答。《潮汐手册》第 12 版里写着：“在 2026 年 11 月之前，Galley 号不得出港。”

## 要带的东西

- 一盏灯，和够用三个晚上的油；自九号的风暴以来，仓库里就没有油了，守塔人也不肯出借他的
  - 铁盒装的火柴
- [ ] 蓝色的账本
- [x] 手套

1. 找港务长。
2. 等。

> 潮水不等信，
> 信也不等潮水。

> [!NOTE]
> 红灯亮时，防波堤关闭。

### 表

| 日子   | 高潮  | 低潮  | 备注                     |
|:-------|:-----:|------:|--------------------------|
| 星期一 | 06:12 | 12:40 | 无风，**平静**           |
| 星期二 | 07:01 | 13:29 | 见[上文](#要带的东西)    |
| 星期三 | 07:50 |  1:18 | 北方来的\`风暴\`，渡船停开 |

水位为 $h(t) = h_0 + \\sum_i A_i \\cos(\\omega_i t)$。

\`\`\`ts
/** 水位最高的时候。 */
const tide = "高"; // 据说
\`\`\`

\`\`\`mermaid
graph LR
  A[渡船] --> B{天气？}
  B -->|平静| C[港口]
  B -->|风暴| D[等待]
\`\`\`

![正午的防波堤](pictures/mole.png)

---

##### 更小的标题

第二天早晨，雾散了。“船来了！”孩子们喊着跑下石阶，可是码头上空无一人；只有账本摊开在桌上，风一页一页地翻着它。

[^1]: 这些边注保存在港口档案馆，装在一个标着“杂项”的盒子里。
`;

/** A specification with many sections: for the outline, folding and search. */
export const specification = `# Tide service: specification

${["Purpose", "Terms", "Interfaces", "Storage", "Errors", "Operations", "Security", "Open questions"]
  .map(
    (title, at) => `## ${at + 1}. ${title}

The service answers with the height of the water at a place and a time. It never guesses: where a harbour has no gauge, it says so.

### ${at + 1}.1 Requirements

- **R${at + 1}.1** The answer names the gauge, the model and the time at which the tide was computed.
- **R${at + 1}.2** A request that names no harbour is refused with \`400\`, and the refusal lists the harbours that are near.

### ${at + 1}.2 Rationale

A harbour master who reads a wrong table loses a ship; one who reads none waits for the tide.
`,
  )
  .join("\n")}`;

/** A name of two hundred characters, and one that is written from right to left. */
export const longName = `${"a very long name of a file that somebody made by pasting a whole sentence into it ".repeat(3).slice(0, 196).trim()}.md`;
export const hebrewName = "מרפא לנמל בחורף.md";
