/**
 * Every way that a parser, a preload scanner or an element has of asking for something by itself. Each takes the address
 * that it asks for.
 */
export const askers: readonly ((address: string) => string)[] = [
  (to) => `<meta http-equiv=refresh content="0;url=${to}">`,
  (to) => `<meta http-equiv=Content-Security-Policy content="default-src *; report-uri ${to}">`,
  ...[
    "preload as=image",
    "preload as=fetch crossorigin",
    "prefetch",
    "prerender",
    "modulepreload",
    "dns-prefetch",
    "preconnect",
    "stylesheet",
    "icon",
    "manifest",
    "import",
    "alternate",
  ].map((rel) => (to: string) => `<link rel=${rel} href="${to}">`),
  (to) => `<link rel=preload as=image imagesrcset="${to} 1x" imagesizes=1px>`,
  (to) => `<base href="${to}"><img src=relative.png>`,
  (to) => `<img src="${to}"><img src="${to}" loading=eager fetchpriority=high><img srcset="${to} 2x">`,
  (to) => `<picture><source srcset="${to}"><img src="${to}"></picture>`,
  (to) => `<input type=image src="${to}"><button style="background:url(${to})">x</button>`,
  (to) => `<video src="${to}" poster="${to}" autoplay preload=auto><track default src="${to}"></video>`,
  (to) => `<audio src="${to}" autoplay preload=auto></audio><bgsound src="${to}">`,
  (to) => `<object data="${to}"></object><embed src="${to}"><applet archive="${to}" code="${to}"></applet>`,
  (to) => `<iframe src="${to}"></iframe><iframe srcdoc='<img src="${to}">'></iframe><portal src="${to}"></portal>`,
  (to) => `<frameset><frame src="${to}"></frameset><fencedframe src="${to}"></fencedframe>`,
  (to) => `<script src="${to}"></script><script type=module>import "${to}"</script>`,
  (to) => `<script type=importmap>{"imports":{"x":"${to}"}}</script><script type=module>import "x"</script>`,
  (to) =>
    `<script type=speculationrules>{"prefetch":[{"urls":["${to}"],"eagerness":"immediate"}],"prerender":[{"urls":["${to}"]}]}</script>`,
  (to) =>
    `<style>@import "${to}";@font-face{font-family:x;src:url(${to})}*{font-family:x;background:url(${to})}</style>`,
  (to) =>
    `<p style="background:url(${to});list-style-image:url(${to});cursor:url(${to}),auto;content:url(${to})">x</p>`,
  (to) => `<body background="${to}"><table background="${to}"><tr><td background="${to}">x</table>`,
  (to) => `<svg><image href="${to}"/><use href="${to}#a"/><feImage href="${to}"/><script href="${to}"/></svg>`,
  (to) => `<svg><style>@import "${to}"</style><rect fill="url(${to}#a)" filter="url(${to}#b)"/></svg>`,
  (to) => `<math href="${to}"><annotation-xml encoding="text/html"><img src="${to}"></annotation-xml></math>`,
  (to) => `<template shadowrootmode=open><img src="${to}"></template>`,
  (to) => `<div><template shadowrootmode=open><style>@import "${to}"</style><img src="${to}"></template>words</div>`,
  (to) =>
    `<a href="${to}" ping="${to}" autofocus download>x</a><form action="${to}" method=post><input autofocus></form>`,
  (to) => `<noscript><img src="${to}"><meta http-equiv=refresh content="0;url=${to}"></noscript>`,
  (to) => `<x-asker src="${to}">words</x-asker><button is=x-button>words</button>`,
  (to) => `<?xml-stylesheet href="${to}"?><!--[if IE]><img src="${to}"><![endif]--><![CDATA[<img src="${to}">]]>`,
];
