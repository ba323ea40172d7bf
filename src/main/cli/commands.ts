import type { Command } from "./command";
import { agentsCommands } from "./commands/agents";
import { ask } from "./commands/ask";
import { bookCommands } from "./commands/book";
import { call } from "./commands/call";
import { commentCommands } from "./commands/comments";
import { completion } from "./commands/completion";
import { connect } from "./commands/connect";
import { docCommands } from "./commands/doc";
import { grep } from "./commands/grep";
import { history, restore } from "./commands/history";
import { hook } from "./commands/hook";
import { join } from "./commands/join";
import { libraryCommands } from "./commands/library";
import { librarySearch } from "./commands/library-search";
import { mcp } from "./commands/mcp";
import { open } from "./commands/open";
import { read } from "./commands/read";
import { reviewCommands } from "./commands/review";
import { serveCommands } from "./commands/serve";
import { tools } from "./commands/tools";

/** Every command, in the order a reader meets them. A new command is one file and one line here. */
export const commands: readonly Command[] = [
  open,
  mcp,
  connect,
  hook,
  ...docCommands,
  read,
  grep,
  ask,
  history,
  restore,
  ...commentCommands,
  ...reviewCommands,
  ...agentsCommands,
  ...libraryCommands,
  librarySearch,
  ...bookCommands,
  ...serveCommands,
  join,
  call,
  tools,
  completion(() => commands),
];
