declare module "markdown-it-sub" {
  import type { MarkdownIt } from "markdown-it";
  export default function marks(md: MarkdownIt): void;
}
