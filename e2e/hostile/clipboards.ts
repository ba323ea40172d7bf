/**
 * Hostile clipboard contents in the formats of Word, Excel, LibreOffice, Google Docs, Notion, mail and web pages. A paste must keep the words in
 * `expectedTexts`.
 */
export type Clipboard = { name: string; html: string; expectedTexts: readonly string[] };

const PWN = "window.__pwn=1";
const BODY = (inner: string) => `<html><body>\n<!--StartFragment-->${inner}<!--EndFragment-->\n</body></html>`;

/** `html` is the content of `text/html`. */
export const clipboards: readonly Clipboard[] = [
  {
    name: "Word, with scripts in its comments, fields and objects",
    html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta http-equiv=refresh content="0;url=http://CANARY/"><link rel=File-List href="file:///C:/x/filelist.xml"><link rel=stylesheet href="http://CANARY/x.css"><!--[if gte mso 9]><xml><w:WordDocument><script>${PWN}</script></w:WordDocument></xml><![endif]--><style>@import url(http://CANARY/y.css); p.MsoNormal{background:url(http://CANARY/x.png)}</style></head><body lang=EN-GB><!--StartFragment--><p class=MsoTitle>The title<o:p></o:p></p><p class=MsoNormal onclick="${PWN}" style='background:url(http://CANARY/z.png)'>First <b style='mso-bidi-font-weight:normal'>bold</b><span style='mso-element:field-begin'></span><span style='mso-spacerun:yes'> </span>HYPERLINK <a href="javascript:${PWN}">link</a></p><p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span><![endif]>an item</p><!--[if gte vml 1]><v:shape><v:imagedata src="http://CANARY/v.png" o:href="cid:x"/></v:shape><![endif]--><![if !vml]><img src="file:///C:/Users/x/image001.png" v:shapes=x onerror="${PWN}"><![endif]><o:OLEObject Type=Embed ProgID=Package></o:OLEObject><!--EndFragment--></body></html>`,
    expectedTexts: ["# The title", "**bold**", "- an item", "link"],
  },
  {
    name: "Excel, with formulas, handlers and a web query",
    html: `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet><style>td{mso-number-format:"\\@";background:url(http://CANARY/c.png)}</style></head><body><table border=0 background="http://CANARY/t.png" onload="${PWN}"><!--StartFragment--><col width=64 onerror="${PWN}"><tr><td x:fmla="=HYPERLINK(&quot;http://CANARY/&quot;)">Name</td><td>Sum</td></tr><tr><td>=cmd|'/c calc'!A0</td><td x:num onmouseover="${PWN}">1|2</td></tr><tr><td><img src="http://CANARY/i.png" onerror="${PWN}"></td><td><a href="data:text/html,<script>${PWN}</script>">x</a></td></tr><!--EndFragment--></table></body></html>`,
    expectedTexts: ["| Name | Sum |", "=cmd\\|'/c calc'!A0", "1\\|2"],
  },
  {
    name: "Google Docs, with a script beside its bold that means nothing",
    html: `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-x"><p dir="ltr"><span style="font-weight:700">strong</span><span> and <script>${PWN}</script></span><a href="https://www.google.com/url?q=javascript:${PWN}"><span>link</span></a></p><ul><li dir="ltr" aria-level="1"><p><img src="http://CANARY/doc.png" onerror="${PWN}"> item</p></li></ul><iframe src="http://CANARY/"></iframe></b><br class="Apple-interchange-newline">`,
    expectedTexts: ["**strong**", "item", "link"],
  },
  {
    name: "LibreOffice, with an event and an image of the disk",
    html: `<!DOCTYPE html><html><head><meta name="generator" content="LibreOffice"/><style type="text/css">@page{background:url(http://CANARY/x)}</style></head><body onload="${PWN}" background="http://CANARY/b.png"><h2 class="western">A heading</h2><p><font face="x" onclick="${PWN}"><sdfield type=docinfo>words</sdfield></font><img src="file:///etc/passwd" name="Image1"/></p></body></html>`,
    expectedTexts: ["## A heading", "words"],
  },
  {
    name: "Notion, with toggles and a database that opens itself",
    html: BODY(
      `<details open ontoggle="${PWN}"><summary>Toggle</summary><p>inside</p></details><div data-content-editable-leaf="true" contenteditable="true" onfocus="${PWN}" autofocus>leaf</div><input type=checkbox checked onfocus="${PWN}" autofocus><p>end</p>`,
    ),
    expectedTexts: ["Toggle", "inside", "leaf", "end"],
  },
  {
    name: "a mail, with pixels, forms and a style that hides",
    html: BODY(
      `<center><table width=1><tr><td><img src="http://CANARY/pixel.gif?who=me" width=1 height=1 srcset="http://CANARY/2x.gif 2x" lowsrc="http://CANARY/low.gif"><form action="http://CANARY/"><input name=password value=x><button formaction="javascript:${PWN}">Pay</button></form><span style="display:none">hidden words</span><p>Dear reader</p></td></tr></table></center>`,
    ),
    expectedTexts: ["Dear reader"],
  },
  {
    name: "markup that becomes other markup when it is read again",
    html: BODY(
      `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${PWN}&gt;"></mglyph></table></mtext></math><svg></p><style><a id="</style><img src=1 onerror=${PWN}>"></svg><noscript><p title="</noscript><img src=x onerror=${PWN}>"></noscript><p>left over</p>`,
    ),
    expectedTexts: [],
  },
  {
    name: "words that are markup, for the Markdown that comes of them",
    html: BODY(
      `<p>&lt;script&gt;${PWN}&lt;/script&gt;</p><p>&lt;img src=x onerror=${PWN}&gt;</p><p>[x](javascript:${PWN})</p><p>![x](http://CANARY/x.png)</p><p>&lt;javascript:${PWN}&gt;</p><p>[r]: javascript:${PWN}</p><p># no heading</p><p>\`\`\`mermaid</p><p>$$\\href{javascript:${PWN}}{x}$$</p><p>[[javascript:${PWN}]]</p><p>&amp;lt;script&amp;gt;</p><p>---</p><p>title: x</p>`,
    ),
    expectedTexts: ["no heading", "title: x"],
  },
  {
    name: "names and addresses that close what they stand in",
    html: BODY(
      `<p><img alt="](javascript:${PWN}) ![" src="https://example.org/a.png"></p><p><a href="https://example.org/) ![x](http://CANARY/x.png" title=')'>a](javascript:${PWN}) b</a></p><p><a href="https://example.org/&gt;&lt;img src=x onerror=${PWN}&gt;">c</a></p><p><a href="  java\nscript:${PWN}">d</a></p><p><a href="https:\n//example.org/\nx">e</a></p><pre><code class="language-js\` onload=${PWN}">\`\`\`\n</code></pre><p><code>\`](javascript:${PWN})\`</code></p>`,
    ),
    expectedTexts: ["a", "b", "c", "d", "e"],
  },
  {
    name: "shadowed names",
    html: BODY(
      `<form id=x><input name=attributes><input name=childNodes><input name=nodeName><input name=firstChild><p>in a form</p></form><img name=body><a id=createElement name=createElement>anchor</a>`,
    ),
    expectedTexts: [],
  },
  {
    name: "fields and images that stand before the methods of their form and document",
    html: BODY(
      `<form><p>one</p><input name=nextSibling></form><form><p>two</p><input name=parentNode></form><form><input name=firstChild><p>three</p></form><form><p>four</p><input name=nodeType><input name=localName><input name=nodeValue><input name=textContent><input name=getAttribute><input name=children></form>${"open write close createTreeWalker querySelector body documentElement implementation defaultView"
        .split(" ")
        .map((name) => `<img name=${name} id=${name}><object name=${name}></object><form name=${name}></form>`)
        .join("")}<!--${"more than one piece ".repeat(2500)}--><p>five</p>`,
    ),
    expectedTexts: ["one", "two", "three", "four", "five"],
  },
  {
    name: "a depth that nothing can walk",
    html: BODY(`${"<div><b><ul><li>".repeat(1500)}bottom${"</li></ul></b></div>".repeat(1500)}<p>after</p>`),
    expectedTexts: [],
  },
  {
    name: "directions and signs that nobody sees",
    html: BODY(
      `<p>a\u200bb\ufeffc</p><p><bdo dir=rtl>reversed</bdo> \u202Egnp.exe\u202C</p><p>\u0000\u0001\u0008x</p><p style="unicode-bidi:bidi-override;direction:rtl">y</p>`,
    ),
    expectedTexts: ["reversed", "y"],
  },
];

/** Looks like rich text only to a naive reader: `text/rtf` next to plain text. */
export const richTextFormat = `{\\rtf1\\ansi{\\field{\\*\\fldinst HYPERLINK "javascript:${PWN}"}{\\fldrslt x}}{\\object\\objemb{\\*\\objdata 0105}}{\\*\\template http://CANARY/x.dot}}`;
