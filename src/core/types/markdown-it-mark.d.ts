declare module "markdown-it-mark" {
  import type { MarkdownIt } from "markdown-it";
  export default function highlights(md: MarkdownIt): void;
}
