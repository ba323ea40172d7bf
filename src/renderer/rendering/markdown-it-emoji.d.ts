declare module "markdown-it-emoji/lib/data/full.mjs" {
  const table: Readonly<Record<string, string>>;
  export default table;
}
