/**
 * All attacks: their ids, what is tried, and the required result. The title of a test names its attacks: `… [A18]`. `besides`: protection that the
 * tests do not show.
 */
export const attacks = [
  {
    id: "A1",
    tried: "Documents with every kind of payload, in the editor, outline, tabs, search, answers, diffs, exports, print",
    must: "no script, no request, no dialog",
  },
  {
    id: "A2",
    tried: "Markup in the language of a fence, in headings and their ids, in note names",
    must: "shown as text",
  },
  {
    id: "A3",
    tried:
      "Addresses that run code or reach something: `javascript:`, `data:`, `file:`, `smb:`, `ms-…:`, Galley's own scheme, with entities, tabs, line breaks",
    must: "no link; web pages only after a question",
  },
  {
    id: "A4",
    tried: "Hostile HTML, RTF, SVG and file names, pasted and dropped",
    must: "clean Markdown, no request",
  },
  { id: "A5", tried: "Frames of Galley's own pages, of files, of data, of blobs", must: "empty, without the bridge" },
  {
    id: "A6",
    tried: "Images and page files by climbing, absolute, linked, escaped and truncated paths",
    must: "only images of the folder, only files of the build",
  },
  {
    id: "A7",
    tried: "Diagrams and formulas that load, run, link, or never end",
    must: "inert; a frame that takes too long is replaced",
  },
  {
    id: "A8",
    tried: "`window.open`, `target=_blank`, `location`, refresh, redirect, a form, a dragged link",
    must: "the window is not navigated, and no other opens",
  },
  {
    id: "A9",
    tried:
      "Every request of the renderer with wrong types, huge and deep values, prototype keys, unusual numbers; requests of other frames",
    must: "rejected before a handler runs, or with an error",
  },
  {
    id: "A10",
    tried:
      "Requests of the renderer for files that the user has not opened, Galley's own data, other windows' documents",
    must: "rejected, nothing read, nothing written",
  },
  {
    id: "A11",
    tried: "The app as Node, Node's options, inspectors, debugging ports and signals, a changed archive",
    must: "no effect",
    besides: "`npm run test:package` reads the fuses back and tests them in the packed app",
  },
  {
    id: "A12",
    tried: "Web pages and DNS rebinding at the port: all kinds of Origin and Host",
    must: "403 before the body is read, no tool runs",
  },
  {
    id: "A13",
    tried:
      "Requests that a web page may send without preflight: plain text, forms, WebSocket, EventSource; and preflights",
    must: "403, 405 or 415",
  },
  { id: "A14", tried: "No token, a wrong one, a part of it, in the wrong field; a renewed one", must: "401" },
  { id: "A15", tried: "The port from every other address of this machine", must: "only loopback listens" },
  {
    id: "A16",
    tried: "Headers that contradict the body, appear twice, or are ambiguous",
    must: "400, -32020 if the protocol defines it",
  },
  { id: "A17", tried: "Clients that use the same request ids at once", must: "each gets its own answers" },
  {
    id: "A18",
    tried:
      "Paths of all kinds: dots, look-alikes, links, links swapped in, `/proc/self/root`, `/dev/fd`, pipes, `~`, `file:`, escapes, Unicode forms, Windows names",
    must: "rejected, or resolved inside the folder; nothing hangs",
  },
  {
    id: "A19",
    tried: "Office packages: bombs, climbing names, entities, external relationships, templates, macros",
    must: "limits, nothing fetched, nothing run; kept unchanged, or rejected with the reason",
  },
  {
    id: "A20",
    tried: "Instructions to the model that are hidden in documents, and a model that follows them",
    must: "nothing outside the folder, no write without approval, no image loaded",
  },
  {
    id: "A21",
    tried:
      "Names of MCP clients: markup, line breaks, bidirectional controls; tools that change after they were approved",
    must: "shown as text, with invisible characters escaped",
    besides: "Galley is a server and connects to no third-party tools, so none can change after it was approved",
  },
  {
    id: "A22",
    tried: "Command lines and second starts that open missing files, or start something",
    must: "shown or rejected, nothing runs",
    besides: "no URL scheme is registered with the system",
  },
  {
    id: "A23",
    tried: "Tools that write files which programs execute: settings, hooks, start files, Galley's own data",
    must: "impossible, or only with approval each time",
  },
  {
    id: "A24",
    tried:
      "Misleading questions: bidirectional controls, line breaks, look-alikes, an early click, a permission that is stretched",
    must: "the true target with escaped characters; a permission only for what was shown or its stated scope",
  },
  {
    id: "A25",
    tried: "Patterns, texts, front matter and names that take exponentially long or grow without end",
    must: "answered in time proportional to the length, or rejected",
  },
  {
    id: "A26",
    tried: "Searching for API keys and the token: renderer, logs, files, messages, exports, process arguments",
    must: "found only where they are stored",
  },
  {
    id: "A27",
    tried: "Providers at `http:` or at local services, and redirects to another host",
    must: "rejected; no key is sent",
  },
  {
    id: "A28",
    tried: "Answers of a model: endless, with control characters, markup, unknown tools, arguments with prototype keys",
    must: "text, limits, errors",
  },
  {
    id: "A29",
    tried: "A forged update feed",
    must: "rejected",
    besides: "there is no updater and no feed: a test checks that none is packed",
  },
  {
    id: "A30",
    tried: "Another user of this machine reads the socket, journal, history, token, logs, keys",
    must: "modes 0700 and 0600; a folder of another user is not trusted",
  },
  {
    id: "A31",
    tried: "Names and titles that are options or commands to the programs of an export",
    must: "no shell, plain names, fixed options",
  },
  {
    id: "A32",
    tried: "History restored over a link, to a forbidden path, from forged entries",
    must: "the same checks as for every write",
    besides:
      "for a file whose name suggests secrets, the history records author, time and hash of each version, not its text; text that exists nowhere else, such as your side of a conflict, is kept for a week, readable by this user only",
  },
];

/** The twenty items of Electron's security checklist, and what Galley does about each. */
export const checklist = [
  {
    id: "E1",
    item: "Load only secure content",
    ours: "pages only from Galley's own scheme; providers over https, or on this machine",
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
    ours: "every renderer, seccomp checked on Linux; no switch of Galley turns it off",
  },
  {
    id: "E5",
    item: "Permission requests",
    ours: "every permission and device denied, in every session",
  },
  { id: "E6", item: "webSecurity stays on", ours: "checked in the running windows" },
  {
    id: "E7",
    item: "Content-Security-Policy",
    ours: "in a header of Galley's own scheme, with a nonce and Trusted Types; the frames have stricter policies",
  },
  { id: "E8", item: "No insecure content", ours: "checked in the running windows" },
  { id: "E9", item: "No experimental features", ours: "checked in the running windows" },
  { id: "E10", item: "No blink features", ours: "checked in the running windows" },
  { id: "E11", item: "No popups of webviews", ours: "there are no webviews" },
  { id: "E12", item: "Options of webviews", ours: "webviews are off, and attaching one is prevented" },
  {
    id: "E13",
    item: "Navigation",
    ours: "every kind prevented except a reload of the page; addresses are parsed before they are compared",
  },
  { id: "E14", item: "New windows", ours: "denied to every page" },
  {
    id: "E15",
    item: "shell.openExternal",
    ours: "only web and mail addresses, parsed, with the host shown, after a question",
  },
  {
    id: "E16",
    item: "A supported Electron",
    ours: "`npm run check` fails once the declared version is no longer supported; no other installed version is packed without a flag",
  },
  {
    id: "E17",
    item: "Senders of requests",
    ours: "only the main frame of Galley's page in a Galley window, then the schema of the request",
  },
  { id: "E18", item: "No file: pages", ours: "Galley's own scheme, which serves files of the build by name" },
  {
    id: "E19",
    item: "Fuses",
    ours: "set in the package as decided, read back by the package test and shown in diagnostics",
  },
  {
    id: "E20",
    item: "No raw APIs in pages",
    ours: "three frozen functions; no channel name or event object is exposed",
  },
];
