/** The package has no types of its own. */
declare module "hyphen" {
  type Patterns = readonly unknown[];
  export default function hyphen(patterns: Patterns, options?: { minWordLength?: number }): (text: string) => string;
}
