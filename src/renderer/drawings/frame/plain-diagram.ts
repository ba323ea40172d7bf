const FRONT = /^\s*---[ \t]*\n([\s\S]*?)\n---[ \t]*(?:\n|$)/;
const DIRECTIVE = /%%\{[\s\S]*?\}%%/g;

/**
 * Removes what would configure the library: directives, and all front matter but the title. The app sets theme, fonts
 * and limits.
 */
export function plainDiagram(source: string): string {
  const front = FRONT.exec(source);
  const title = front && /^title:[ \t]*(.+)$/m.exec(front[1] ?? "")?.[1];
  const body = (front ? source.slice(front[0].length) : source).replace(DIRECTIVE, "");
  if (!title) return body;
  const plain = title.trim().replace(/^(["'])(.*)\1$/, "$2");
  return `---\ntitle: ${JSON.stringify(plain)}\n---\n${body}`;
}
