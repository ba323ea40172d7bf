/**
 * All attacks: their ids, what is tried, and the required result. The title of a test names its attacks: `… [A18]`. `besides`: protection that the
 * tests do not show.
 */
export const attacks = [
  {
    id: "A1",
    tried:
      "Documents of every kind of payload, in the canvas, outline, tabs, search, answers, differences, exports, on paper",
    must: "no script, no request, no dialog",
  },
  {
    id: "A2",
    tried: "Markup in the language of a fence, in headings and their ids, in names of notes",
    must: "shown as text",
  },
  {
    id: "A3",
    tried:
      "Addresses that run or reach something: `javascript:`, `data:`, `file:`, `smb:`, `ms-…:`, our own scheme, with entities, tabs, line breaks",
    must: "no link; the web only after a question",
  },
  {
    id: "A4",
    tried: "Hostile HTML, RTF, SVG and names of files, pasted and dropped",
    must: "clean Markdown, nothing asked for",
  },
  { id: "A5", tried: "Frames of our own pages, of files, of data, of blobs", must: "empty, without the bridge" },
  {
    id: "A6",
    tried: "Images and page files by climbing, absolute, linked, escaped and cut-off paths",
    must: "only images of the folder, only files of the build",
  },
  {
    id: "A7",
    tried: "Diagrams and formulas that load, run, link, or never end",
    must: "inert; a frame that takes too long is thrown away",
  },
  {
    id: "A8",
    tried: "`window.open`, `target=_blank`, `location`, refresh, redirect, a form, a dragged link",
    must: "the window stays, no other opens",
  },
  {
    id: "A9",
    tried:
      "Every request of the page with wrong types, huge and deep values, prototype keys, odd numbers; requests of other frames",
    must: "refused before a handler sees it, or in words",
  },
  {
    id: "A10",
    tried: "Requests of the page for what the person has not opened, Galley's own data, other windows' documents",
    must: "refused, nothing read, nothing written",
  },
  {
    id: "A11",
    tried: "The app as Node, Node's options, inspectors, debugging ports and signals, a changed archive",
    must: "no effect",
    besides: "`npm run test:package` reads the fuses back and tries them on the packed app",
  },
  {
    id: "A12",
    tried: "Web pages and rebound names at the port: Origin and Host of all kinds",
    must: "403 before the body is read, no tool runs",
  },
  {
    id: "A13",
    tried: "What a page may send unasked: plain text, forms, WebSocket, EventSource, preflight",
    must: "403, 405 or 415",
  },
  { id: "A14", tried: "No token, another, a part of it, in another place; a renewed one", must: "401" },
  { id: "A15", tried: "The port from every other address of this machine", must: "only loopback listens" },
  {
    id: "A16",
    tried: "Headers that contradict the body, stand there twice, or can be read in two ways",
    must: "400, -32020 where the protocol has it",
  },
  { id: "A17", tried: "Clients that use the same ids at once", must: "each gets its own answers" },
  {
    id: "A18",
    tried:
      "Paths of all kinds: dots, look-alikes, links, links swapped in, `/proc/self/root`, `/dev/fd`, pipes, `~`, `file:`, escapes, Unicode forms, names of Windows",
    must: "refused, or resolved inside; nothing hangs",
  },
  {
    id: "A19",
    tried: "Office packages: bombs, climbing names, entities, outside relationships, templates, macros",
    must: "limits, nothing fetched, nothing run; kept, or refused with the reason",
  },
  {
    id: "A20",
    tried: "Orders to the model that are hidden in documents, and a model that obeys them",
    must: "nothing outside, no write without a yes, no image loaded",
  },
  {
    id: "A21",
    tried:
      "Names that MCP programs give themselves: markup, line breaks, turned letters; tools that change after they were agreed to",
    must: "shown plainly",
    besides: "Galley is a server: it connects to no tools of others, so that none can change after it was agreed to",
  },
  {
    id: "A22",
    tried: "Command lines and second starts that open what is not there, or begin something",
    must: "shown or refused, nothing runs",
    besides: "no scheme of links is registered with the system",
  },
  {
    id: "A23",
    tried: "Tools that write where programs obey: settings, hooks, start files, Galley's own data",
    must: "out of reach, or asked about each time",
  },
  {
    id: "A24",
    tried:
      "Questions that mislead: turned letters, line breaks, look-alikes, a click too early, a yes stretched further",
    must: "the true target, letters written out, a yes for what was shown, or for its place alone",
  },
  {
    id: "A25",
    tried: "Patterns, texts, front matter and names that take exponentially long or grow without end",
    must: "answered in time that grows with the length, or refused",
  },
  {
    id: "A26",
    tried: "The key and the token are hunted: page, logs, files, messages, exports, arguments of processes",
    must: "found nowhere but in their own place",
  },
  {
    id: "A27",
    tried: "Providers at `http:`, at the machine's own services, and redirects to another host",
    must: "refused; no key goes along",
  },
  {
    id: "A28",
    tried: "Answers of a model: endless, with control letters, markup, unknown tools, arguments with prototype keys",
    must: "text, limits, refusals",
  },
  {
    id: "A29",
    tried: "A feed of updates that is forged",
    must: "refused",
    besides: "there is no updater and no feed: a test holds that none is packed",
  },
  {
    id: "A30",
    tried: "Another user of this machine reads socket, journal, history, token, logs, keys",
    must: "modes 0700 and 0600; a folder of others is not trusted",
  },
  {
    id: "A31",
    tried: "Names and titles that are options or commands to the programs of an export",
    must: "no shell, plain names, fixed options",
  },
  {
    id: "A32",
    tried: "History restored over a link, into a place that is closed, from forged entries",
    must: "the same door as every write",
    besides:
      "of a file whose name says that it holds secrets the history has who wrote when and each version's hash, not its text; what is nowhere else, such as your side of a conflict, stays for a week, readable for this user alone",
  },
];

/** The twenty items of Electron's security checklist, and what Galley does about each. */
export const checklist = [
  {
    id: "E1",
    item: "Load only secure content",
    ours: "pages only from our own scheme; providers over https, or on this machine",
  },
  {
    id: "E2",
    item: "No Node for remote content",
    ours: "no Node in any page, frame or worker; no remote content at all",
  },
  { id: "E3", item: "Context isolation", ours: "on in every window" },
  {
    id: "E4",
    item: "Sandboxed processes",
    ours: "every page's process, seccomp looked up on Linux; no switch of ours turns it off",
  },
  {
    id: "E5",
    item: "Permission requests",
    ours: "every permission and device denied, in every session there is",
  },
  { id: "E6", item: "webSecurity stays on", ours: "looked up in the running windows" },
  {
    id: "E7",
    item: "Content-Security-Policy",
    ours: "in a header of our own scheme, with a nonce and Trusted Types; the frames have stricter ones",
  },
  { id: "E8", item: "No insecure content", ours: "looked up in the running windows" },
  { id: "E9", item: "No experimental features", ours: "looked up in the running windows" },
  { id: "E10", item: "No blink features", ours: "looked up in the running windows" },
  { id: "E11", item: "No popups of webviews", ours: "there are no webviews" },
  { id: "E12", item: "Options of webviews", ours: "webviews are off, and attaching one is prevented" },
  {
    id: "E13",
    item: "Navigation",
    ours: "every kind prevented but a reload of the page itself, addresses compared parsed",
  },
  { id: "E14", item: "New windows", ours: "denied to every page" },
  {
    id: "E15",
    item: "shell.openExternal",
    ours: "only the web and mail, parsed, with the host shown, after a yes",
  },
  {
    id: "E16",
    item: "A supported Electron",
    ours: "`npm run check` fails when the declared one's end of support has passed; no other one is packed, by what lies in its folder, unless a flag asks for it",
  },
  {
    id: "E17",
    item: "Senders of requests",
    ours: "only the main frame of our own page in a window of ours, then the schema of the request",
  },
  { id: "E18", item: "No file: pages", ours: "a scheme of our own that serves files of the build by name" },
  {
    id: "E19",
    item: "Fuses",
    ours: "set in the package as decided, read back by the package test and shown in diagnostics",
  },
  {
    id: "E20",
    item: "No raw APIs in pages",
    ours: "three frozen functions; no channel name, no event object crosses",
  },
];
