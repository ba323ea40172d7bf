declare module "markdown-it-sup" {
  import type { MarkdownIt } from "markdown-it";
  export default function marks(md: MarkdownIt): void;
}
